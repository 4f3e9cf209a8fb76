"""
Words that change because time passes, or because the page was touched, and say nothing else.

Three kinds: a time that counts from now ("3 days ago"), a stamp ("Last updated: 3 May 2026",
"page generated in 0.2 s"), the year of a copyright. Each is known only where it stands alone;
inside a sentence the same words are content. A duration ("25 minutes") counts from nothing and
is content.
"""

from __future__ import annotations

import re

from honest_sitemaps.fingerprint.clock_words import (
    AGO,
    AMOUNTS,
    LAST_TOUCHED,
    LOOSELY_AGO,
    OF_DATES,
    TOUCHED,
    TOUCHED_ELSEWHERE,
)

_LONGEST_RELATIVE = 60
_LONGEST_STAMP = 120
_LONGEST_COPYRIGHT = 400
"""Letters. What is longer is prose, whatever it starts with."""

_RELATIVE = re.compile(rf"(?:{LOOSELY_AGO})", re.IGNORECASE)
_DURATION = re.compile(AMOUNTS, re.IGNORECASE)
_ALONE = re.compile(
    rf"\W*(?:(?:{LAST_TOUCHED}|{TOUCHED}|posted|published|added|asked|answered|active|seen)"
    rf"(?: about)?:? )?(?:{AGO})\W*",
    re.IGNORECASE,
)


def _label(words: str) -> re.Pattern[str]:
    return re.compile(rf"\W*(?:{words})(?: ?[:：] ?|\b ?)(?P<rest>.*)", re.IGNORECASE)


_LABELS = ((_label(LAST_TOUCHED), 3), (_label(TOUCHED), 0), (_label(TOUCHED_ELSEWHERE), 2))
"""A label, and how many words its rest may hold that are no part of a date."""

_TOKEN = re.compile(r"\d+|[^\W\d_]+")
_POINT_IN_TIME = re.compile(r"(?:19|20)\d\d|\d[./:-]\d")

# "Page weight: 34 kB", "Generated in 0.12 s", "Build 3f2a9c1": of the build, not of the page.
_MEASURE = re.compile(
    r"\W*(?:this )?(?:page|site)? ?(?:was )?(?:generated|rendered|built|served|loaded|weight"
    r"|size|(?:load(?:ing)?|generation|render) time)(?: in|:)? [\d.,]+ ?"
    r"(?:[munµ]?s|sec(?:ond)?s?|milliseconds?|[km]?i?b|bytes)\W*",
    re.IGNORECASE,
)
_BUILD = re.compile(
    r"\W*(?:build(?: id| number| hash)?|git (?:commit|sha|revision))[ :#]+"
    r"(?=\S*\d)[\w.+-]{1,64}\W*",
    re.IGNORECASE,
)

_COPYRIGHT_HINT = re.compile(r"©|\([cC]\)|[cC]opyright|COPYRIGHT")
_COPYRIGHT = re.compile(
    r"(?P<sign>(?:©|\(c\)|copyright)[\s©]*(?:\(c\)\s*)?)"
    r"(?:19|20)\d\d(?:\s?[-–—,]\s?(?:(?:19|20)\d\d|present))*",
    re.IGNORECASE,
)


def is_relative(words: str) -> bool:
    """Whether these words, alone, count from now. They must be folded."""
    if not 0 < len(words) <= _LONGEST_RELATIVE:
        return False
    return _RELATIVE.fullmatch(words.strip(" .()")) is not None


def is_duration(words: str) -> bool:
    """Whether these words are an amount of time: Django's ``timesince`` leaves out "ago"."""
    return _DURATION.fullmatch(words) is not None


def is_stamp(line: str) -> bool:
    """Whether a whole line of text says only when the page was touched, or how it was made."""
    if len(line) > _LONGEST_STAMP or not any(map(str.isdigit, line)):
        return False
    if any(pattern.fullmatch(line) for pattern in (_ALONE, _MEASURE, _BUILD)):
        return True
    return any(
        (found := label.fullmatch(line)) is not None and _is_date(found["rest"], room=room)
        for label, room in _LABELS
    )


def undated(line: str) -> str:
    """``© 2019-2026 Example`` and ``© 2019-2027 Example`` become ``© Example``."""
    if len(line) > _LONGEST_COPYRIGHT or not _COPYRIGHT_HINT.search(line):
        return line
    return " ".join(_COPYRIGHT.sub(r"\g<sign>", line).split())


def _is_date(text: str, *, room: int) -> bool:
    """Whether a point in time, words of dates and at most ``room`` others make up the text."""
    if not _POINT_IN_TIME.search(text):
        return False
    words = [token for token in _TOKEN.findall(text) if not token[0].isdigit()]
    return sum(word.lower() not in OF_DATES for word in words) <= room
