"""`CaptureHandler`: Django's own handler chain, and asynchronous views end at the deadline."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.core.handlers.base import BaseHandler

from honest_sitemaps.capture.deadline import cancelling
from honest_sitemaps.errors import CaptureEnvironmentError


class CaptureHandler(BaseHandler):
    """
    A handler and no test client: it loads its middleware once, copies no template contexts and
    leaves CSRF checks and signals as they are.
    """

    def load(self) -> CaptureHandler:
        """Itself, with the project's middleware. Raises `CaptureEnvironmentError`."""
        try:
            self.load_middleware()
        # Middleware is foreign code, and its constructors may raise anything.
        except Exception as error:
            raise CaptureEnvironmentError(
                f"The project's MIDDLEWARE cannot be loaded in this process: "
                f"{type(error).__name__}: {error}"
            ) from error
        return self

    def make_view_atomic(self, view: Callable[..., Any]) -> Callable[..., Any]:
        """The last thing that Django does to a view before it calls it."""
        made: Callable[..., Any] = super().make_view_atomic(view)
        return _cancelled_at_deadline(made) if iscoroutinefunction(made) else made


def _cancelled_at_deadline(view: Callable[..., Any]) -> Callable[..., Any]:
    """
    Django waits for it in another thread's event loop: an interruption would stop the waiting,
    and leave the view where it is.
    """

    @wraps(view)
    async def cancelled(*args: Any, **kwargs: Any) -> Any:
        async with cancelling():
            return await view(*args, **kwargs)

    return cancelled
