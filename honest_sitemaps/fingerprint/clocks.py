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

_LONGEST_LABEL = 40
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


_LAST_TOUCHED = _label(LAST_TOUCHED)
_LABELS = (
    (_LAST_TOUCHED, 3, True),
    (_label(TOUCHED), 0, True),
    (_label(TOUCHED_ELSEWHERE), 2, False),
)
"""
A label, how many words its rest may hold that are no part of a date, and whether a date
without a year or a time is enough.
"""

_TOKEN = re.compile(r"\d+|[^\W\d_]+")
_SEPARATOR = re.compile(r" ([·•|]) ")
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


def is_date(words: str, *, is_sure: bool) -> bool:
    """
    Whether these words are a date, in a language whose months may be unknown here.
    ``is_sure``: they are one if they can be; else they must hold a year or a time.
    """
    return len(words) <= _LONGEST_RELATIVE and _is_date(words, room=1, is_sure=is_sure)


def is_stamp(line: str, *, with_time: bool = False) -> bool:
    """
    Whether a whole line of text says only when the page was touched, or how it was made.
    ``with_time``: a time stood in it whose words were left out, so that a label is enough.
    """
    if len(line) > _LONGEST_STAMP:
        return False
    if with_time and any(_is_bare(label.fullmatch(line)) for label, _, _ in _LABELS):
        return True
    if not any(map(str.isdigit, line)):
        found = _LAST_TOUCHED.fullmatch(line)
        return found is not None and is_relative(found["rest"])
    if any(pattern.fullmatch(line) for pattern in (_ALONE, _MEASURE, _BUILD)):
        return True
    return any(
        (found := label.fullmatch(line)) is not None
        and _is_date(found["rest"], room=room, is_sure=is_sure)
        for label, room, is_sure in _LABELS
    )


def is_label(line: str) -> bool:
    """Whether a line promises that the next one says when the page was touched."""
    return len(line) <= _LONGEST_LABEL and any(
        _is_bare(label.fullmatch(line)) for label, _, is_sure in _LABELS if is_sure
    )


def keeps_promise(line: str) -> bool:
    """Whether a line behind such a label is a date and no more."""
    if len(line) > _LONGEST_LABEL:
        return False
    return _is_date(line, room=1) or (" " in line and _is_date(line, room=0, is_sure=True))


def without_stamps(line: str, *, with_time: bool = False) -> tuple[str, str]:
    """
    A line's words, and the stamps among them: ``By Ann · Updated 3 May 2026 · 5 min read`` is
    three parts, of which one is a stamp.
    """
    separator = _SEPARATOR.search(line)
    if separator is None or len(line) > _LONGEST_STAMP:
        return ("", line) if is_stamp(line, with_time=with_time) else (line, "")
    parts = _SEPARATOR.split(line)[::2]
    stamps = [part for part in parts if is_stamp(part, with_time=with_time)]
    if not stamps:
        return line, ""
    kept = [part for part in parts if part not in stamps]
    return separator[0].join(kept), separator[0].join(stamps)


def undated(line: str) -> str:
    """``© 2019-2026 Example`` and ``© 2019-2027 Example`` become ``© Example``."""
    if len(line) > _LONGEST_COPYRIGHT or not _COPYRIGHT_HINT.search(line):
        return line
    return " ".join(_COPYRIGHT.sub(r"\g<sign>", line).split())


def _is_bare(label: re.Match[str] | None) -> bool:
    return label is not None and not label["rest"]


def _is_date(text: str, *, room: int, is_sure: bool = False) -> bool:
    """
    Whether numbers, words of dates and at most ``room`` others make up the text. Where nothing
    made it sure, a year or a time must be among the numbers.
    """
    if not (is_sure or _POINT_IN_TIME.search(text)):
        return False
    tokens = _TOKEN.findall(text)
    words = [token for token in tokens if not token[0].isdigit()]
    others = sum(word.lower() not in OF_DATES for word in words)
    return len(words) < len(tokens) and others <= room
