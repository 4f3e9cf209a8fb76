"""
What this process must have in common with the web server, so that both render the same page.

Whatever is wrong here is wrong for every page alike. It is no state of a page: a scan that
went on would call the whole site unreadable. All reading, no page is rendered.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from django.apps import apps
from django.conf import settings
from django.core.files.storage import storages
from django.http.request import split_domain_port, validate_host

_DEBUG_HOSTS = [".localhost", "127.0.0.1", "[::1]"]
_MISSING_ENTRY = "Missing staticfiles manifest entry for "


def check_environment(origin: str) -> list[str]:
    """
    Sentences on what would make every page of ``origin`` fail or redirect here, each with its
    remedy; empty if nothing would. May read the staticfiles manifest from its storage.
    """
    parts = urlsplit(origin)
    found = (
        lacking_host(parts.netloc),
        _ssl_redirect(parts.scheme),
        _prepended_www(parts.netloc),
        lacking_manifest(),
    )
    return [sentence for sentence in found if sentence]


def lacking_host(host: str) -> str:
    """Why Django answers 400 to every request for ``host[:port]``; ``""`` if it does not."""
    allowed = settings.ALLOWED_HOSTS
    if settings.DEBUG and not allowed:
        allowed = _DEBUG_HOSTS
    domain, _ = split_domain_port(host)
    if domain and validate_host(domain, allowed):
        return ""
    name = domain or host
    return (
        f"ALLOWED_HOSTS of this process lacks {name!r}, so Django answers 400 to every page. "
        f"Add it, or set HONEST_SITEMAPS['ORIGIN'] to the host that the site answers to."
    )


def lacking_manifest() -> str:
    """Why ``{% static %}`` raises in every template of this process; ``""`` if it does not."""
    if settings.DEBUG or not apps.is_installed("django.contrib.staticfiles"):
        return ""
    try:
        storage = storages["staticfiles"]
    # A storage is the project's: it may raise whatever its network or its library raises.
    except Exception as error:
        return f"The staticfiles storage cannot be opened: {type(error).__name__}: {error}"
    is_strict = getattr(storage, "manifest_strict", False)
    if not is_strict or getattr(storage, "hashed_files", True):
        return ""
    name = getattr(storage, "manifest_name", "staticfiles.json")
    return (
        f"The staticfiles manifest {name!r} is missing or empty in this process, so every "
        f"page with a static file raises. Run collectstatic where scans run, or give them the "
        f"web server's STATIC_ROOT."
    )


def lack_behind(error: BaseException) -> str:
    """
    The lack of this process that made a view raise ``error``; ``""`` if it is the page's own.

    One missing entry in a manifest that has others is the page's: visitors get a 500 too.
    """
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, ValueError) and str(seen).startswith(_MISSING_ENTRY):
            return lacking_manifest()
        seen = seen.__cause__ or seen.__context__
    return ""


def _ssl_redirect(scheme: str) -> str:
    if scheme != "http" or not settings.SECURE_SSL_REDIRECT or not _uses("SecurityMiddleware"):
        return ""
    return (
        "SECURE_SSL_REDIRECT sends every http page to https. "
        "Set HONEST_SITEMAPS['ORIGIN'] to the https origin."
    )


def _prepended_www(host: str) -> str:
    if host.startswith("www.") or not settings.PREPEND_WWW or not _uses("CommonMiddleware"):
        return ""
    return (
        f"PREPEND_WWW sends every page of {host!r} to {f'www.{host}'!r}. "
        f"Set HONEST_SITEMAPS['ORIGIN'] to the origin with www."
    )


def _uses(middleware: str) -> bool:
    """By class name: projects subclass these two and keep the name."""
    return any(path.endswith(f".{middleware}") for path in settings.MIDDLEWARE)
