"""
``python -m bench.fingerprint.score [MODULE:FUNCTION] [--pages FOLDER | --demo] [--seed N]``

Prints false moves of noise and missed changes of change, class by class and mutator by
mutator, for any ``function(html, url=…, ignore=…) -> str``. An answer that starts with
``UNFINGERPRINTABLE`` is a refusal: never a false move, and for hostile pages no miss either.
"""

from __future__ import annotations

import argparse
import importlib
import os
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from random import Random

from bench.fingerprint import changes, hostile, noise_markup, noise_page  # noqa: F401
from bench.fingerprint.kinds import BARS, CHANGE, IGNORED, LOC, MUTATORS, NOISE, Mutator
from bench.fingerprint.pages import Page, demo, fetch, load

DEFAULT = "honest_sitemaps.fingerprint.scoring:digest"
REFUSED = "UNFINGERPRINTABLE"


def main() -> None:
    options = _options()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
    module, _, name = options.digest.partition(":")
    digest = getattr(importlib.import_module(module), name)
    folder = demo() if options.demo else options.pages or fetch()
    pages = load(folder, limit=options.limit, seed=options.seed)
    wanted = [m for m in MUTATORS if options.only in f"{m.kind} {m.name}"]
    tally, wrong = _judge(digest, pages, wanted, seed=options.seed, each=options.each)
    _print(tally, wrong, worst=options.worst, shown=options.show)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("digest", nargs="?", default=DEFAULT)
    parser.add_argument("--pages", type=Path)
    parser.add_argument("--demo", action="store_true", help="the demo's own pages")
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=0, help="mutators a page, drawn by seed")
    parser.add_argument("--only", default="", help="kind or name of mutators")
    parser.add_argument("--worst", type=int, default=10)
    parser.add_argument("--show", type=int, default=3, help="pages named per mutator")
    return parser.parse_args()


Tally = dict[Mutator, Counter[str]]


def _judge(
    digest: Callable[..., str],
    pages: list[Page],
    mutators: list[Mutator],
    *,
    seed: int,
    each: int,
) -> tuple[Tally, dict[Mutator, list[str]]]:
    tally: Tally = defaultdict(Counter)
    wrong: dict[Mutator, list[str]] = defaultdict(list)
    for page in pages:
        drawn = Random(f"{seed}/{page.name}").sample(mutators, min(each or 999, len(mutators)))
        for mutator in drawn:
            made = mutator.make(page, Random(f"{seed}/{page.name}/{mutator.name}"))
            if made is None or made[0] == made[1]:
                continue
            answer = _answer(digest, *made, mutator)
            tally[mutator][answer] += 1
            if answer == "wrong":
                wrong[mutator].append(page.name)
    return tally, wrong


def _answer(digest: Callable[..., str], before: str, after: str, mutator: Mutator) -> str:
    started = time.perf_counter()
    one, two = (digest(html, url=LOC, ignore=IGNORED) for html in (before, after))
    if time.perf_counter() - started > 20:
        return "wrong"
    if one.startswith(REFUSED) or two.startswith(REFUSED):
        return "refused"
    moved = one != two
    return "right" if moved == (mutator.label == CHANGE) else "wrong"


def _print(tally: Tally, wrong: dict[Mutator, list[str]], *, worst: int, shown: int) -> None:
    for kind, bar in BARS.items():
        counts: Counter[str] = sum((c for m, c in tally.items() if m.kind == kind), Counter())
        judged = counts["right"] + counts["wrong"]
        share = counts["wrong"] / judged if judged else 0.0
        word = "false moves" if kind in ("universal", "furniture", "declared") else "missed"
        verdict = "ok" if share <= bar else "OVER"
        print(
            f"{kind:12} {counts['wrong']:5} of {judged:6} {word:11} {share:7.2%} "
            f"(bar {bar:.0%}) refused {counts['refused']:4} {verdict}"
        )
    ranked = sorted(tally, key=lambda m: -tally[m]["wrong"] / max(1, tally[m].total()))
    for mutator in ranked[:worst]:
        counts = tally[mutator]
        if counts["wrong"]:
            names = ", ".join(wrong[mutator][:shown])
            share = f"{counts['wrong']:4}/{counts.total():4}"
            print(f"  {mutator.kind:11} {mutator.name:30} {share} {names}")


if __name__ == "__main__":
    main()


__all__ = ["CHANGE", "NOISE", "main"]
