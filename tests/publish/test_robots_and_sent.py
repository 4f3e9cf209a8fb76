from __future__ import annotations

from datetime import UTC, datetime

import pytest

from honest_sitemaps.publish import LastSent, Sent, robots_txt

LOC = "https://e.test/sitemap.xml"


@pytest.mark.parametrize(
    ("setting", "text"),
    [
        ("", f"User-agent: *\nAllow: /\n\nSitemap: {LOC}\n"),
        ("User-agent: *\nDisallow: /x", f"User-agent: *\nDisallow: /x\n\nSitemap: {LOC}\n"),
        # its own line is not written twice, and moves to the end
        (f"sitemap: {LOC}\nUser-agent: *\n\n\n", f"User-agent: *\n\nSitemap: {LOC}\n"),
        # another sitemap of the project's stays, before ours
        (
            "User-agent: a\nSitemap: https://e.test/o.xml\nDisallow: /\n",
            f"User-agent: a\nDisallow: /\n\nSitemap: https://e.test/o.xml\nSitemap: {LOC}\n",
        ),
        ("# nothing", f"# nothing\n\nSitemap: {LOC}\n"),
    ],
)
def test_sitemap_lines_come_last(setting, text):
    assert robots_txt(setting, sitemaps=[LOC]) == text


def test_rules_may_be_in_a_file(tmp_path):
    path = tmp_path / "robots.txt"
    path.write_text("\ufeffUser-agent: *\nDisallow: /x\n", encoding="utf-8")

    assert robots_txt(str(path), sitemaps=[]) == "User-agent: *\nDisallow: /x\n"


def a_file(size_bytes: int) -> Sent:
    now = datetime(2026, 11, 30, tzinfo=UTC)
    return Sent(digest="d", gzip=bytes(size_bytes), size_bytes=0, changed_at=now, sent_at=now)


def test_what_was_sent_longest_ago_is_forgotten_first():
    sent = LastSent(limit_bytes=100)
    for name in "abc":
        sent.keep("host", name, a_file(40))
        sent.keep("host", "a", a_file(40))  # a is sent again and again

    assert [name for name in "abc" if sent.find("host", name)] == ["a", "c"]


def test_a_file_larger_than_the_limit_is_not_kept_and_does_not_fail():
    sent = LastSent(limit_bytes=100)

    sent.keep("host", "a", a_file(101))

    assert sent.find("host", "a") is None


def test_hosts_do_not_share_what_was_sent():
    sent = LastSent()
    sent.keep("one.test", "a", a_file(1))

    assert sent.find("two.test", "a") is None
    sent.clear()
    assert sent.find("one.test", "a") is None
