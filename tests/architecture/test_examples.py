"""The code that the how-to pages show does what they say."""

from __future__ import annotations

import re
import sys
from datetime import UTC, datetime
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from honest_sitemaps import registry
from honest_sitemaps.candidates import Candidate, walk
from honest_sitemaps.capture import Document, Page
from honest_sitemaps.eligibility import Policy, decide
from honest_sitemaps.registry import replaced
from tests.architecture.source_tree import DOCS

NOW = datetime(2026, 8, 10, 6, tzinfo=UTC)
ORIGIN = "https://site.test"


def blocks(page: str) -> list[str]:
    text = (DOCS / "how-to" / page).read_text(encoding="utf-8")
    return re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def run(code: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(compile(code, "docs", "exec"), names)
    return names


@pytest.mark.parametrize(
    ("html", "reason", "evidence"),
    [
        ("<main><img src='/a.jpg' alt='a'></main>", None, ""),
        ("<main>no picture</main>", "WITHHELD", "NO_PICTURE: no img inside main"),
    ],
)
def test_the_rule_that_is_shown_withholds_pages_without_a_picture(html, reason, evidence):
    rule = run(blocks("add-a-rule.md")[1])["has_a_picture"]
    page = Page(
        loc=f"{ORIGIN}/a/",
        status=200,
        headers=(("content-type", "text/html"),),
        body=f"<html><body>{html}</body></html>".encode(),
        taken_at=NOW,
    )
    policy = Policy(origin=ORIGIN, extra=(rule,))

    verdict = decide(Candidate(loc=page.loc), page, Document.of(page), policy=policy, now=NOW)

    assert (verdict.reason, verdict.evidence) == (reason, evidence)


def test_the_source_that_is_shown_can_be_walked_and_resumed(monkeypatch):
    products = [
        SimpleNamespace(number=n, slug=f"product-{n}", is_released=n > 1, released_at=NOW)
        for n in (1, 2, 3)
    ]
    catalogue = ModuleType("shop.catalogue")
    catalogue.read_page = lambda *, after, only: [
        product
        for product in products
        if after is None or f"catalogue:{product.number}" > after
    ]
    monkeypatch.setitem(sys.modules, "shop", ModuleType("shop"))
    monkeypatch.setitem(sys.modules, "shop.catalogue", catalogue)

    with replaced():
        run(blocks("add-a-source.md")[0])
        (registered,) = registry.registrations()

    found = list(walk(registered.source, section="products", origin=ORIGIN))
    resumed = list(
        walk(registered.source, section="products", origin=ORIGIN, after="catalogue:2")
    )
    assert [one.loc for one in found] == [f"{ORIGIN}/products/product-{n}/" for n in (1, 2, 3)]
    assert [one.is_live for one in found] == [False, True, True]
    assert [one.key for one in resumed] == ["catalogue:3"]
