"""Where the object behind a URL is edited: in this admin, or in a CMS that is installed."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.contrib.admin import AdminSite
from django.db.models import Model
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse


def edit_address(key: str, *, request: HttpRequest, site: AdminSite) -> str:
    """
    The path of the page that edits the object of this key, for this person; ``""`` if the
    key names no object, nothing edits it, or this person may not. Asks no query of ours.
    """
    label, _, pk = key.partition(":")
    try:
        model = apps.get_model(label)
    except (LookupError, ValueError):
        return ""
    if not pk:
        return ""
    return _in_wagtail(model, pk, request) or _in_admin(model, pk, request, site)


def _in_admin(model: type[Model], pk: str, request: HttpRequest, site: AdminSite) -> str:
    meta = model._meta
    known: Any = site._registry.get(model)
    if known is None or not known.has_view_or_change_permission(request):
        return ""
    return _reversed(f"{site.name}:{meta.app_label}_{meta.model_name}_change", pk)


def _in_wagtail(model: type[Model], pk: str, request: HttpRequest) -> str:
    if not apps.is_installed("wagtail.admin") or not _may_enter_wagtail(request):
        return ""
    page: Any = apps.get_model("wagtailcore", "Page")  # type: ignore[misc]  # an extra
    if issubclass(model, page):
        return _reversed("wagtailadmin_pages:edit", pk)
    meta = model._meta
    return _reversed(f"wagtailsnippets_{meta.app_label}_{meta.model_name}:edit", pk)


def _may_enter_wagtail(request: HttpRequest) -> bool:
    user: Any = request.user
    return bool(user.has_perm("wagtailadmin.access_admin"))


def _reversed(name: str, pk: str) -> str:
    try:
        return reverse(name, args=[pk])
    except NoReverseMatch:
        return ""
