"""What every template gets."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation

from project import clock
from project.cms.models import Figure
from project.cms.words import words
from project.cms.writing import digits

BUILT_AT = clock.now()
"""When this process started: what a static site generator prints as build time."""


def site(request: HttpRequest) -> dict[str, Any]:
    """Words, clock, build, and the figure in ``<main>``."""
    if settings.BROKEN:
        raise RuntimeError("The template context of this deploy is broken (BROKEN=1).")
    language = translation.get_language()
    readers = Figure.objects.filter(name="readers").values_list("value", flat=True).first()
    said = words(language)
    return {
        "words": said,
        "other_language": "en" if language == "bn" else "bn",
        "clock_now": clock.now(),
        "build": {"id": settings.BUILD_ID, "at": BUILT_AT},
        "csp_nonce": getattr(request, "csp_nonce", ""),
        "readers": said["readers"].format(count=digits(readers or 0, language or "en")),
    }
