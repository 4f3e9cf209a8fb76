"""Text and times as XML may hold them."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time

from django.utils import timezone

_DROPPED = (
    *range(0x00, 0x09),
    *(0x0B, 0x0C),
    *range(0x0E, 0x20),
    *range(0xD800, 0xE000),
    *(0xFFFE, 0xFFFF),
)
"""What is no ``Char`` of XML 1.0 (https://www.w3.org/TR/xml/#charsets): no reference can stand
for it either, so it is left out. Lone surrogates are among them."""

_TABLE: dict[int, str | None] = {
    **dict.fromkeys(_DROPPED),
    # The five that https://www.sitemaps.org/protocol.html#escaping asks for.
    ord("&"): "&amp;",
    ord("<"): "&lt;",
    ord(">"): "&gt;",
    ord("'"): "&apos;",
    ord('"'): "&quot;",
    # A parser turns a bare carriage return into a line feed; its reference stays what it is.
    ord("\r"): "&#13;",
}
_SPECIAL = re.compile("[&<>'\"\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")


def escaped(text: str) -> str:
    """``text`` for an element or a quoted attribute; what XML 1.0 forbids is left out."""
    return text if _SPECIAL.search(text) is None else text.translate(_TABLE)


def is_plain(text: str) -> bool:
    """
    Whether `escaped` gives back the text itself, at the price of a few scans in C.

    For the locs of many entries joined together; ``False`` for some texts that are plain.
    """
    return (
        text.isascii()
        and text.isprintable()
        and not any(character in text for character in "&<>'\"")
    )


def element(name: str, text: str) -> str:
    return f"<{name}>{escaped(text)}</{name}>"


def text_of(value: object) -> str:
    """``value`` as stripped text; ``""`` also for what XML can hold nothing of."""
    text = "" if value is None else str(value).strip()
    return text if escaped(text).strip() else ""


def w3c(moment: datetime) -> str:
    """``2026-11-30T08:00:00+00:00``: https://www.w3.org/TR/NOTE-datetime, in UTC."""
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def w3c_day(moment: datetime) -> str:
    """The day of a date known by the day: it was stored as that day's midnight here."""
    return timezone.localtime(moment, timezone.get_default_timezone()).date().isoformat()


def parsed_moment(raw: object) -> tuple[datetime, bool] | None:
    """
    An ISO 8601 text, a date or a datetime as an aware datetime, and whether it is only a day.

    ``None`` if it is none of them. What has no zone is meant in the default time zone.
    """
    try:
        value = _iso(raw) if isinstance(raw, str) else raw
        if not isinstance(value, date):
            return None
        is_day = not isinstance(value, datetime)
        moment = value if isinstance(value, datetime) else datetime.combine(value, time())
        if timezone.is_naive(moment):
            moment = timezone.make_aware(moment, timezone.get_default_timezone())
        return moment.astimezone(UTC), is_day
    except (ValueError, OverflowError):  # no date, or one that no calendar has in UTC
        return None


def _iso(raw: str) -> date:
    text = raw.strip()
    is_day = len(text) == len("2026-11-30")
    return date.fromisoformat(text) if is_day else datetime.fromisoformat(text)
