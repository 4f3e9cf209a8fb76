"""
Furniture that a person named once: is it known the next time, is an edit ever taken for it?

Run: ``python bench/furniture.py [--pages 80] [--cost 1000] [--only WORD]``. A section of
composed product pages in an SQLite file of its own (or ``DATABASE_URL``), no network.

*Taught*: a figure changes on the pages that show it, the scan is held, a person re-bases. Then
it changes again: every page must be re-based without asking (``forgotten`` counts those that
were not), and the selector that the cause suggests must mean the figure and nothing else.

*Edits*: with each figure known, every kind of mass edit follows, alone and together with the
figure: no edited page may be re-based (``swallowed`` counts those that were).

*Cost*: time and queries of the recognition for so many changed pages, beside their looks.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

ORIGIN = "http://127.0.0.1:8000"
START = datetime(2026, 8, 10, 6, tzinfo=UTC)
MATERIALS = """
oak iron brass linen harbour winter copper slate willow amber granite cedar cotton marble
ivory velvet birch cobalt saffron juniper pewter walnut heather basalt
"""
WORDS = MATERIALS.split()
HEADERS = (("content-type", "text/html; charset=utf-8"),)


@dataclass(frozen=True)
class Product:
    """What the page of one product says; the number makes it unlike any other."""

    n: int
    price: float = 0.0
    author: str = "Ann Miller"
    delivery: str = "3 days"
    legal: str = "Sold by Harbour Tools Ltd under the terms of sale."
    body: str = ""
    extra: str = ""
    weight: int = 0
    picture: str = "pic"
    at: str = "10:00"
    link: str = "/makers/"
    stock: str = "Available soon"
    score: str = "4 of 5"
    net: float = 0.0
    gross: float = 0.0
    fee: int = 0

    @property
    def name(self) -> str:
        return f"{WORDS[self.n % 24]} {WORDS[(self.n * 7 + 3) % 24]} chair {self.n}"

    @property
    def text(self) -> str:
        return self.body or (
            f"The {self.name} is made of {WORDS[(self.n * 5) % 24]} and "
            f"{WORDS[(self.n * 11 + 1) % 24]}, by hand, in about {self.n % 9 + 2} hours."
        )


def product(n: int) -> Product:
    price = 10 + n * 1.25
    return Product(
        n=n, price=price, net=price, gross=price * 1.2, fee=n % 5 + 4, weight=300 + n
    )


Figure = Callable[[int, int], str]
"""The HTML of a figure on page ``n`` at ``step`` 0, 1, 2, …; ``""`` where it has none."""


def page(one: Product, figure: str, *, place: str = "end") -> bytes:
    """A product page; the figure stands inside of its main part."""
    at = dict.fromkeys(("start", "list", "cells", "terms", "sentence", "title", "head"), "")
    at[place] = figure
    end = figure if place == "end" else ""
    return (
        f"<!doctype html><html lang=en><head><title>{one.name}{at['title']}</title>"
        f"<link rel=canonical href='/{one.n:04}/'>{at['head']}</head>"
        f"<body><nav><a href=/>Home</a></nav><main>{at['start']}<h1>{one.name}</h1>"
        f"<p>By <a href='{one.link}{one.author.split()[-1].lower()}'>{one.author}</a></p>"
        f"<p>{one.text}{at['sentence']}</p>"
        f"<img src='/media/{one.picture}-{one.n}.jpg' alt=''>"
        f"<p>Price: <b>&euro; {one.price:.2f}</b></p><div>{one.net:.2f}</div>"
        f"<div>&euro; {one.gross:.2f}</div><div>{one.fee} EUR</div><p>{one.stock}</p>"
        f"<ul><li>Delivery in {one.delivery}</li><li>{one.score}</li>{at['list']}</ul>"
        f"<table><tr><td>Weight<td>{one.weight}</tr>{at['cells']}</table>"
        f"<dl><dt>Seat<dd>{one.n % 7 + 40}{at['terms']}</dl>"
        f"<p>Shown on <time datetime=2026-09-{one.n % 28 + 1:02}T{one.at}>a day</time></p>"
        f"{end}{one.extra}<p class=legal>{one.legal}</p></main></body></html>"
    ).encode()


COUNTS = ("1,204", "1,211", "1,300", "1,352", "1,407")
PHRASES = (
    "Measure twice and cut once.",
    "Oil the hinge before the frost comes.",
    "A dull blade is the dangerous one.",
    "Glue needs a night of rest.",
    "Sand along the grain.",
)


@dataclass(frozen=True)
class Taught:
    figure: Figure
    place: str = "end"
    may_ask: str = ""
    """Why it cannot be known by itself and is put before a person each time."""


def _on(share: float, figure: Figure) -> Figure:
    return lambda n, step: figure(n, step) if (n * 37) % 100 < 100 * share else ""


def _counted(before: str, after: str) -> Figure:
    return lambda n, step: f"{before}{COUNTS[step]}{after}"


def _own(before: str, after: str) -> Figure:
    return lambda n, step: f"{before}{107 + 13 * n + (n % 11 + 1) * step}{after}"


def _in_languages(n: int, step: int) -> str:
    says = (
        "We have {} tools",
        "Wir haben {} Werkzeuge",
        "Nous avons {} outils",
        "{} attrezzi",
    )
    return f"<p class=figure>{says[n % 4].format(COUNTS[step])}.</p>"


def _comes_and_goes(n: int, step: int) -> str:
    said = ("", "Closed on Monday.", "Closed on Monday and Tuesday.", "", "Closed on Friday.")
    return f"<p class=notice>{said[step]}</p>" if said[step] else ""


FIGURES: dict[str, Taught] = {
    "paragraph": Taught(_counted("<p class=figure>We have ", " tools.</p>")),
    "paragraph first": Taught(_counted("<p class=figure>We have ", " tools.</p>"), "start"),
    "bare number": Taught(_counted("<div class=figure>", "</div>")),
    "currency": Taught(_counted("<div class=figure>&euro; ", "</div>")),
    "unit": Taught(_counted("<div class=figure>", " EUR</div>")),
    "long sentence": Taught(
        _counted(
            "<p class=figure>Harbour Tools Ltd, since 1990, with ",
            " tools in 14 towns and a workshop at the quay.</p>",
        )
    ),
    "within a paragraph": Taught(
        _counted(" Ask one of our <b class=figure>", "</b> makers."), "sentence"
    ),
    "list item": Taught(_counted("<li class=figure>", " tools in stock"), "list"),
    "table row": Taught(_counted("<tr class=figure><td>Tools<td>", "</tr>"), "cells"),
    "definition": Taught(_counted("<dt class=figure>Tools<dd class=figure>", ""), "terms"),
    "heading": Taught(_counted("<h2 class=figure>Sale: ", " tools</h2>")),
    "summary": Taught(
        _counted("<details class=figure><summary>All ", " tools</summary></details>")
    ),
    "link text": Taught(_counted("<p><a class=figure href=/all/>All ", " tools</a></p>")),
    "link target": Taught(
        _counted("<p><a class=figure href=/sale-", "/>The sale of tools</a></p>")
    ),
    "picture": Taught(
        lambda n, step: f"<img class=figure src=/media/banner{step}.png alt='Sale {step}'>"
    ),
    "picture in words": Taught(
        lambda n, step: (
            f"<img class=figure src=/media/{WORDS[step]}.png alt='{PHRASES[step]}'>"
        )
    ),
    "microdata": Taught(_counted("<meta class=figure itemprop=offerCount content='", "'>")),
    "structured data": Taught(
        lambda n, step: (
            '<script type="application/ld+json">{"@type":"Shop","numberOfItems":'
            f"{1200 + step}}}</script>"
        ),
        "head",
    ),
    "title": Taught(_counted(" | all ", " tools"), "title"),
    "date in words": Taught(
        lambda n, step: f"<p class=figure>Prices as of 1{step} {WORDS[step]} this year.</p>"
    ),
    "singular, plural": Taught(
        lambda n, step: f"<p class=figure>{step + 1} tool{'s' * (step > 0)} to borrow.</p>"
    ),
    "rotating words": Taught(lambda n, step: f"<p class=figure>Tip: {PHRASES[step]}</p>"),
    "rotating words alone": Taught(lambda n, step: f"<p class=figure>{PHRASES[step]}</p>"),
    "notice comes, goes": Taught(_comes_and_goes, may_ask="a new notice is a new sentence"),
    "two blocks": Taught(
        lambda n, step: (
            f"<p class=figure>We have {COUNTS[step]} tools.</p>"
            f"<p class=figure>{COUNTS[-step]} makers work here.</p>"
        )
    ),
    "on 60 %": Taught(_on(0.6, _counted("<p class=figure>We have ", " tools.</p>"))),
    "on 40 %": Taught(_on(0.4, _counted("<p class=figure>We have ", " tools.</p>"))),
    "four languages": Taught(_in_languages),
    "each page's own": Taught(_own("<p class=figure>Seen ", " times.</p>")),
    "own, bare": Taught(
        _own("<div class=figure>", "</div>"), may_ask="a price alone in its line looks alike"
    ),
}

Edit = Callable[[Product], Product]

EDITS: dict[str, tuple[Edit, float]] = {
    # How the product changes, and on which share of the pages.
    "prices rise": (lambda one: replace(one, price=one.price * 1.1), 1.0),
    # Each alone in its line, as bare as the figures are.
    "bare prices": (lambda one: replace(one, net=one.net * 1.1), 1.0),
    "one bare price for all": (lambda one: replace(one, net=19.0), 1.0),
    "prices in euro": (lambda one: replace(one, gross=one.gross * 1.1), 1.0),
    "fees": (lambda one: replace(one, fee=one.fee + 1), 1.0),
    "one fee for all": (lambda one: replace(one, fee=9), 1.0),
    "one price for all": (lambda one: replace(one, price=19.0), 1.0),
    "author renamed": (lambda one: replace(one, author="Ann Smith"), 1.0),
    "legal paragraph added": (
        lambda one: replace(one, extra="<p>You may return it in 30 days.</p>"),
        1.0,
    ),
    "legal paragraph reworded": (
        lambda one: replace(one, legal="Sold by Harbour Tools GmbH under new terms of sale."),
        1.0,
    ),
    "translated": (
        lambda one: replace(
            one, body=f"Der Stuhl {one.n} aus Holz.", delivery="3 Tagen", stock="Lieferbar"
        ),
        1.0,
    ),
    "delivery for all": (lambda one: replace(one, delivery="5 days"), 1.0),
    "stock for each": (lambda one: replace(one, stock=f"{one.n % 13 + 1} in stock"), 1.0),
    "score for all": (lambda one: replace(one, score="5 of 5"), 1.0),
    "weights": (lambda one: replace(one, weight=one.weight + 3), 1.0),
    "pictures": (lambda one: replace(one, picture="photo"), 1.0),
    "picture numbers": (lambda one: replace(one, picture=f"pic-{one.n + 1}"), 1.0),
    "events an hour later": (lambda one: replace(one, at="11:00"), 1.0),
    "links retargeted": (lambda one: replace(one, link="/people/"), 1.0),
    "a list everywhere": (
        lambda one: replace(one, extra="<ul><li>Solid<li>Oiled</ul>"),
        1.0,
    ),
    "an own note each": (
        lambda one: replace(one, extra=f"<p>Note on {one.name}.</p>"),
        1.0,
    ),
    "prices on a third": (lambda one: replace(one, price=one.price * 1.1), 0.34),
    "a handful of texts": (lambda one: replace(one, body=f"{one.text} New words."), 0.05),
}


class Shop:
    """Source and fetcher in one, as the tests' ``Site``."""

    def __init__(self, taught: Taught, pages: int) -> None:
        self.taught = taught
        self.products = [product(n) for n in range(pages)]
        self.step = 0

    def candidates(self, *, after=None, keys=None):
        from honest_sitemaps import Candidate

        for one in self.products:
            key = f"/{one.n:04}/"
            if keys is None or key in keys:
                yield Candidate(loc=key, key=key)

    def body(self, one: Product) -> bytes:
        return page(one, self.taught.figure(one.n, self.step), place=self.taught.place)

    def fetch(self, loc, *, now, visitor=None):
        from honest_sitemaps.capture import Page

        path = loc.removeprefix(ORIGIN)
        if path == "/robots.txt":
            return Page(loc=loc, status=404, taken_at=now)
        body = self.body(self.products[int(path.strip("/"))])
        return Page(loc=loc, status=200, headers=HEADERS, body=body, taken_at=now)

    def shows(self, n: int) -> bool:
        """Whether the figure on this page changed with the last step."""
        now, before = (self.taught.figure(n, step) for step in (self.step, self.step - 1))
        return now != before

    def edit(self, edit: Edit, share: float) -> set[int]:
        edited = {one.n for one in self.products if (one.n * 61) % 100 < 100 * share}
        self.products = [edit(one) if one.n in edited else one for one in self.products]
        return edited


