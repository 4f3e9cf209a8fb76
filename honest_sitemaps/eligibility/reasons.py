"""Why a URL is not listed. One word per reason, stored in the database: never rename one."""

from __future__ import annotations

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Reason(TextChoices):
    PRIVATE = "PRIVATE", _("not public")
    """The source says private, or the page answers 401 or 403."""

    NOT_LIVE = "NOT_LIVE", _("not published")
    """Draft, unpublished, or published in the future."""

    EXPIRED = "EXPIRED", _("past its end date")
    """Past ``expires_at`` or the page's own ``unavailable_after``."""

    MALFORMED = "MALFORMED", _("has no usable URL")
    """No loc, a source that raises, another host, not a URL, 2,048 characters or more."""

    PARAMETER_VARIANT = "PARAMETER_VARIANT", _("is a parameter variant")
    """A query string that the section does not allow."""

    ROBOTS_BLOCKED = "ROBOTS_BLOCKED", _("blocked by robots.txt")
    UNREADABLE = "UNREADABLE", _("could not be read")
    """Neither proof for nor against: the ledger keeps what it knew."""

    NOT_FOUND = "NOT_FOUND", _("answers not found")
    """404 and other 4xx; the status is the evidence."""

    GONE = "GONE", _("answers gone")
    """410."""

    REDIRECT = "REDIRECT", _("redirects elsewhere")
    """Any redirect, to a login too, and meta refresh; the target is the evidence."""

    NOINDEX = "NOINDEX", _("asks not to be indexed")
    NON_CANONICAL = "NON_CANONICAL", _("names another canonical URL")
    DUPLICATE = "DUPLICATE", _("second candidate for the same URL")
    WITHDRAWN = "WITHDRAWN", _("no longer named by its source")
    WITHHELD = "WITHHELD", _("withheld")
    """By hand, or the source opts the page out."""
