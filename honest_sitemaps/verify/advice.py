"""What to tell an editor of a verdict: one sentence that says it, and one that helps."""

from __future__ import annotations

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from honest_sitemaps.eligibility import Reason
from honest_sitemaps.ledger import AWAITED, WITHHOLD, ContentState

SHOWN_EVIDENCE = 120
"""Letters of evidence in the first sentence; all of it stands beside the rule."""

HEADLINES: dict[Reason, Promise | str] = {
    Reason.PRIVATE: gettext_lazy("Not listed: the page is not public."),
    Reason.NOT_LIVE: gettext_lazy("Not listed: it is not published."),
    Reason.EXPIRED: gettext_lazy("Not listed: its end date is past."),
    Reason.MALFORMED: gettext_lazy("Not listed: it has no URL that a sitemap can name."),
    Reason.PARAMETER_VARIANT: gettext_lazy(
        "Not listed: it is a variant of a page with a parameter in its URL."
    ),
    Reason.ROBOTS_BLOCKED: gettext_lazy("Not listed: robots.txt forbids search engines."),
    Reason.UNREADABLE: gettext_lazy("Not listed: the page could not be read."),
    Reason.NOT_FOUND: gettext_lazy("Not listed: the site answers that there is no such page."),
    Reason.GONE: gettext_lazy("Not listed: the site answers that the page is gone for good."),
    Reason.REDIRECT: gettext_lazy("Not listed: the page leads elsewhere."),
    Reason.NOINDEX: gettext_lazy("Not listed: the page says noindex."),
    Reason.NON_CANONICAL: gettext_lazy(
        "Not listed: the page names another URL as the one to show."
    ),
    Reason.DUPLICATE: gettext_lazy("Not listed here: the same URL is listed already."),
    Reason.WITHDRAWN: gettext_lazy("Not listed: the site does not name it any more."),
    Reason.WITHHELD: gettext_lazy("Not listed: it is withheld."),
}

REMEDIES: dict[Reason, Promise | str] = {
    Reason.PRIVATE: gettext_lazy(
        "If everybody may read it, take away its login, password or viewing restriction."
    ),
    Reason.NOT_LIVE: gettext_lazy(
        "Publish it. If its publication is scheduled, it is looked at again by itself then."
    ),
    Reason.EXPIRED: gettext_lazy(
        "If it is still valid, move its end date into the future. Else nothing is to be done."
    ),
    Reason.MALFORMED: gettext_lazy(
        "Give the object a URL on this site; what is wrong with the one it gave stands beside "
        "the rule. A developer may have to look at its get_absolute_url()."
    ),
    Reason.PARAMETER_VARIANT: gettext_lazy(
        "Nothing, if the page without the parameter is listed. If the parameter leads to a "
        "page of its own, a developer allows it with register(…, parameters=…)."
    ),
    Reason.ROBOTS_BLOCKED: gettext_lazy(
        "If search engines may read it, change the line of robots.txt that stands beside the "
        "rule."
    ),
    Reason.UNREADABLE: gettext_lazy(
        "Open the page. If it fails, the server's error log says why. Each sweep looks again."
    ),
    Reason.NOT_FOUND: gettext_lazy(
        "Open the page. If it should be there, restore it; if not, remove the object that "
        "still names it."
    ),
    Reason.GONE: gettext_lazy("Nothing, if it was removed on purpose. Else restore it."),
    Reason.REDIRECT: gettext_lazy(
        "Nothing, if the page moved: its new URL is listed by itself. Else remove the "
        "redirect."
    ),
    Reason.NOINDEX: gettext_lazy(
        "If search engines may show it, remove noindex where it stands: in the page's "
        "settings, its template or a header of the server."
    ),
    Reason.NON_CANONICAL: gettext_lazy(
        "Nothing, if the other URL is the right one. Else change the canonical URL in the "
        "page's settings or template to its own."
    ),
    Reason.DUPLICATE: gettext_lazy(
        "Nothing, if both are one page. Else give one of the two objects another URL."
    ),
    Reason.WITHDRAWN: gettext_lazy(
        "Nothing, if it was deleted or moved. Else ask why its section leaves it out: a "
        "filter, a status, a language."
    ),
    Reason.WITHHELD: gettext_lazy(
        "The site itself opts it out, in the page's settings or its code: change that there."
    ),
}


def headline(row: ContentState | None, *, is_listed: bool) -> str:
    """The verdict in one sentence that needs no knowledge of sitemaps."""
    if row is None:
        return gettext("Not listed: nothing on the site names this URL.")
    if not row.is_listed:
        return _excluded(row)
    if not is_listed:
        return gettext("Not listed: its section {section} is not registered any more.").format(
            section=row.section.label
        )
    if row.lastmod is None:
        return gettext("Listed, without a date: none that can be trusted was seen yet.")
    return gettext("Listed. Its content last changed on {date}.").format(
        date=date_format(row.lastmod, "DATE_FORMAT")
    )


def remedy(row: ContentState | None, *, is_listed: bool) -> str:
    """What to do if the verdict is not what one wants; ``""`` where nothing is wrong."""
    if row is None:
        return gettext(
            "If it is new, the next sweep finds it. Else no registered section names it."
        )
    if row.reason == Reason.WITHHELD and row.evidence == AWAITED:
        return gettext("Nothing: it was listed again by hand, and its next look decides.")
    if row.override == WITHHOLD:
        return gettext("List it again once that holds no longer.")
    if not row.is_listed:
        return str(REMEDIES[Reason(row.reason)])
    if not is_listed:
        return gettext("A developer registers the section again, or leaves it.")
    return ""


def _excluded(row: ContentState) -> str:
    if row.override == WITHHOLD and row.reason == Reason.WITHHELD:
        return gettext("Not listed: it is withheld by hand ({why}).").format(
            why=_cut(row.override_why)
        )
    sentence = str(HEADLINES[Reason(row.reason)])
    seen = _place(row)
    return f"{sentence[:-1]} ({seen})." if seen else sentence


def _place(row: ContentState) -> str:
    """Where it was seen, in words where they are better than the thing itself."""
    seen = row.evidence
    if row.reason == Reason.NOINDEX and seen.startswith("<meta"):
        return gettext("meta robots")
    if row.reason == Reason.NOINDEX and seen.lower().startswith("x-robots-tag"):
        return gettext("X-Robots-Tag header")
    return _cut(seen)


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN_EVIDENCE else f"{text[:SHOWN_EVIDENCE]}…"
