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
    JOINTS,
    LAST_TOUCHED,
    LOOSELY_AGO,
    MONTHS_AND_DAYS,
    OF_DATES,
    PRINTED,
    TOUCHED,
    TOUCHED_ELSEWHERE,
)

LEFT_OUT = "\ufffc"
"""Stands in a line for a time that the page marks as noise: U+FFFC, OBJECT REPLACEMENT."""

_SOME_DATE = "2001-01-01"
_COLONS = (":", "：")
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
    return re.compile(rf"\W*(?:{words})(?: ?[:：] ?|\b ?|(?=\d))(?P<rest>.*)", re.IGNORECASE)


_LAST_TOUCHED = _label(LAST_TOUCHED)
_LABELS = (
    (_LAST_TOUCHED, True),
    (_label(TOUCHED), True),
    (_label(TOUCHED_ELSEWHERE), False),
)
"""A label, and whether a date without a year or a time is enough behind it."""

_JOINT = re.compile(rf"(?:{JOINTS})[:：]?", re.IGNORECASE)
_BY_WHOM = re.compile(r"\bby (?:[^\W\d_][\w.'’-]*,? ?){1,4}")

_ANY_LABEL = rf"(?:{LAST_TOUCHED}|{TOUCHED}|{TOUCHED_ELSEWHERE}|{PRINTED})"
_LED_TO = rf"{_ANY_LABEL}(?: (?:{JOINTS}))?[:：]? ?{LEFT_OUT}"
_LED = re.compile(
    rf"[^\w{LEFT_OUT}]*"
    rf"(?:{_LED_TO}|[^\d:：.!?{LEFT_OUT}]{{1,40}}[:：] ?{LEFT_OUT}|{LEFT_OUT})\W*",
    re.IGNORECASE,
)
_TAIL = re.compile(rf"(?: ?[,;–—-] | ?[(\[]|(?<=[.!?]) ){_LED_TO}[)\]]?\.?$", re.IGNORECASE)
"""Behind prose: ``By Ann, last updated …``, ``By Ann (updated …)``."""

_TOKEN = re.compile(
    # Vowel signs of Arabic, Devanagari and Bengali are no letters to ``re``.
    r"\d+|[^\W\d_](?:[^\W\d_]"
    r"|[\u064b-\u065f\u0900-\u0903\u093a-\u094f\u0981-\u0983\u09bc-\u09cd])*"
)
_SEPARATOR = re.compile(r" ([·•|]) ")
_POINT_IN_TIME = re.compile(r"(?:19|20)\d\d|[^\D0-9]{4}|\d[./:-]\d")

# "Page weight: 34 kB", "Generated in 0.12 s", "Build 3f2a9c1": of the build, not of the page.
# "Size: 34 kB" may be that of a download, "Build 12" a headline of release notes.
_MEASURE = re.compile(
    r"\W*(?:(?:this )?(?:page|site) (?:weight|size|load(?:ing)? time)"
    r"|(?:(?:this )?(?:page|site) )?(?:generation|render(?:ing)?) time"
    r"|(?:(?:this )?(?:page|site) )?(?:was )?(?:generated|rendered|built|served|loaded) in):? "
    r"[\d.,]+ ?(?:[munµ]?s|sec(?:ond)?s?|milliseconds?|[km]?i?b|bytes)\W*",
    re.IGNORECASE,
)
_BUILD = re.compile(
    r"\W*(?:build(?: id| number| hash)?|git (?:commit|sha|revision))[ :#]+"
    r"(?=\S*\d)[\w.+-]{4,64}\W*",
    re.IGNORECASE,
)

_COPYRIGHT_SIGNS = ("©", "(", "opyright", "OPYRIGHT")
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
    if len(words) > _LONGEST_RELATIVE or not (is_sure or _POINT_IN_TIME.search(words)):
        return False
    return _is_made_of_dates(words, room=1)


def tells_time(words: str) -> bool:
    """Whether an element that is passed over said a date, or a time that counts from now."""
    return is_relative(words) or keeps_promise(words)


