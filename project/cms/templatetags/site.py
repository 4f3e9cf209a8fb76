"""Small tags of the demo's templates."""

from __future__ import annotations

import json
from datetime import datetime

from django import template
from django.db.models import QuerySet
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.timesince import timesince

from project import clock
from project.cms.models import Article
from project.cms.words import words
from project.cms.writing import digits, table_name

register = template.Library()

_JSON_ESCAPES = {ord("<"): "\\u003C", ord(">"): "\\u003E", ord("&"): "\\u0026"}


@register.filter
def ago(when: datetime) -> str:
    """``3 hours ago`` by the clock of the templates, ``in 2 days`` for the future."""
    now = clock.now()
    said = words(translation.get_language())
    pattern, length = ("ago", timesince(when, now))
    if when > now:
        pattern, length = ("from_now", timesince(now, when))
    return said[pattern].format(time=number(length))


@register.filter
def number(value: object) -> str:
    """Digits as the active language writes them."""
    return digits(value, translation.get_language() or "en")


@register.filter
def say(word: str, value: object) -> str:
    """Fill the one gap of a word: ``{{ words.round|say:3 }}``."""
    key = word[word.index("{") + 1 : word.index("}")]
    return word.format(**{key: number(value)})


@register.filter
def table_letter(table: str) -> str:
    """``A``, or ``ক``."""
    return table_name(table, translation.get_language() or "en")


@register.filter(name="json")
def as_json(value: object) -> SafeString:
    """A JSON value that may stand inside a script element."""
    dumped = json.dumps(value, ensure_ascii=False).translate(_JSON_ESCAPES)
    return mark_safe(dumped)  # noqa: S308  (what could end the element is escaped above)


@register.simple_tag
def random_articles(count: int = 3) -> QuerySet[Article]:
    """Others each time: the classic noise of a related block."""
    language = translation.get_language() or "en"
    return Article.objects.readable().filter(language=language).order_by("?")[:count]
