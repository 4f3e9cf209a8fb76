"""The text of robots.txt: the project's rules, then where the sitemaps are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

ALLOW_ALL = "User-agent: *\nAllow: /\n"

_SITEMAP = re.compile(r"\s*sitemap\s*:\s*(\S+)", re.IGNORECASE)
_TEXT = re.compile(r"\s*(#|(user-?agent|(dis)?allow|sitemap|crawl-delay)\s*:)", re.IGNORECASE)
"""As `honest_sitemaps.eligibility.robots_from_setting` tells a text from a path."""


def robots_txt(setting: str, *, sitemaps: Sequence[str]) -> str:
    """
    The rules of ``setting`` (text, path or ``""``), and a line for each of ``sitemaps`` last.

    ``Sitemap:`` lines that the rules hold move to the end, too: they belong to no group, and
    in the middle of one some readers end it there.
    """
    lines = _rules(setting).splitlines()
    theirs = [found[1] for line in lines if (found := _SITEMAP.match(line))]
    rules = [line for line in lines if not _SITEMAP.match(line)]
    while rules and not rules[-1].strip():
        rules.pop()
    named = [f"Sitemap: {loc}" for loc in dict.fromkeys([*theirs, *sitemaps])]
    return "\n".join([*rules, *(["", *named] if named else []), ""])


def _rules(setting: str) -> str:
    if not setting:
        return ALLOW_ALL
    if "\n" in setting or _TEXT.match(setting):
        return setting
    return Path(setting).read_text(encoding="utf-8-sig")