@dataclass
class Verdict:
    """What came of one sweep."""

    status: str
    rebased: set[int]
    moved: set[int]


def sweep(shop: Shop, day: int) -> Verdict:
    from honest_sitemaps import pipeline
    from honest_sitemaps.ledger import ContentChange, Move, Scan, StagedSighting

    report = pipeline.sweep(now=START + timedelta(days=day), fetcher=shop)
    scan = Scan.objects.latest("pk")
    staged = StagedSighting.objects.filter(scan=scan).values_list("key", "move")
    settled = ContentChange.objects.filter(scan=scan).values_list("state__key", "move")
    by_move = {str(move): set() for move in Move}
    for key, move in [*staged, *settled]:
        by_move[move].add(int(key.strip("/")))
    return Verdict(report.status, by_move["REBASED"], by_move["CHANGED"])


def taught(shop: Shop) -> list[dict]:
    """The figure changed once and a person re-based it; the blocks of the cause."""
    from honest_sitemaps import pipeline

    sweep(shop, 0)
    shop.step = 1
    if sweep(shop, 1).status != "HELD":
        return []
    blocks = pipeline.held()[0]["cause"]["blocks"]
    pipeline.rebase("shop", why="a counter", now=START + timedelta(days=1), fetcher=shop)
    return blocks


