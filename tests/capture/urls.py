"""A small project, each view with one habit that a capture must survive."""

import asyncio
import itertools
import logging
import random
import tempfile
import time

from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db import OperationalError, connection, transaction
from django.http import (
    FileResponse,
    Http404,
    HttpResponse,
    JsonResponse,
    StreamingHttpResponse,
)
from django.middleware.csrf import get_token
from django.template import engines
from django.template.response import TemplateResponse
from django.templatetags.static import static
from django.urls import path, reverse, set_script_prefix, set_urlconf
from django.utils import timezone, translation
from django.views.decorators.cache import cache_page

CLOSED: list[str] = []
"""Names of what was closed, in order."""


def plain(request):
    return HttpResponse("<title>Plain</title><h1>Words</h1>")


def echo(request):
    """What the view is told about its visitor."""
    keys = ("REMOTE_ADDR", "SERVER_NAME", "SERVER_PORT", "HTTP_ACCEPT_LANGUAGE")
    return JsonResponse(
        {
            "url": request.build_absolute_uri(),
            "path_info": request.path_info,
            "query": dict(request.GET.lists()),
            "is_secure": request.is_secure(),
            "agent": request.headers["User-Agent"],
            "cookies": request.COOKIES,
            "capture": request.META["honest_sitemaps.capture"],
            "language": translation.get_language(),
            "zone": timezone.get_current_timezone_name(),
            "reversed": reverse("plain"),
            "forwarded": request.META.get("HTTP_X_FORWARDED_PROTO"),
            **{key: request.META[key] for key in keys},
        }
    )


def leaves_state(request):
    translation.activate("de")
    timezone.activate("Asia/Tokyo")
    set_urlconf("tests.capture.other_urls")
    set_script_prefix("/elsewhere/")
    if "raise" in request.GET:
        raise ValueError("after the state was changed")
    return HttpResponse("left")


def raises(request):
    raise ValueError("The first line\nand a second")


def exits(request):
    raise SystemExit(3)


def raises_silently(request):
    raise LookupError


def raises_other_numbers(request, number):
    raise ValueError(f"number {number}")


class Unprintable(Exception):
    def __str__(self):
        raise RuntimeError("no text")


def raises_unprintable(request):
    raise Unprintable


def denied(request):
    raise PermissionDenied


def missing(request):
    raise Http404("no such thing")


def status(request, code):
    return HttpResponse("words", status=code)


def _endless(name):
    try:
        while True:
            yield b"x" * 1000
    finally:
        CLOSED.append(name)


def endless(request):
    return StreamingHttpResponse(_endless("endless"))


def streamed(request):
    return StreamingHttpResponse(iter(["one ", "two ", "thr\u00e9"]))


def stream_raises(request):
    def chunks():
        yield b"begun "
        raise OSError("the upstream is gone")

    return StreamingHttpResponse(chunks())


def stream_stalls(request):
    def chunks():
        yield b"begun "
        time.sleep(60)

    return StreamingHttpResponse(chunks())


def large(request):
    return HttpResponse("x" * (20 * 1024 * 1024))


def file(request):
    kept = tempfile.TemporaryFile()  # noqa: SIM115  (the response closes it)
    kept.write(b"%PDF-1.7 words")
    kept.seek(0)
    response = FileResponse(kept, content_type="application/pdf")
    response._resource_closers.append(lambda: CLOSED.append(f"file {kept.closed}"))
    return response


def closes_badly(request):
    def fail():
        raise OSError("cannot close")

    response = HttpResponse("closed badly")
    response._resource_closers += [fail, lambda: CLOSED.append("after the bad one")]
    return response


def sleeps(request):
    time.sleep(60)


def spins(request):
    while True:
        pass


def swallows_once(request):
    try:
        spins(request)
    except BaseException:
        CLOSED.append("swallowed")
    spins(request)


def sleeps_in_transaction(request):
    with transaction.atomic():
        ContentType.objects.create(app_label="capture", model="interrupted")
        time.sleep(60)


async def async_plain(request):
    await asyncio.sleep(0)
    await cache.aset("async", "written")
    return HttpResponse(f"async {await cache.aget('async')}")


