"""
The news of a file: at most 1,000 articles, none older than two days.

https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap. An older
article keeps its plain entry and loses its ``news:news``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from honest_sitemaps.publish.xml_text import element, parsed_moment, text_of, w3c, w3c_day

NEWS_LIMIT = 1_000
"""``news:news`` in one file."""

NEWS_WINDOW = timedelta(days=2)

_LANGUAGE = re.compile("[a-z]{2,3}")
_CHINESE = {
    **dict.fromkeys(("zh-cn", "zh-sg", "zh-hans"), "zh-cn"),
    **dict.fromkeys(("zh-tw", "zh-hk", "zh-mo", "zh-hant"), "zh-tw"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    published_at: datetime
    xml: str

    @property
    def leaves_at(self) -> datetime:
        """From this instant on it is no news."""
        return self.published_at + NEWS_WINDOW

    def is_news(self, now: datetime) -> bool:
        return self.published_at <= now < self.leaves_at

    def turns_at(self, now: datetime) -> datetime | None:
        """The next instant at which the clock alone changes whether it is news."""
        if self.published_at > now:
            return self.published_at
        return self.leaves_at if now < self.leaves_at else None


def article(
    news: object, *, published_at: datetime | None, language: str, name: str
) -> Article | str:
    """
    The ``news:news`` of a page, or why it has none.

    ``published_at`` is the page's own date, for news that does not say one; ``language`` and
    ``name`` are the page's language and the name of the publication, likewise.
    """
    if not isinstance(news, Mapping):
        return "news is not a mapping"
    title = text_of(news.get("title"))
    if not title:
        return "title is missing"
    found = parsed_moment(news.get("publication_date") or published_at)
    if found is None:
        return "publication_date is missing or no date"
    name = text_of(news.get("name")) or name
    if not name:
        return "the publication has no name: set HONEST_SITEMAPS['NEWS_NAME']"
    tongue = news_language(text_of(news.get("language")) or language)
    if not tongue:
        return f"{news.get('language') or language!s:.40} is no language that news may have"
    moment, is_day = found
    return Article(
        published_at=moment,
        xml=_xml(title, name, tongue, w3c_day(moment) if is_day else w3c(moment)),
    )


def news_language(language: str) -> str:
    """
    ``en_US`` → ``en``, ``zh-hans`` → ``zh-cn``; ``""`` for what is no language.

    sitemap-news.xsd: two or three letters, or ``zh-cn`` or ``zh-tw``.
    """
    code = language.replace("_", "-").lower().partition("@")[0]
    for known, written in _CHINESE.items():
        if code == known or code.startswith(f"{known}-"):
            return written
    head = code.partition("-")[0]
    return head if _LANGUAGE.fullmatch(head) else ""


def _xml(title: str, name: str, language: str, date: str) -> str:
    """In the order of sitemap-news.xsd, which is an ``xsd:sequence``."""
    publication = element("news:name", name) + element("news:language", language)
    return (
        f"<news:news><news:publication>{publication}</news:publication>"
        f"{element('news:publication_date', date)}{element('news:title', title)}</news:news>"
    )