def alone() -> None:
    """Forget all that was seen."""
    from django.core.management import call_command

    call_command("flush", interactive=False, verbosity=0)


def registered(shop: Shop):
    from contextlib import contextmanager

    from honest_sitemaps import Source, registry

    @contextmanager
    def only() -> Iterator[None]:
        alone()
        source = type(
            "Source", (Source,), {"candidates": lambda _, **how: shop.candidates(**how)}
        )
        with registry.replaced():
            registry.register("shop", source(), origin=ORIGIN)
            yield

    return only()


def try_figures(pages: int, only: str) -> None:
    print(f"\nKnown the next time ({pages} pages; three more changes of each figure)")
    print(f"{'figure':<22} {'re-based':>9} {'forgotten':>9}  selector")
    forgotten = wrong = asked = 0
    for name, one in FIGURES.items():
        if only not in name:
            continue
        shop = Shop(one, pages)
        with registered(shop):
            blocks = taught(shop)
            named = selector_fault(shop, blocks)
            known = missed = 0
            for day in (2, 3, 4):
                shop.step = day
                shown = {one.n for one in shop.products if shop.shows(one.n)}
                seen = sweep(shop, day)
                good = seen.rebased & shown if seen.status == "SETTLED" else set()
                known, missed = known + len(good), missed + len(shown - good)
                if shown - good:
                    accept(shop, day)
        note = f"  asks: {one.may_ask}" if missed and one.may_ask else ""
        print(f"{name:<22} {known:>9} {missed:>9}  {named}{note}")
        forgotten += 0 if one.may_ask else missed
        asked += missed if one.may_ask else 0
        wrong += named.startswith("WRONG")
    print(
        f"forgotten {forgotten}, put before a person on purpose {asked}, "
        f"wrong selectors {wrong}"
    )