async def async_sleeps(request):
    try:
        await asyncio.sleep(60)
    finally:
        CLOSED.append("async view")


async def async_raises(request):
    raise KeyError("key")


async def _async_endless():
    try:
        while True:
            yield b"x" * 1000
            await asyncio.sleep(0)
    finally:
        CLOSED.append("async stream")


async def async_stream(request):
    return StreamingHttpResponse(_async_endless())


async def async_stream_ends(request):
    async def chunks():
        yield b"one "
        yield b"two"

    return StreamingHttpResponse(chunks())


async def async_stream_stalls(request):
    async def chunks():
        yield b"begun "
        await asyncio.sleep(60)

    return StreamingHttpResponse(chunks())


def with_session(request):
    request.session["seen"] = True
    return HttpResponse("session")


def with_token(request):
    return HttpResponse(f"<input value={get_token(request)}>")


def shuffled(request):
    return HttpResponse(" ".join(map(str, random.sample(range(1000), 20))))


_renders = itertools.count()


@cache_page(3600)
def cached(request):
    return HttpResponse(f"render {next(_renders)}")


def writes_cache(request):
    cache.set("writer", ["first"])
    read = cache.get("writer")
    read.append("not written back")
    return HttpResponse(" ".join(cache.get("writer")))


def reads_cache(request):
    return HttpResponse(f"{cache.get('outside')} {cache.get('writer')}")


def with_static(request):
    return HttpResponse(static("site.css"))


def with_static_wrapped(request):
    """A template library that raises its own exception from Django's."""
    try:
        return with_static(request)
    except ValueError as error:
        raise RuntimeError("cannot render") from error


def rendered_late(request):
    template = engines["django"].from_string("rendered {{ word }}")
    return TemplateResponse(request, template, {"word": "late"})


def gzipped(request):
    return HttpResponse(b"\x1f\x8b", headers={"Content-Encoding": "gzip"})


def writes_row(request):
    ContentType.objects.create(app_label="capture", model="row")
    transaction.on_commit(lambda: CLOSED.append("committed"))
    return HttpResponse("row")


def logs(request):
    logging.getLogger("a.project").info("a word of the view")
    return HttpResponse("logged")


def breaks_connection(request):
    """What a database that restarts looks like from inside."""
    connection.errors_occurred = True
    raise OperationalError("server closed the connection unexpectedly")


def set_cookies(request):
    response = HttpResponse("cookies", headers={"X-Thing": "a", "Vary": "Cookie"})
    response.set_cookie("one", "1")
    response.set_cookie("two", "2", httponly=True)
    return response


def handler500(request):
    return HttpResponse("<h1>Sorry</h1>", status=500)


urlpatterns = [
    path("", plain, name="plain"),
    path("echo/<path:rest>", lambda request, rest: echo(request)),
    path("echo", echo),
    path("leaves-state", leaves_state),
    path("exits", exits),
    path("raises", raises),
    path("raises-silently", raises_silently),
    path("raises/<int:number>", raises_other_numbers),
    path("raises-unprintable", raises_unprintable),
    path("denied", denied),
    path("missing", missing),
    path("status/<int:code>", status),
    path("endless", endless),
    path("streamed", streamed),
    path("stream-raises", stream_raises),
    path("stream-stalls", stream_stalls),
    path("large", large),
    path("file", file),
    path("closes-badly", closes_badly),
    path("sleeps", sleeps),
    path("spins", spins),
    path("swallows-once", swallows_once),
    path("sleeps-in-transaction", sleeps_in_transaction),
    path("async", async_plain),
    path("async-sleeps", async_sleeps),
    path("async-raises", async_raises),
    path("async-stream", async_stream),
    path("async-stream-ends", async_stream_ends),
    path("async-stream-stalls", async_stream_stalls),
    path("writes-row", writes_row),
    path("logs", logs),
    path("breaks-connection", breaks_connection),
    path("session", with_session),
    path("token", with_token),
    path("shuffled", shuffled),
    path("cached", cached),
    path("writes-cache", writes_cache),
    path("reads-cache", reads_cache),
    path("static", with_static),
    path("static-wrapped", with_static_wrapped),
    path("late", rendered_late),
    path("gzipped", gzipped),
    path("set-cookies", set_cookies),
]
