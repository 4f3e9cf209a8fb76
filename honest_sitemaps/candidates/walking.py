"""`walk`: every candidate of a source, finished, from anywhere."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace

from django.utils import timezone

from honest_sitemaps.candidates.candidate import Candidate
from honest_sitemaps.candidates.finish import finished
from honest_sitemaps.candidates.keys import is_shortened, storable
from honest_sitemaps.candidates.source import Source
from honest_sitemaps.conf import site_languages
from honest_sitemaps.errors import ConfigurationError
from honest_sitemaps.loc import Malformed, normal_origin

_NUMBERED = re.compile(r".+#\d+", re.DOTALL)
"""A key that may be one of ours."""


def walk(
    source: Source,
    *,
    section: str,
    origin: str,
    language: str = "",
    after: str | None = None,
    keys: Sequence[str] | None = None,
) -> Iterator[Candidate]:
    """
    Yield every candidate of ``source`` with its section, key, absolute loc and aware dates.

    ``after`` is the key that the walk was last seen at: what follows it comes, the same as in
    the whole walk. An unordered source in which it is no longer to be found is read from the
    start again: a URL seen twice does no harm, one not seen would be withdrawn. ``keys``
    leaves only these. ``language`` leaves only that language; what names none of ``LANGUAGES``
    comes with the first of them, as a fault, so that nothing falls between two sections.

    A (key, language) that comes again is given the key ``<key>#2``, ``#3``, …; of an ordered
    source, which promises every key once, only where it follows at once. What a source
    raises, the walk raises. Raises `ConfigurationError` for an origin that cannot be used, and
    for a source that yields something else.
    """
    home = normal_origin(origin)
    if isinstance(home, Malformed):
        raise ConfigurationError(f"The origin cannot be used: {home.why}.")
    if keys is not None and not keys:
        return
    here = source.on(home)
    wanted = None if keys is None else set(keys)
    for candidate in _behind(here, after=after, keys=keys, section=section, origin=home):
        if wanted is not None and candidate.key not in wanted:
            continue
        mine = _in_language(candidate, language) if language else candidate
        if mine is not None:
            yield mine


def _behind(
    source: Source, *, after: str | None, keys: Sequence[str] | None, section: str, origin: str
) -> Iterator[Candidate]:
    asked = _askable(keys)
    if after is None:
        yield from _told(source, keys=asked, section=section, origin=origin)
    elif source.is_ordered and not _is_ours(after):
        yield from _told(source, keys=asked, after=after, section=section, origin=origin)
    else:
        is_met = False
        for candidate in _told(source, keys=asked, section=section, origin=origin):
            if candidate.key == after:
                is_met = True
            elif is_met:
                yield candidate
        if not is_met:
            yield from _told(source, keys=asked, section=section, origin=origin)


def _told(
    source: Source,
    *,
    keys: Sequence[str] | None,
    section: str,
    origin: str,
    after: str | None = None,
) -> Iterator[Candidate]:
    """What the source yields, finished, no (key, language) twice."""
    zone = timezone.get_default_timezone()
    seen: set[tuple[str, str]] = set()
    here: set[tuple[str, str]] = set()  # of an ordered source: those of the key it is at
    at, is_ordered = "", source.is_ordered
    for raw in source.candidates(after=after, keys=keys):
        if not isinstance(raw, Candidate):
            raise ConfigurationError(f"{source!r} yielded {raw!r}, which is no Candidate.")
        candidate = finished(raw, section=section, origin=origin, zone=zone)
        if is_ordered and raw.key and candidate.key != at:
            at, here = candidate.key, set()
        watched = here if is_ordered and raw.key else seen
        key = _new_key(candidate, watched)
        watched.add((key, candidate.language))
        yield candidate if key == candidate.key else replace(candidate, key=key)


def _new_key(candidate: Candidate, seen: Container[tuple[str, str]]) -> str:
    """Its key, or the first of ``<key>#2``, ``#3``, … that has not been."""
    key, number = candidate.key, 1
    while (key, candidate.language) in seen:
        number += 1
        key = storable(f"{candidate.key}#{number}")
    return key


def _askable(keys: Sequence[str] | None) -> Sequence[str] | None:
    """What to ask a source for: the keys, or everything if it cannot know one of them."""
    return None if keys is None or any(map(_is_ours, keys)) else keys


def _is_ours(key: str) -> bool:
    """Whether the source may not know it: it was cut, or counted."""
    return is_shortened(key) or _NUMBERED.fullmatch(key) is not None


def _in_language(candidate: Candidate, language: str) -> Candidate | None:
    said = candidate.language
    if _folded(said) == _folded(language):
        return candidate
    known = site_languages()
    if language == known[0] and _folded(said) not in map(_folded, known):
        why = f"its language '{said}' is none of LANGUAGES" if said else "it has no language"
        fault = candidate.fault or f"{why}, and the section is by language"
        return replace(candidate, fault=fault)
    return None


def _folded(code: str) -> str:
    """``pt-BR``, ``pt_br`` and ``pt-br`` are one language."""
    return code.lower().replace("_", "-")
