"""The soak's pages: content in main, and round it whatever moves by itself."""

from __future__ import annotations

import random
import time
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404
from django.urls import include, path
from django.utils.html import escape

from bench.soak.models import Build, Entry


def entry(request: HttpRequest, slug: str) -> HttpResponse:
    it = get_object_or_404(Entry, slug=slug, is_live=True)
    build = Build.objects.values_list("number", flat=True).first()
    paragraphs = "".join(f"<p>{escape(part)}</p>" for part in it.body.split("\n"))
    return HttpResponse(
        f"<!doctype html><html lang=en><head><title>{escape(it.title)}</title>"
        f"<link rel=stylesheet href=/static/app.{build:08x}.css>"
        f"<meta name=generator content='soak {build}'></head><body>"
        f"<nav><a href=/>Home</a></nav><main><h1>{escape(it.title)}</h1>{paragraphs}"
        f"<form method=post><input type=hidden name=csrfmiddlewaretoken "
        f"value={get_token(request)}><button>Like</button></form></main>"
        f"<aside class=related>{random.random()}</aside>"
        f"<footer>Rendered at {time.time()} by build {build}</footer></body></html>"
    )


urlpatterns: list[Any] = [
    path("entries/<slug:slug>/", entry),
    path("", include("honest_sitemaps.urls")),
]
