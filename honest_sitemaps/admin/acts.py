"""
What a person does on a page of ours: a POST, with a permission and a reason why.

Django's admin checks the session and the CSRF token; each act here is logged in its history.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect

from honest_sitemaps.admin.window import Window
from honest_sitemaps.errors import HonestSitemapsError

WHY_LIMIT = 2_000
"""Letters of a reason."""

Do = Callable[[str], str]
"""Does it, given the reason why, and answers what to tell. Raises our own errors."""


class Refusal(Exception):
    """What was asked for makes no sense as it stands; the message says what to change."""


def may(request: HttpRequest, permission: str) -> bool:
    """Whether this user has a permission of ours."""
    return request.user.has_perm(f"honest_sitemaps.{permission}")


def act(
    page: Window, request: HttpRequest, row: Any, do: Do, *, permission: str, to: str
) -> HttpResponse:
    """
    Do it if it was posted by somebody who may, with a reason; then go ``to`` a page that tells
    what came of it.
    """
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    if not (page.has_view_permission(request, row) and may(request, permission)):
        raise PermissionDenied
    try:
        why = _why(request)
        told = do(why)
    except (HonestSitemapsError, Refusal) as error:
        messages.error(request, str(error))
    else:
        page.log_change(request, row, f"{told} {why}")
        messages.success(request, told)
    return redirect(to)


def _why(request: HttpRequest) -> str:
    why = request.POST.get("why", "").strip()
    if not why:
        raise Refusal("Say why: it is kept beside what you decide, for whoever asks later.")
    if len(why) > WHY_LIMIT:
        raise Refusal(f"The reason has {len(why):,} letters; {WHY_LIMIT} are kept.")
    return why