def accept(shop: Shop, day: int) -> None:
    """A person answers the held scan as before."""
    from honest_sitemaps import pipeline

    if pipeline.held():
        pipeline.rebase("shop", why="again", now=START + timedelta(days=day), fetcher=shop)


def selector_fault(shop: Shop, blocks: list[dict]) -> str:
    """
    The suggested selectors, if with them as noise the figure's change is gone from every page
    and nothing else is.
    """
    from honest_sitemaps import fingerprint

    if not blocks:
        return "NOT HELD"
    chosen = tuple(dict.fromkeys(s for b in blocks if (s := b.get("selector"))))
    if not chosen:
        return "none: " + str(blocks[0].get("path"))

    def lines(one: Product, step: int, noise: tuple[str, ...]) -> tuple[str, ...]:
        figure = shop.taught.figure(one.n, step) if step >= 0 else ""
        html = page(one, figure, place=shop.taught.place)
        return fingerprint.of_html(html, loc=f"{ORIGIN}/{one.n:04}/", noise=noise).lines

    for one in shop.products:
        before, after = (lines(one, step, chosen) for step in (0, 1))
        if before != after:
            return f"WRONG {chosen} leaves page {one.n} changed"
        own = set(lines(one, -1, ())) & set(lines(one, 0, ())) & set(lines(one, 1, ()))
        if lost := [line for line in own if line not in after]:
            return f"WRONG {chosen} takes {lost[:2]} of page {one.n}"
    return ", ".join(chosen)


