"""`InProcessFetcher`: the project's own handler chain, asked as an anonymous visitor would."""

from __future__ import annotations

from datetime import datetime
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

from django.conf import settings
from django.core.handlers.base import BaseHandler
from django.core.handlers.wsgi import WSGIRequest

from honest_sitemaps.capture.page import FIRST, PRODUCT, Page, Visitor
from honest_sitemaps.conf import get_conf


class InProcessFetcher:
    """Renders pages through the project's middleware and views, in this process."""

    def __init__(
        self,
        *,
        timeout_seconds: float | None = None,
        limit_bytes: int | None = None,
        rollback: bool | None = None,
        user_agent: str | None = None,
    ) -> None:
        conf = get_conf()
        self.timeout_seconds = (
            conf.CAPTURE_TIMEOUT_SECONDS if timeout_seconds is None else timeout_seconds
        )
        self.limit_bytes = conf.CAPTURE_LIMIT_BYTES if limit_bytes is None else limit_bytes
        self.rollback = conf.ROLLBACK if rollback is None else rollback
        self.user_agent = conf.USER_AGENT if user_agent is None else user_agent
        self._handler: BaseHandler | None = None

    def fetch(self, loc: str, *, now: datetime, visitor: Visitor | None = None) -> Page:
        """One anonymous GET."""
        if self._handler is None:
            self._handler = BaseHandler()
            self._handler.load_middleware()
        response: Any = self._handler.get_response(
            WSGIRequest(_environ(loc, user_agent=self._agent_of(visitor or FIRST)))
        )
        body = b"".join(response)
        headers = [(name.lower(), value) for name, value in response.items()]
        return Page(
            loc=loc,
            status=response.status_code,
            headers=tuple(headers),
            body=body,
            taken_at=now,
        )

    def _agent_of(self, visitor: Visitor) -> str:
        return visitor.user_agent.replace(PRODUCT, self.user_agent, 1)


def _environ(loc: str, *, user_agent: str) -> dict[str, Any]:
    parts = urlsplit(loc)
    return {
        "REQUEST_METHOD": "GET",
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(parts.path or "/").decode("iso-8859-1"),
        "QUERY_STRING": parts.query,
        "SERVER_PROTOCOL": "HTTP/1.1",
        "SERVER_NAME": parts.hostname or "",
        "SERVER_PORT": str(parts.port or (443 if parts.scheme == "https" else 80)),
        "HTTP_HOST": parts.netloc,
        "HTTP_USER_AGENT": user_agent,
        "HTTP_ACCEPT_LANGUAGE": settings.LANGUAGE_CODE,
        "REMOTE_ADDR": "192.0.2.1",
        "wsgi.url_scheme": parts.scheme,
        "wsgi.input": BytesIO(),
        "honest_sitemaps.capture": True,
    }
