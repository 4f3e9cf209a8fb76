"""
One file of 10,000 URLs, ours against ``django.contrib.sitemaps``, in requests a second.

    DATABASE_URL=sqlite:////tmp/bench.sqlite3 python bench/serving.py

Both in process, through Django's own handler, gzip accepted. contrib's Sitemap reads the same
rows in the cheapest way it has. The database is emptied first.
"""

from __future__ import annotations

import os
import platform
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from types import ModuleType
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
import release as bench

URLS = 10_000


def contrib_sitemap() -> Any:
    from django.contrib.sitemaps import Sitemap

    from honest_sitemaps.ledger import ContentState

    class Rows(Sitemap):  # type: ignore[type-arg]
        limit = URLS

        def items(self) -> Any:
            rows = ContentState.objects.order_by("slot")
            return rows.values_list("loc", "updated_at", "published_at")

        def location(self, item: Any) -> str:
            return str(item[0]).removeprefix(bench.ORIGIN)

        def lastmod(self, item: Any) -> Any:
            return item[1] or item[2]

    return Rows


def routes() -> None:
    from django.conf import settings
    from django.contrib.sitemaps.views import sitemap
    from django.urls import include, path

    module = ModuleType("bench_routes")
    module.urlpatterns = [  # type: ignore[attr-defined]
        path("contrib.xml", sitemap, {"sitemaps": {"rows": contrib_sitemap()}}),
        path("", include("honest_sitemaps.urls")),
    ]
    sys.modules[module.__name__] = module
    settings.ROOT_URLCONF = module.__name__
    settings.ALLOWED_HOSTS = ["*"]
    settings.TEMPLATES = [
        {"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}
    ]


def seconds_a_request(ask: Callable[[], Any], *, requests: int, status: int = 200) -> float:
    took = []
    for _ in range(requests):
        began = perf_counter()
        answer = ask()
        took.append(perf_counter() - began)
        assert answer.status_code == status, answer
    return statistics.median(took)


def main() -> None:
    bench.set_up()
    bench.fill(URLS)
    routes()
    bench.a_release()
    from django.test import Client

    client, path = Client(), "/sitemaps/articles-1.xml"
    gzip = {"accept-encoding": "gzip"}
    etag = client.get(path, headers=gzip)["ETag"]
    known = {**gzip, "if-none-match": etag}
    theirs = seconds_a_request(lambda: client.get("/contrib.xml"), requests=5)
    ours = seconds_a_request(lambda: client.get(path, headers=gzip), requests=100)
    plain = seconds_a_request(lambda: client.get(path), requests=100)
    not_modified = seconds_a_request(
        lambda: client.get(path, headers=known), requests=100, status=304
    )
    print(f"{platform.machine()}, {os.cpu_count()} CPUs, Python {platform.python_version()}")
    for name, seconds in {
        "contrib": theirs,
        "ours, gzip": ours,
        "ours, plain": plain,
        "ours, 304": not_modified,
    }.items():
        ratio = theirs / seconds
        print(f"{name:12} {1000 * seconds:8.2f} ms a request   {ratio:6.0f} times contrib")


if __name__ == "__main__":
    main()
