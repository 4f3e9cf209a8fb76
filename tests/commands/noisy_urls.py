"""Pages that change without an edit, each in one way of its own."""

from __future__ import annotations

import itertools
import secrets
from datetime import UTC, datetime

from django.core.cache import cache
from django.http import HttpResponse, HttpResponseNotFound
from django.shortcuts import redirect
from django.template import Context, Template
from django.urls import path

from tests.site.models import Article

PUBLISHED_AT = datetime(2026, 8, 8, 6, tzinfo=UTC)
VISITS = itertools.count(1000)

FRAME = """
{{% load static %}}<html><head><title>A page</title>{head}</head><body><nav>Menu</nav>
<main><h1>A page</h1><p>These are the words of the page, the same for all.</p>{main}</main>
<footer>{{% now "Y-m-d H:i:s" %}} {{% csrf_token %}}</footer>
<script src="{{% static 'app.js' %}}"></script></body></html>
"""


def page(main: str = "", *, head: str = ""):
    template = FRAME.format(main=main, head=head)

    def view(request):
        context = {
            "nonce": secrets.token_urlsafe(12),
            "published_at": PUBLISHED_AT,
            "articles": Article.objects.order_by("?"),
            "visits": next(VISITS),
        }
        shown = Context({"request": request, **context})
        return HttpResponse(Template(template).render(shown))

    return view


def cached(request):
    """Says the same for a minute, and then something else."""
    word = cache.get_or_set("noisy", secrets.token_hex, 60)
    return HttpResponse(f"<main><p class='word'>Word: {word}x</p></main>")


def for_the_first_alone(request):
    if "second" in request.headers["User-Agent"]:
        return HttpResponseNotFound("gone")
    return page()(request)


def document(request):
    return HttpResponse(secrets.token_bytes(20), content_type="application/pdf")


urlpatterns = [
    path("clean/", page(), name="clean"),
    path("still/", page("<p>{{ published_at|date:'j F Y' }}</p>"), name="still"),
    path("picture/", page("<img src=\"{% static 'a.png' %}\" alt=a>"), name="picture"),
    path("nonce/", page("<p>Say <b class=token>{{ nonce }}</b> to us</p>"), name="nonce"),
    path("clock/", page("<p class=clock>It is {% now 'H:i' %} here.</p>"), name="clock"),
    path("date/", page("<p class=date>Menu of {% now 'l' %}</p>"), name="date"),
    path("year/", page("<p class=year>Prices of {% now 'Y' %}</p>"), name="year"),
    path("month/", page("<p class=month>Offers of {% now 'F' %}</p>"), name="month"),
    path(
        "age/",
        page("<p class=age>We do this for {{ published_at|timesince }} now.</p>"),
        name="age",
    ),
    path(
        "shuffle/",
        page("<ul class=more>{% for it in articles %}<li>{{ it.title }}{% endfor %}</ul>"),
        name="shuffle",
    ),
    path("counter/", page("<p class=figure>Read {{ visits }} times.</p>"), name="counter"),
    path("build/", page("<pre>{% static 'app.js' %}</pre>"), name="build"),
    path(
        "head/", page(head="<meta name=description content='{{ nonce }}'>"), name="description"
    ),
    path("loose/", page("{{ nonce }}"), name="loose"),
    path("cached/", cached, name="cached"),
    path("alone/", for_the_first_alone, name="alone"),
    path("document/", document, name="document"),
    # The same block without a name, behind one paragraph or two; and between others.
    path("last/", page("<p>A</p><p>It is {% now 'H:i' %} now.</p>"), name="last"),
    path("later/", page("<p>A</p><p>B</p><p>It is {% now 'H:i' %} now.</p>"), name="later"),
    path("amid/", page("<p>A</p><p>It is {% now 'H:i' %} now.</p><p>B</p>"), name="amid"),
    path("moved/", lambda request: redirect("/clean/"), name="moved"),
]
