"""
The language versions of a page, in each of their entries.

Reciprocal by construction: the links of a set are written once, and every member gets that
very text, itself included
(https://developers.google.com/search/docs/specialty/international/localized-versions).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from honest_sitemaps.publish.xml_text import escaped

_TAG = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?(-[a-z0-9]{4,8})*")
"""BCP 47 (RFC 5646) as far as search engines read it: language, script, region, variants."""

_SCRIPTS = {"latin": "latn", "cyrillic": "cyrl", "devanagari": "deva"}
"""The locale modifiers that name a script: ``sr@latin``."""


class Member(NamedTuple):
    """A listed page of a translation set."""

    section_id: int
    slot: int
    language: str
    """Django language code."""

    loc: str


class LinkSet(NamedTuple):
    xml: str
    members: frozenset[tuple[int, int]]
    """Section id and slot of the entries that carry it."""


NO_LINKS = LinkSet(xml="", members=frozenset())


def link_set(members: Sequence[Member], *, default_language: str) -> LinkSet:
    """
    The links of a translation set; none for a set of one.

    Of two members with one language the first by section and slot represents it; the other
    carries no links, since nothing can point back at it. ``x-default`` is the member in the
    site's default language, if it is listed.
    """
    by_tag: dict[str, Member] = {}
    for member in sorted(members):
        tag = hreflang(member.language)
        if tag:
            by_tag.setdefault(tag, member)
    if len(by_tag) < 2:
        return NO_LINKS
    links = [_link(tag, by_tag[tag].loc) for tag in sorted(by_tag)]
    default = _default_of(by_tag, default_language)
    if default is not None:
        links.append(_link("x-default", default.loc))
    return LinkSet(
        xml="".join(links),
        members=frozenset((member.section_id, member.slot) for member in by_tag.values()),
    )


def hreflang(language: str) -> str:
    """
    A Django language code as a BCP 47 tag: ``zh-hans`` → ``zh-Hans``, ``pt-br`` → ``pt-BR``.

    ``""`` for what is none.
    """
    code, _, modifier = language.replace("_", "-").lower().partition("@")
    if modifier:
        head, *tail = code.split("-")
        code = "-".join([head, _SCRIPTS.get(modifier, "?"), *tail])
    head, *rest = code.split("-")
    tag = "-".join([head, *(_cased(part) for part in rest)])
    return tag if _TAG.fullmatch(tag) else ""


def _cased(part: str) -> str:
    if len(part) == 4 and part.isalpha():
        return part.title()
    return part.upper() if len(part) == 2 else part


def _default_of(by_tag: dict[str, Member], default_language: str) -> Member | None:
    tag = hreflang(default_language)
    return by_tag.get(tag) or by_tag.get(tag.partition("-")[0])


def _link(tag: str, loc: str) -> str:
    return f'<xhtml:link rel="alternate" hreflang="{tag}" href="{escaped(loc)}"/>'
