"""The text of robots.txt: the project's rules, then where the sitemaps are."""

from __future__ import annotations

import re
from collections.abc import Sequence

from honest_sitemaps.eligibility import robots_in_setting

ALLOW_ALL = "User-agent: *\nAllow: /\n"

_SITEMAP = re.compile(r"\s*sitemap\s*:\s*(\S+)", re.IGNORECASE)


def robots_txt(setting: str, *, sitemaps: Sequence[str]) -> str:
    """
    The rules of ``setting`` (text, path or ``""``), and a line for each of ``sitemaps`` last.

    ``Sitemap:`` lines that the rules hold move to the end, too: they belong to no group, and
    in the middle of one some readers end it there. Raises `ConfigurationError` for a path
    that cannot be read.
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
    # A byte that is no UTF-8 spoils one path; an error would answer 500, and forbid them all.
    return robots_in_setting(setting).decode("utf-8-sig", "replace")
