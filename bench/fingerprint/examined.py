"""
The examiner: pieces of noise and of change, put into composed pages and into third-party ones.

``python -m bench.fingerprint.examined [--seed N] [--pages FOLDER] [--share 0.2]``
"""

from __future__ import annotations

import argparse
import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

from lxml.etree import Comment
from lxml.html import HTMLParser, document_fromstring

from bench.fingerprint import (
    examined_changes,
    examined_edits,
    examined_noise,
    examined_writing,
)
from bench.fingerprint.examined_pages import COMPOSED
from bench.fingerprint.examined_writing import Html, Whole
from bench.fingerprint.kinds import BARS, LOC
from bench.fingerprint.pages import body_of, load, paragraphs, written

PARSER = partial(HTMLParser, encoding="utf-8", huge_tree=True)

WORDS = (
    "harbour anchor lantern timber rope sailor compass ferry lighthouse current pebble "
    "cargo rudder galley pilot mast beacon wharf dock canvas"
)
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def _hex(digits: int) -> Callable[[Random], str]:
    return lambda rng: f"{rng.getrandbits(4 * digits):0{digits}x}"


def _mixed(letters: int) -> Callable[[Random], str]:
    """A hash as bundlers write them: letters and digits, both there."""

    def drawn(rng: Random) -> str:
        said = "".join(rng.choice(_ALPHABET) for _ in range(letters - 2))
        return rng.choice("abcdefgh") + said + str(rng.randrange(10))

    return drawn


def _words(count: int) -> Callable[[Random], str]:
    def drawn(rng: Random) -> str:
        said = " ".join(rng.choice(WORDS.split()) for _ in range(count))
        return f"{said.capitalize()} {rng.randrange(100, 999)}"

    return drawn


def _cfemail(address: str) -> Callable[[Random], str]:
    def drawn(rng: Random) -> str:
        key = rng.randrange(1, 256)
        return bytes([key, *(ord(letter) ^ key for letter in address)]).hex()

    return drawn


DRAWN: dict[str, Callable[[Random], str]] = {
    "token": _mixed(43),
    "epoch": lambda rng: str(rng.randrange(1_700_000_000, 1_800_000_000)),
    "small": lambda rng: str(rng.randrange(2, 28)),
    "day": lambda rng: str(rng.randrange(1, 29)),
    "two": lambda rng: f"{rng.randrange(10, 99)}",
    "count": lambda rng: f"{rng.randrange(1000, 99_999):,}",
    "word": lambda rng: rng.choice(WORDS.split()) + _hex(3)(rng),
    "words": _words(7),
    "long": _words(40),
    "filler": lambda rng: _hex(rng.randrange(4, 90))(rng),
    "isodate": lambda rng: (
        f"2026-{rng.randrange(1, 13):02}-{rng.randrange(1, 29):02}T"
        f"{rng.randrange(24):02}:{rng.randrange(60):02}:00+00:00"
    ),
    "stamp": lambda rng: f"202611{rng.randrange(1, 29):02}T{rng.randrange(24):02}0000Z",
    "uuid": lambda rng: re.sub(
        r"(.{8})(.{4})(.{4})(.{4})(.{12})", r"\1-\2-\3-\4-\5", _hex(32)(rng)
    ),
    "cf": _cfemail("ann@example.com"),
    "cfa": _cfemail("ann@example.com"),
    "cfb": _cfemail("ben@example.com"),
}
MARKS = re.compile("<!--(?:head|content|page)-->")
_FIELD = re.compile(r"\[([a-z]+)(\d*)\]")


def drawn(piece: str, rng: Random) -> tuple[str, str]:
    """Both states of a piece, in either order; `KeyError` for a field that nobody knows."""
    before, after = _states(piece, rng.randrange(60))
    if rng.random() < 0.5:
        before, after = after, before
    fresh = [dict[str, str](), dict[str, str]()]
    said = []
    for state, known in zip((before, after), fresh, strict=True):

        def value(match: re.Match[str], known: dict[str, str] = known) -> str:
            kind, digits = match.groups()
            # One state says the same id wherever it stands.
            if match[0] not in known or kind in ("word", "words", "long"):
                draw = DRAWN.get(kind) or {"hex": _hex, "hash": _mixed}[kind](int(digits))
                known[match[0]] = draw(rng)
            return known[match[0]]

        said.append(_FIELD.sub(value, state))
    return said[0], said[1]


def _states(piece: str, choice: int) -> tuple[str, str]:
    """``a[b||c]d`` is ``abd`` and ``acd``; of three ways the first and one of the others."""
    at = 0
    before, after = "", ""
    while (start := _opening(piece, at)) >= 0:
        end = _closing(piece, start)
        ways = _split(piece[start + 1 : end])
        plain = piece[at:start]
        before += plain + ways[0]
        after += plain + ways[1 + choice % (len(ways) - 1)]
        at = end + 1
    return before + piece[at:], after + piece[at:]


def _opening(piece: str, at: int) -> int:
    """The next bracket that names states, from ``at``."""
    for start in range(at, len(piece)):
        if piece[start] == "[" and len(_split(piece[start + 1 : _closing(piece, start)])) > 1:
            return start
    return -1


def _closing(piece: str, start: int) -> int:
    depth = 0
    for at in range(start, len(piece)):
        depth += {"[": 1, "]": -1}.get(piece[at], 0)
        if depth == 0:
            return at
    return len(piece)


