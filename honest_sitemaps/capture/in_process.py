"""
`InProcessFetcher`: the project's own handler chain, asked as an anonymous crawler asks it.

Only the full chain tells the truth: a view called by itself shows drafts and pages behind a
login. What the render commits stays (decision 0014). ``request_started`` and
``request_finished`` are not sent; neither is an error mail.
"""

from __future__ import annotations

import threading
from contextlib import nullcontext
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.core.handlers.wsgi import WSGIRequest
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from honest_sitemaps.capture.body import TooLarge, close, read_body
from honest_sitemaps.capture.database import (
    drop_broken_connections,
    refuse_open_transaction,
    rolled_back,
)
from honest_sitemaps.capture.deadline import Deadline, DeadlineExceeded, within
from honest_sitemaps.capture.environment import lack_behind, lacking_host
from honest_sitemaps.capture.handler import CaptureHandler
from honest_sitemaps.capture.isolation import isolated, isolated_loading
from honest_sitemaps.capture.page import FIRST, PRODUCT, Fetcher, Page, Visitor
from honest_sitemaps.capture.quiet import Witness, described, hush, testify
from honest_sitemaps.capture.request import environ_of
from honest_sitemaps.conf import get_conf
from honest_sitemaps.errors import CaptureEnvironmentError


class _Answer(NamedTuple):
    status: int
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    failure: str = ""


class InProcessFetcher(Fetcher):
    """
    Renders pages in this process. Make one per scan or worker: the middleware is loaded once.

    Threads may share it. A deadline of 0 seconds is none; how far it reaches is told in
    `honest_sitemaps.capture.deadline`.
    """

    def __init__(
        self,
        *,
        timeout_seconds: float | None = None,
        limit_bytes: int | None = None,
        rollback: bool | None = None,
        user_agent: str | None = None,
    ) -> None:
        """What is None is taken from the settings."""
        conf = get_conf()
        self._timeout_seconds = (
            conf.CAPTURE_TIMEOUT_SECONDS if timeout_seconds is None else timeout_seconds
        )
        self._limit_bytes = conf.CAPTURE_LIMIT_BYTES if limit_bytes is None else limit_bytes
        self._is_rolled_back = conf.ROLLBACK if rollback is None else rollback
        self._user_agent = conf.USER_AGENT if user_agent is None else user_agent
        self._places: set[tuple[str, int]] = set()
        self._handler: CaptureHandler | None = None
        self._loading = threading.Lock()

    def fetch(self, loc: str, *, now: datetime, visitor: Visitor | None = None) -> Page:
        """
        One anonymous GET of an absolute loc.

        Whatever the page does is a `Page`: one that raises has status 500, one over the
        deadline status 0, and their ``failure`` says so. Raises `CaptureEnvironmentError` if
        the caller holds a transaction, or if the page fails for lack of something in this
        process.
        """
        refuse_open_transaction(loc)
        visitor = visitor or FIRST
        try:
            environ = environ_of(loc, user_agent=self._agent_of(visitor))
        except ValueError as error:
            return Page(loc=loc, status=0, taken_at=now, failure=f"not a URL: {error}")
        witness = Witness(self._places)
        answer = self._answer_in_time(environ, witness, seed=visitor.seed)
        _refuse_lack(loc, answer, witness.raised)
        return Page(loc=loc, taken_at=now, **answer._asdict())

    def _answer_in_time(
        self, environ: dict[str, Any], witness: Witness, *, seed: int
    ) -> _Answer:
        handler = self._loaded_handler()
        deadline = Deadline(self._timeout_seconds)
        try:
            answer = isolated(
                lambda: within(deadline, lambda: self._answer(handler, environ, witness)),
                seed=seed,
            )
        except DeadlineExceeded:
            drop_broken_connections(is_interrupted=True)
            return _Answer(0, failure=f"no answer within {self._timeout_seconds:g} s")
        if answer.failure:
            drop_broken_connections(is_interrupted=False)
        return answer

    def _answer(
        self, handler: CaptureHandler, environ: dict[str, Any], witness: Witness
    ) -> _Answer:
        """Runs in a context of its own, against the clock."""
        testify(witness)
        set_script_prefix(environ["SCRIPT_NAME"])
        try:
            with rolled_back() if self._is_rolled_back else nullcontext():
                response = handler.get_response(WSGIRequest(environ))
                try:
                    return _read(response, witness, limit_bytes=self._limit_bytes)
                finally:
                    close(response)
        except CaptureEnvironmentError:
            raise
        # A stream is the view's and may raise anything; so may an error page, and with
        # DEBUG_PROPAGATE_EXCEPTIONS Django hands out whatever the view raised. One that exits
        # ends a web worker, but not a scan. Ctrl-C does, and so does `DeadlineExceeded`.
        except (Exception, SystemExit) as error:
            witness.raised = witness.raised or error
            return _Answer(500, failure=described(witness.raised))

    def _loaded_handler(self) -> CaptureHandler:
        with self._loading:
            if self._handler is None:
                self._handler = isolated_loading(CaptureHandler().load)
                hush()
            return self._handler

    def _agent_of(self, visitor: Visitor) -> str:
        return visitor.user_agent.replace(PRODUCT, self._user_agent, 1)


def _read(response: HttpResponseBase, witness: Witness, *, limit_bytes: int) -> _Answer:
    """An exception is a failure even if the site's error page says another status."""
    if witness.raised is not None:
        status = max(500, response.status_code)
        return _Answer(status, _headers_of(response), failure=described(witness.raised))
    answer = _Answer(response.status_code, _headers_of(response))
    coding = response.get("Content-Encoding", "identity")
    if coding.lower() != "identity":
        return answer._replace(failure=f"encoded with {coding}, which nobody asked for")
    try:
        return answer._replace(body=read_body(response, limit_bytes=limit_bytes))
    except TooLarge:
        return answer._replace(failure=f"larger than {limit_bytes:,} bytes")


def _headers_of(response: HttpResponseBase) -> tuple[tuple[str, str], ...]:
    """In the order in which a server would send them, cookies last."""
    cookies = (("set-cookie", it.OutputString()) for it in response.cookies.values())
    return (*((name.lower(), value) for name, value in response.items()), *cookies)


def _refuse_lack(loc: str, answer: _Answer, raised: BaseException | None) -> None:
    lack = ""
    if raised is not None:
        lack = lack_behind(raised)
    elif answer.status == 400:
        lack = lacking_host(urlsplit(loc).netloc)
    if lack:
        raise CaptureEnvironmentError(lack, loc=loc) from raised
