"""
Bytes that nobody wrote: no page may crash the fingerprint, hang it, or get two digests.

``python -m bench.fingerprint.fuzz [--minutes 10] [--seed N] [--pages FOLDER]``

Each execution bends a page (composed, hazards, or of a folder) a few times: bytes flipped,
stretches cut, doubled, moved or taken from another page, tags and attributes of the examiner
thrown in. Then: of bytes and of their text one digest, the same twice, in bounded time; its
lines hold no separator and no control character; a line of the page has a place, and the
selector of the place takes lines away. A find is written to a folder and told.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from random import Random

from bench.fingerprint import examined_changes, examined_noise
from bench.fingerprint.examined import MARKS, drawn, sources
from bench.fingerprint.hostile import _HAZARDS
from bench.fingerprint.kinds import LOC

SLOW_SECONDS = 3.0
"""Of processor time; a page of 1 MB takes a tenth."""

PLACED_SHARE = 0.05
"""Of the executions that are asked for a place, which takes some walks over the page."""

_ODD = (
    *(b"<", b">", b"</", b"<!--", b"-->", b"<![CDATA[", b"]]>", b"&#0;", b"&#xD800;", b"\x00"),
    *(b"\xff\xfe", b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80", b"\x1e", b"\x1f", b"'"),
    *(b'"', b"<svg>", b"<math>", b"<template>", b"<table>", b"<select>", b"<title>", b"<pre>"),
    *(
        b"<noscript>",
        b"<iframe>",
        b"</main>",
        b"<main>",
        b"<main hidden>",
        b"<body>",
        b"<base>",
    ),
    *(
        b"<script type='application/ld+json'>",
        b"</script>",
        b"<time datetime='",
        b"<h1>",
        b"<li>",
    ),
    *(
        b"class='share",
        b"role=navigation",
        b"data-sitemap-noise",
        b"itemprop=x",
        b"<td>",
        b"\r",
    ),
    *(
        b"data-cfemail=zz",
        b"href='http://[",
        b"srcset=','",
        "\u200d\u202e\u0301".encode(),
        b"%",
    ),
)


def bent(page: bytes, others: list[bytes], pieces: list[str], rng: Random) -> bytes:
    """The page after one to eight steps."""
    for _ in range(rng.randrange(1, 9)):
        at = rng.randrange(len(page) + 1)
        end = min(len(page), at + rng.randrange(1, 400))
        step = rng.randrange(8)
        if step == 0:
            page = page[:at] + bytes([rng.randrange(256)]) + page[at + 1 :]
        elif step == 1:
            page = page[:at] + page[end:]
        elif step == 2:
            page = page[:end] + page[at:end] * rng.randrange(1, 40) + page[end:]
        elif step == 3:
            to = rng.randrange(len(page) + 1)
            page = page[:to] + page[at:end] + page[to:]
        elif step == 4:
            other = rng.choice(others)
            start = rng.randrange(len(other) + 1)
            page = page[:at] + other[start : start + 2000] + page[at:]
        elif step == 5:
            said = drawn(rng.choice(pieces), rng)[rng.randrange(2)]
            page = page[:at] + said.encode("utf-8", "replace") + page[at:]
        elif step == 6:
            page = page[:at] + rng.choice(_ODD) * rng.choice((1, 1, 1, 3, 300)) + page[at:]
        else:
            page = page[:at]
    return page


def faults(html: bytes, rng: Random) -> list[str]:
    """What is wrong with the fingerprint of this page; raises what it raises."""
    from honest_sitemaps import fingerprint
    from honest_sitemaps.capture import Document

    started = time.process_time()
    mark = fingerprint.of_html(html, loc=LOC)
    took = time.process_time() - started
    found = [f"took {took:.1f} s for {len(html):,} bytes"] if took > SLOW_SECONDS else []
    if fingerprint.of_html(html, loc=LOC) != mark:
        found.append("two digests of one page")
    text = Document.of_html(html, loc=LOC).text
    if isinstance(mark, fingerprint.Unfingerprintable):
        return found
    if _is_plain(html) and fingerprint.of_html(html.decode(), loc=LOC) != mark:
        found.append("another digest of the text than of its bytes")
    if any(sign in line for line in mark.lines for sign in "\x00\x1e\x1f\n\r"):
        found.append("a control character in a line")
    if text and rng.random() < PLACED_SHARE:
        document = Document.of_html(html, loc=LOC)
        rules = fingerprint.Rules()
        line = rng.choice(mark.lines)
        place = fingerprint.place_of(document, line, rules=rules)
        if place is None:
            found.append(f"no place for {line[:80]!r}")
        elif place.selector:
            taken = fingerprint.lines_selected(document, place.selector, rules=rules)
            if line not in taken:
                found.append(f"{place.selector!r} does not take {line[:80]!r}")
    return found


def _is_plain(html: bytes) -> bool:
    """Whether the bytes are UTF-8 and say nothing else of themselves."""
    try:
        html.decode()
    except UnicodeDecodeError:
        return False
    return b"charset" not in html.lower().replace(b'charset="utf-8"', b"") and not any(
        html.startswith(mark) for mark in (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pages", type=Path)
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--finds", type=Path, default=Path("/tmp/fingerprint-finds"))
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
    rng = Random(options.seed)
    composed = sources(options.pages, limit=options.limit, seed=options.seed)
    pages = [MARKS.sub("", html).encode("utf-8", "replace") for _, html in composed]
    pages += [
        f"<main><p>a</p>{one}<p>b</p></main>".encode("utf-8", "replace")
        for one in _HAZARDS.values()
    ]
    tables = (examined_noise.UNIVERSAL, examined_noise.FURNITURE, examined_changes.LOST)
    pieces = [piece for table in tables for _, piece in table.values()]
    until = time.monotonic() + 60 * options.minutes
    executions, finds = 0, Counter[str]()
    while time.monotonic() < until:
        html = bent(rng.choice(pages), pages, pieces, rng)
        executions += 1
        try:
            found = faults(html, rng)
        except Exception:
            found = ["".join(traceback.format_exception(*sys.exc_info())[-3:])]
        for fault in found:
            kind = fault.strip().splitlines()[-1][:60]
            finds[kind] += 1
            if finds[kind] <= 3:
                options.finds.mkdir(parents=True, exist_ok=True)
                (options.finds / f"{executions}.html").write_bytes(html)
                print(f"{executions}: {fault}", flush=True)
    print(f"{executions:,} executions in {options.minutes:g} minutes, {finds.total()} finds")
    raise SystemExit(bool(finds))


if __name__ == "__main__":
    main()