def is_stamp(line: str, *, with_time: bool = False) -> bool:
    """
    Whether a whole line of text says only when the page was touched, or how it was made. A
    label that leaves no doubt is a stamp without its date, too: a site may not know it yet.

    ``with_time``: a time stood in it whose words were left out, so that any label is enough.
    """
    if len(line) > _LONGEST_STAMP:
        return False
    if LEFT_OUT in line:
        return _LED.fullmatch(line) is not None or is_stamp(line.replace(LEFT_OUT, _SOME_DATE))
    if with_time and _is_label(line):
        return True
    if not any(map(str.isdigit, line)):
        return len(line) <= _LONGEST_RELATIVE and _is_stamp_in_words(line)
    if any(pattern.fullmatch(line) for pattern in (_ALONE, _MEASURE, _BUILD)):
        return True
    return any(
        (found := label.fullmatch(line)) is not None
        and _is_date(found["rest"], is_sure=is_sure, is_last=label is _LAST_TOUCHED)
        for label, is_sure in _LABELS
    )


def is_label(line: str) -> bool:
    """Whether a line promises that the next one says when the page was touched."""
    return len(line) <= _LONGEST_LABEL and _is_label(line)


def keeps_promise(line: str) -> bool:
    """Whether a line behind such a label is a date and no more."""
    if len(line) > _LONGEST_LABEL:
        return False
    if _POINT_IN_TIME.search(line):
        return _is_made_of_dates(line, room=1)
    if line.strip(" .()") == LEFT_OUT:
        return True
    has_words = any(token.isalpha() for token in _TOKEN.findall(line))
    return has_words and _is_made_of_dates(line, room=0)


def without_stamps(line: str, *, with_time: bool = False) -> tuple[str, str]:
    """
    A line's words, and the stamps among them: ``By Ann · Updated 3 May 2026 · 5 min read`` is
    three parts, of which one is a stamp. The words hold no `LEFT_OUT`.
    """
    if len(line) > _LONGEST_STAMP:
        return _plain(line), ""
    separator = None
    if " · " in line or " • " in line or " | " in line:
        separator = _SEPARATOR.search(line)
    if separator is None:
        if is_stamp(line, with_time=with_time):
            return "", line
        tail = _TAIL.search(line) if LEFT_OUT in line else None
        return (_plain(line[: tail.start()]), tail[0]) if tail else (_plain(line), "")
    parts = _SEPARATOR.split(line)[::2]
    stamps = [part for part in parts if is_stamp(part, with_time=with_time)]
    if not stamps:
        return _plain(line), ""
    kept = [part for part in parts if part not in stamps]
    return _plain(separator[0].join(kept)), separator[0].join(stamps)


def undated(line: str) -> str:
    """``© 2019-2026 Example`` and ``© 2019-2027 Example`` become ``© Example``."""
    if len(line) > _LONGEST_COPYRIGHT or not any(sign in line for sign in _COPYRIGHT_SIGNS):
        return line
    if not _COPYRIGHT_HINT.search(line):
        return line
    return " ".join(_COPYRIGHT.sub(r"\g<sign>", line).split())


def _is_label(line: str) -> bool:
    """Whether a line is one of the labels and no more than a word like "on" behind it."""
    return any(
        (found := label.fullmatch(line)) is not None
        and (not found["rest"] or _JOINT.fullmatch(found["rest"]) is not None)
        for label, _ in _LABELS
    )


def _is_stamp_in_words(line: str) -> bool:
    """Without a digit: ``Last updated yesterday``, ``an hour ago``, ``Updated:``."""
    found = _LAST_TOUCHED.fullmatch(line)
    if found and is_relative(found["rest"]):
        return True
    if found and _is_label(line):
        # "Recently updated" is the heading of a list.
        return "recently" not in line.lower()
    return _ALONE.fullmatch(line) is not None or (line[-1:] in _COLONS and _is_label(line))


def _plain(line: str) -> str:
    return " ".join(line.replace(LEFT_OUT, "").split()) if LEFT_OUT in line else line


def _is_date(text: str, *, is_sure: bool, is_last: bool) -> bool:
    """
    Whether the text is a date, with the name of who touched the page where ``is_last``. Where
    nothing made it sure, it must hold a year or a time; else a month or a day's name will do.
    """
    if is_last:
        text = _BY_WHOM.sub("", text).removeprefix("in ")
    is_known = _POINT_IN_TIME.search(text) or (
        is_sure and any(word.lower() in MONTHS_AND_DAYS for word in _TOKEN.findall(text))
    )
    return bool(is_known) and _is_made_of_dates(text, room=0)


def _is_made_of_dates(text: str, *, room: int) -> bool:
    """Whether numbers, words of dates and at most ``room`` others make up the text."""
    tokens = _TOKEN.findall(text)
    words = [token for token in tokens if not token[0].isdigit()]
    others = sum(word.lower() not in OF_DATES for word in words)
    return len(words) < len(tokens) and others <= room
