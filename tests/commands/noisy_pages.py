"""The articles of ``tests/site``, with a word in each that no two responses share."""

from __future__ import annotations

import secrets

from django.http import HttpResponse
from django.urls import path


def article(request, slug):
    word = secrets.token_urlsafe(12)
    return HttpResponse(
        f"<title>{slug}</title><main><h1>{slug}</h1><p>Words of {slug}.</p>"
        f"<p>Your word: <span class=token>{word}</span></p></main>"
    )


urlpatterns = [path("articles/<str:slug>/", article, name="article")]
