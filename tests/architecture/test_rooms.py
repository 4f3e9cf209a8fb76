"""The house rules of DESIGN section 3, checked. The order of imports is import-linter's."""

from __future__ import annotations

import ast
import statistics

import pytest

import honest_sitemaps
from honest_sitemaps import ROOMS
from tests.architecture.source_tree import (
    HOME,
    MODULES,
    dotted,
    functions,
    imported,
    imports,
    lines_of,
    name_of,
    tree_of,
)

LONGEST_MODULE_LINES = 400
LONGEST_FUNCTION_LINES = 45
LONGEST_MEDIAN_LINES = 10

MAY_IMPORT_INSIDE = {
    ("apps.py", "honest_sitemaps"): "checks import models; Django loads those before ready()",
    ("candidates/wagtail_roots.py", "wagtail.coreutils"): "Wagtail is an extra",
    ("candidates/wagtail_roots.py", "wagtail.models.sites"): "its models need ready apps",
    ("candidates/wagtail_signals.py", "wagtail"): "Wagtail is an extra",
    ("tasks.py", "honest_sitemaps"): "a Celery module is imported before the apps are ready",
}
"""``(module, imported)``: why this import stands inside a function."""

ENTRY_POINTS = (
    "clock",
    "management/commands/",
    "receivers",
    "tasks",
    "views",
    "admin/",
    "templatetags/",
)
"""Where the clock may be asked; everyone else is handed ``now``."""

CLOCKS = {
    "utc_now",
    "timezone.now",
    "datetime.now",
    "datetime.utcnow",
    "datetime.today",
    "datetime.datetime.now",
    "date.today",
    "time.time",
    "Now",
}

CLOCKS_IF_ASKED_FOR_NOTHING = {"timezone.localtime", "timezone.localdate"}
"""With a time they convert it."""

NAMES_THAT_SAY_NOTHING = {"utils", "helpers", "common", "manager", "data", "info", "misc"}

each_module = pytest.mark.parametrize("path", MODULES, ids=name_of)


def test_the_folder_lists_the_rooms_in_the_order_of_the_walk():
    assert list(ROOMS) == sorted(ROOMS)
    assert all((HOME / room / "__init__.py").is_file() for room in ROOMS)


def test_the_package_docstring_draws_the_same_way():
    drawn = [
        line.split()[0]
        for line in (honest_sitemaps.__doc__ or "").splitlines()
        if line.startswith("    ")
    ]

    assert drawn == list(ROOMS)


@each_module
def test_a_module_can_be_read_in_one_sitting(path):
    assert len(path.read_text().splitlines()) <= LONGEST_MODULE_LINES


@each_module
def test_a_module_says_in_its_docstring_what_it_is_for(path):
    is_marker = path.name == "__init__.py" and not path.read_text().strip()

    assert is_marker or ast.get_docstring(tree_of(path))


@each_module
def test_a_module_is_named_for_its_one_idea(path):
    assert path.stem not in NAMES_THAT_SAY_NOTHING


@each_module
def test_a_function_fits_a_screen(path):
    too_long = {
        f"{function.name} (line {function.lineno})": lines_of(function)
        for function in functions(path)
        if lines_of(function) > LONGEST_FUNCTION_LINES
    }

    assert too_long == {}


def test_most_functions_are_short():
    lengths = [lines_of(function) for path in MODULES for function in functions(path)]

    assert statistics.median(lengths) <= LONGEST_MEDIAN_LINES


@each_module
def test_other_rooms_are_entered_by_the_door(path):
    if name_of(path) == "models.py":
        return  # Django asks for one module with every table
    own_room = name_of(path).partition("/")[0]
    windows = [
        module
        for module in imports(path)
        if module.startswith("honest_sitemaps.")
        and module.count(".") > 1
        and module.split(".")[1] in ROOMS
        and module.split(".")[1] != own_room
    ]

    assert windows == []


@each_module
def test_imports_are_absolute(path):
    relative = [
        node.lineno
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.ImportFrom) and node.level
    ]

    assert relative == []


@each_module
def test_no_import_hides_in_a_function(path):
    hidden = {
        module
        for function in functions(path)
        for node in ast.walk(function)
        for module in imported(node)
    }

    assert {name for name in hidden if (name_of(path), name) not in MAY_IMPORT_INSIDE} == set()


def test_no_exception_to_the_rule_of_imports_outlives_its_import():
    hidden = {
        (name_of(path), module)
        for path in MODULES
        for function in functions(path)
        for node in ast.walk(function)
        for module in imported(node)
    }

    assert set(MAY_IMPORT_INSIDE) <= hidden


@each_module
def test_only_conf_reads_our_setting(path):
    if name_of(path) == "conf.py":
        return
    readers = [
        node.lineno
        for node in ast.walk(tree_of(path))
        if (isinstance(node, ast.Attribute) and node.attr == "HONEST_SITEMAPS")
        or (isinstance(node, ast.Constant) and node.value == "HONEST_SITEMAPS")
    ]

    assert readers == []


@each_module
def test_only_an_entry_point_asks_the_clock(path):
    if name_of(path).startswith(ENTRY_POINTS):
        return
    asked = [
        f"{dotted(node.func)} (line {node.lineno})"
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and asks_the_clock(node)
    ]

    assert asked == []


def asks_the_clock(call: ast.Call) -> bool:
    name = dotted(call.func)
    return name in CLOCKS or (name in CLOCKS_IF_ASKED_FOR_NOTHING and not call.args)


@each_module
def test_no_date_is_written_by_the_act_of_saving(path):
    lying = [
        keyword.arg
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call)
        for keyword in node.keywords
        if keyword.arg in {"auto_now", "auto_now_add"}
    ]

    assert lying == []