def _split(inner: str) -> list[str]:
    """The ways, parted by ``||`` outside of inner brackets."""
    ways, depth, last = [], 0, 0
    for at in range(len(inner)):
        depth += {"[": 1, "]": -1}.get(inner[at], 0)
        if depth == 0 and inner.startswith("||", at) and at >= last:
            ways.append(inner[last:at])
            last = at + 2
    return [*ways, inner[last:]]


def put(html: str, rng: Random, *, piece: str, place: str) -> tuple[str, str] | None:
    """The page with either state of the piece at one of these places; None if it has none."""
    marks = [match.start() for match in re.finditer(f"<!--{place}-->", html)]
    if not marks:
        return None
    at = rng.choice(marks)
    before, after = (MARKS.sub("", _with(html, at, one)) for one in drawn(piece, rng))
    return before, after


def _with(html: str, at: int, piece: str) -> str:
    return html[:at] + piece + html[at:]


def marked(html: str) -> str:
    """
    A page of others with the places marked: the end of its head, the end of its body, and
    behind the paragraphs of its content.
    """
    tree = document_fromstring(html.encode("utf-8", "replace"), parser=PARSER())
    for paragraph in paragraphs(tree):
        mark = Comment("content")
        mark.tail, paragraph.tail = paragraph.tail, None
        paragraph.addnext(mark)
    if (head := tree.find("head")) is not None:
        head.append(Comment("head"))
    body_of(tree).append(Comment("page"))
    return written(tree)


REFUSED = "UNFINGERPRINTABLE"
DECLARED = (".x-noise",)

PIECES = {
    # class: (pieces, whether they are noise)
    "universal": (examined_noise.UNIVERSAL, True),
    "furniture": (examined_noise.FURNITURE, True),
    "declared": (examined_noise.DECLARED, True),
    "policy": (examined_noise.POLICY, True),
    "plain": (examined_changes.PLAIN, False),
    "easily lost": (examined_changes.LOST, False),
}
WHOLE = {
    "universal": (examined_writing.NOISE, True),
    "plain": (examined_edits.PLAIN, False),
    "easily lost": (examined_edits.LOST, False),
}


def sources(folder: Path | None, *, limit: int, seed: int) -> Iterator[tuple[str, str]]:
    """Names and HTML of the pages, their places marked."""
    for compose in COMPOSED:
        yield compose.__name__, compose(Random(f"{seed} {compose.__name__}"))
    for page in load(folder, limit=limit, seed=seed) if folder else ():
        yield page.name, marked(page.text)


def mutators() -> Iterator[tuple[str, str, bool, Whole]]:
    """Class, name, whether it is noise, and what makes the two pages."""
    for label, (pieces, is_noise) in PIECES.items():
        for name, (place, piece) in pieces.items():
            yield label, name, is_noise, partial(put, piece=piece, place=place)
    for label, (wholes, is_noise) in WHOLE.items():
        for name, whole in wholes.items():
            yield label, name, is_noise, partial(_unmarked, whole)


def _unmarked(whole: Whole, html: str, rng: Random) -> tuple[Html, Html] | None:
    return whole(MARKS.sub("", html), rng)


@dataclass
class Tally:
    """What came of one class."""

    tried: int = 0
    names: set[str] = field(default_factory=set)
    wrong: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """Pages on which the digest erred, by mutator."""

    @property
    def share(self) -> float:
        return sum(map(len, self.wrong.values())) / max(self.tried, 1)


def examine(
    digest: Callable[..., str], pages: list[tuple[str, str]], *, seed: int, share: float
) -> dict[str, Tally]:
    """The mistakes, by class; ``share`` of the mutators is drawn for each page."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    for page, html in pages:
        if digest(html, url=LOC).startswith(REFUSED):
            continue
        for label, name, is_noise, make in mutators():
            rng = Random(f"{seed} {label} {name} {page}")
            if rng.random() > share or (pair := make(html, rng=rng)) is None:
                continue
            tally = tallies[label]
            tally.tried += 1
            tally.names.add(name)
            one, two = (digest(state, url=LOC, ignore=DECLARED) for state in pair)
            if one.startswith(REFUSED) or (one == two) != is_noise:
                tally.wrong[name].append(page)
    return tallies


def tell(tallies: dict[str, Tally], *, shown: int = 6) -> bool:
    """Print each class and its mistakes; answer whether all keep their bar."""
    for label, tally in tallies.items():
        wrong = sum(map(len, tally.wrong.values()))
        print(
            f"{label:<12} {len(tally.names):>4} mutators {tally.tried:>6} pairs "
            f"{wrong:>5} wrong {tally.share:.2%}"
        )
        for name, pages in sorted(tally.wrong.items(), key=lambda item: -len(item[1])):
            print(f"    {name:<28} {len(pages):>4}  {', '.join(pages[:shown])}")
    return all(tally.share <= BARS.get(label, 1.0) for label, tally in tallies.items())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pages", type=Path, help="a folder of HTML that others wrote")
    parser.add_argument("--limit", type=int, default=40)
    parser.add_argument("--share", type=float, default=1.0, help="of the mutators, by page")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
    from honest_sitemaps.fingerprint.scoring import digest

    pages = list(sources(options.pages, limit=options.limit, seed=options.seed))
    tallies = examine(digest, pages, seed=options.seed, share=options.share)
    raise SystemExit(not tell(tallies))


if __name__ == "__main__":
    main()
