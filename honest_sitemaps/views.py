"""Under construction."""

from django.http import HttpRequest, HttpResponse


def index(request: HttpRequest) -> HttpResponse:
    raise NotImplementedError


def file(request: HttpRequest, stem: str) -> HttpResponse:
    raise NotImplementedError


def robots(request: HttpRequest) -> HttpResponse:
    raise NotImplementedError
