"""May Googlebot fetch a loc? The answer of robots.txt, with the very line that forbids it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from honest_sitemaps.capture import Page
from honest_sitemaps.eligibility.evidence import shown
from honest_sitemaps.eligibility.redirects import redirect_target
from honest_sitemaps.eligibility.robots_file import RobotsRule, rules_for
from honest_sitemaps.eligibility.spelling import evenly, resolved, steady
from honest_sitemaps.errors import ConfigurationError
from honest_sitemaps.loc import path_of

AGENTS = ("Googlebot",)
"""Product tokens whose group counts."""

_LOOKS_LIKE_TEXT = re.compile(
    r"\s*(#|(user-?agent|(dis)?allow|sitemap|crawl-delay)\s*:)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Robots:
    """What robots.txt says to `AGENTS`, or why nobody knows."""

    is_reachable: bool = True
    """False: a crawler must assume that all is forbidden
    (https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1.4), but for a while only; that is no
    statement about any page, so its candidates are ``UNREADABLE``."""

    why: str = ""
    """What happened instead, where it is not reachable."""

    rules: tuple[RobotsRule, ...] = ()

    def blocking_line(self, loc: str) -> str:
        """The line that forbids ``loc``, as evidence; ``""`` if it may be fetched."""
        path = evenly(path_of(loc).encode("utf-8", "surrogatepass"))
        matching = [rule for rule in self.rules if rule.matches(path)]
        decisive = max(matching, key=lambda rule: rule.weight, default=None)
        return "" if decisive is None or decisive.is_allow else decisive.evidence


ALLOW_ALL = Robots()


def robots_from_text(text: str | bytes) -> Robots:
    """The rules that a robots.txt gives Googlebot. Never raises: other lines are ignored."""
    body = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return Robots(rules=rules_for(body, agents=AGENTS))


def robots_from_page(page: Page) -> Robots:
    """
    The rules of a fetched ``/robots.txt``; redirects are followed before (`robots_redirect`).

    By https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1: a client error means that there
    is none, so all is allowed, but 429, which Google counts as a server error. Server errors,
    failures and a redirect that leads nowhere leave it unreachable.
    """
    if page.failure or not page.status:
        return _unreachable(page.failure or "no response")
    if 200 <= page.status <= 299:
        return robots_from_text(page.body)
    if 400 <= page.status <= 499 and page.status != 429:
        return ALLOW_ALL
    target = redirect_target(page)
    where = f" Location: {steady(target)}" if target else ""
    return _unreachable(f"status {page.status}{where}")


def robots_redirect(page: Page) -> str | None:
    """
    The absolute loc at which a redirected robots.txt is to be fetched next, if any.

    A crawler follows at least five hops, to other hosts too; the rules it finds hold for the
    first host (https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1.2).
    """
    return resolved(redirect_target(page), base=page.loc) or None


def robots_from_setting(value: str) -> Robots:
    """The rules of ``HONEST_SITEMAPS["ROBOTS"]``. Raises as `robots_in_setting` does."""
    return robots_from_text(robots_in_setting(value))


def robots_in_setting(value: str) -> bytes:
    """
    The robots.txt that ``HONEST_SITEMAPS["ROBOTS"]`` is, or whose path it is, as its bytes.

    Several lines are text, and so is one that begins like a line of such a file. Raises
    `ConfigurationError` if it is neither that nor a file that can be read.
    """
    if "\n" in value or _LOOKS_LIKE_TEXT.match(value):
        return value.encode("utf-8", "surrogatepass")
    try:
        return Path(value).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a null character in the path
        why = getattr(error, "strerror", None) or error
        raise ConfigurationError(
            f"ROBOTS is {value!r}: neither the text of a robots.txt nor a file that can be "
            f"read ({why}). Give an absolute path, or the lines themselves."
        ) from error


def _unreachable(what: str) -> Robots:
    return Robots(is_reachable=False, why=shown(f"robots.txt: {what}"))
