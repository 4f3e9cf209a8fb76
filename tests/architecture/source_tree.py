"""What the tests of this folder read: the package's own source, parsed once."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import honest_sitemaps

HOME = Path(honest_sitemaps.__file__).parent
PROJECT = HOME.parent
DOCS = PROJECT / "docs"
MODULES = sorted(path for path in HOME.rglob("*.py") if "migrations" not in path.parts)

Function = ast.FunctionDef | ast.AsyncFunctionDef


def name_of(path: Path) -> str:
    """``ledger/settle.py``: how a failing test names its module."""
    return path.relative_to(HOME).as_posix()


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def functions(path: Path) -> Iterator[Function]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, Function):
            yield node


def lines_of(function: Function) -> int:
    """From ``def`` to the end, docstring and all: what a reader has before the eyes."""
    return (function.end_lineno or 0) - function.lineno + 1


def imported(node: ast.AST) -> list[str]:
    """The modules that this one import statement names; ``[]`` for any other node."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [node.module or ""]
    return []


def imports(path: Path) -> list[str]:
    return [module for node in ast.walk(tree_of(path)) for module in imported(node)]


def dotted(node: ast.AST) -> str:
    """``timezone.now`` of the expression that says so; ``""`` of any other."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = dotted(node.value)
        return f"{before}.{node.attr}" if before else node.attr
    return ""
