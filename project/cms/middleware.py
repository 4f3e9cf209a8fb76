"""A content security policy with a new nonce for each response, as careful sites send it."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_urlsafe

from django.http import HttpRequest, HttpResponse


def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Set ``request.csp_nonce`` and the header that allows scripts with it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        nonce = token_urlsafe(12)
        request.csp_nonce = nonce  # type: ignore[attr-defined]  # ours, read by the templates
        response = get_response(request)
        if not request.path.startswith("/admin/"):
            response.headers["Content-Security-Policy"] = (
                f"default-src 'self'; script-src 'self' 'nonce-{nonce}'"
            )
        return response

    return middleware