def try_edits(pages: int, only: str) -> None:
    print(f"\nEdits on a section that knows a figure ({pages} pages): taken for furniture")
    print(f"{'edit':<26} {'alone':>7} {'with the figure':>16}  by")
    total = flows = 0
    for name, (edit, share) in EDITS.items():
        if only not in name:
            continue
        swallowed = {False: 0, True: 0}
        by: list[str] = []
        for figure, one in FIGURES.items():
            for together in (False, True):
                shop = Shop(one, pages)
                with registered(shop):
                    if not taught(shop):
                        continue
                    shop.step += together
                    edited = shop.edit(edit, share)
                    lost = len(sweep(shop, 2).rebased & edited)
                flows += len(edited)
                swallowed[together] += lost
                by += [figure] if lost else []
        total += sum(swallowed.values())
        print(f"{name:<26} {swallowed[False]:>7} {swallowed[True]:>16}  {', '.join(by)[:80]}")
    print(f"swallowed {total} of {flows:,} edits")


def cost(pages: int) -> None:
    """A section in which every page changes by a known figure: what does knowing it take?"""
    from django.db import connection

    from honest_sitemaps import ledger

    print(f"\nCost, {pages:,} changed pages ({connection.vendor})")
    for name in ("paragraph", "each page's own", "two blocks", "rotating words"):
        shop = Shop(FIGURES[name], pages)
        with registered(shop):
            taught(shop)
            shop.step = 2
            clock = Stopwatch()
            original = ledger.rebase_furniture
            try:
                ledger.rebase_furniture = clock.around(original)
                started = time.perf_counter()
                seen = sweep(shop, 2)
                whole = time.perf_counter() - started
            finally:
                ledger.rebase_furniture = original
        print(
            f"{name:<22} {1000 * clock.took * 1000 / pages:8.0f} ms and "
            f"{clock.queries * 1000 / pages:5.1f} queries per 1,000 changed pages, "
            f"{clock.took / whole:5.1%} of a sweep of {whole:.1f} s; "
            f"re-based {len(seen.rebased)}"
        )


class Stopwatch:
    """Times one call of a function, and counts its queries."""

    def __init__(self) -> None:
        self.took = 0.0
        self.queries = 0

    def __call__(self, execute, sql, params, many, context):
        self.queries += 1
        return execute(sql, params, many, context)

    def around(self, function):
        from django.db import connection

        def timed(*args, **kwargs):
            started = time.perf_counter()
            with connection.execute_wrapper(self):
                answer = function(*args, **kwargs)
            self.took += time.perf_counter() - started
            return answer

        return timed


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pages", type=int, default=80)
    parser.add_argument("--cost", type=int, default=1000)
    parser.add_argument("--only", default="")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{folder}/bench.sqlite3")
        os.environ["DJANGO_SETTINGS_MODULE"] = "project.settings"
        os.environ["LOG_LEVEL"] = "ERROR"
        import django
        import lxml.etree
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        print(
            f"{platform.platform()}, {os.cpu_count()} cores, "
            f"Python {platform.python_version()}"
        )
        print(f"Django {django.__version__}, lxml {lxml.etree.LXML_VERSION}")
        try_figures(chosen.pages, chosen.only)
        try_edits(chosen.pages, chosen.only)
        if chosen.cost:
            cost(chosen.cost)


if __name__ == "__main__":
    main()
