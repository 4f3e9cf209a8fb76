"""Plain pages: a menu, one main element, a footer. A draft or private page is a 404."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from tests.site.models import Article, Product, Word


def home(request: HttpRequest) -> HttpResponse:
    articles = Article.objects.filter(is_live=True, is_public=True).order_by("pk")
    return page(request, title="Home", articles=articles)


def about(request: HttpRequest) -> HttpResponse:
    return page(request, title="About", body="Who we are.")


def article(request: HttpRequest, slug: str, language: str = "en") -> HttpResponse:
    shown = get_object_or_404(
        Article, slug=slug, language=language, is_live=True, is_public=True
    )
    return page(
        request,
        title=shown.title,
        body=shown.body,
        language=language,
        noindex=shown.noindex,
        article=shown,
    )


def product(request: HttpRequest, pk: str) -> HttpResponse:
    shown = get_object_or_404(Product, pk=pk)
    return page(request, title=shown.title, body=f"Price: {shown.price}")


def word(request: HttpRequest, text: str) -> HttpResponse:
    shown = get_object_or_404(Word, pk=text)
    return page(request, title=shown.text, body=shown.meaning)


def page(request: HttpRequest, **context: Any) -> HttpResponse:
    return render(request, "testsite/page.html", {"language": "en", **context})
