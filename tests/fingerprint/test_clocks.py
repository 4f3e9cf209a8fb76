"""What only tells time, and what only looks like it."""

import pytest

from honest_sitemaps.fingerprint.clocks import (
    is_duration,
    is_relative,
    is_stamp,
    undated,
    without_stamps,
)


@pytest.mark.parametrize(
    "line",
    [
        "Last updated: 3 May 2026",
        "Last updated on Nov 3, 2024.",
        "Last edited by Jane Doe on 3 May 2026",
        "This page was last modified on 3 May 2026, at 10:00",
        "Site last built: 2026-11-30T10:00:00Z",
        "(Updated 2026-05-03 10:00 UTC)",
        "Generated on Mon Nov 30 2026",
        "Zuletzt aktualisiert am 03.05.2026",
        "Stand: 26.10.2021",
        "Dernière mise à jour : 3 mai 2026",
        "Última actualización: 3 de mayo de 2026",
        "Обновлено 3 мая 2026 г.",  # noqa: RUF001  (Cyrillic)
        "最終更新日：2026年5月3日",  # noqa: RUF001  (the colon of that script)
        "更新于 2026-05-03",
        "3 days ago",
        "Posted 2 hours, 5 minutes ago",
        "Last updated 3 days ago",
        "vor 3 Tagen",
        "3 дня назад",
        "Page generated in 0.23 s",
        "Page weight: 34 kB",
        "Build 3f2a9c1",
        "git sha: 3f2a9c1",
    ],
)
def test_a_line_that_only_says_when_the_page_was_touched_is_a_stamp(line):
    assert is_stamp(line)


@pytest.mark.parametrize(
    "line",
    [
        "Updated rules for 2025",
        "Updated for 2025",
        "Modified 2024 Ford Mustang",
        "Revised edition 2020 of the book",
        "Last update of the rules for 2025 cars",
        "Last 3 days",
        "Built 1904",
        "Created in 1999",
        "Build 12 houses",
        "Stand 12",
        "Stand 12 with great coffee and cake",
        "25 minutes",
        "3 days",
        "1,204 views",
        "In 2024 it was 3",
        "SHA-256: 3f2a9c1b",
        "Opening 9:00",
        "Last updated",
        "Last updated: " + "3 May 2026 " * 20,
        "",
    ],
)
def test_a_line_that_says_more_is_content(line):
    assert not is_stamp(line)


@pytest.mark.parametrize(
    "words",
    [
        "3 days ago",
        "just now",
        "(yesterday at 10:15)",
        "in 2 hours",
        "il y a 3 jours",
        "gestern",
        "a few seconds ago",
        "2 hours from now",
        "3\u00a0days ago".replace("\u00a0", " "),
        "5 минут назад",
    ],
)
def test_words_that_count_from_now(words):
    assert is_relative(words)


@pytest.mark.parametrize(
    "words", ["", "3 May", "25 minutes", "evening", "19:00", "x" * 70 + " ago", "Saturday"]
)
def test_words_that_do_not(words):
    assert not is_relative(words)


def test_a_duration_is_an_amount_of_time_alone():
    assert is_duration("4 days, 2 hours")
    assert not is_duration("4 days left")


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("© 2026 Example", "© Example"),
        ("Copyright © 2010–2026, Example", "Copyright © , Example"),  # noqa: RUF001  (a dash)
        ("(c) 2019, 2026 Ex", "(c) Ex"),
        ("COPYRIGHT 2020-present Ex", "COPYRIGHT Ex"),
        ("The copyright of 2026 ends", "The copyright of 2026 ends"),
        ("In 2026", "In 2026"),
        ("© 2026 " + "x" * 400, "© 2026 " + "x" * 400),
    ],
)
def test_the_year_of_a_copyright_is_left_out(line, shown):
    assert undated(line) == shown


@pytest.mark.parametrize(
    ("line", "kept", "stamps"),
    [
        (
            "By Ann · Updated 3 May 2026 · 5 min read",
            "By Ann · 5 min read",
            "Updated 3 May 2026",
        ),
        ("By Ann | 3 days ago | Updated 2026", "By Ann", "3 days ago | Updated 2026"),
        ("Updated 3 May 2026", "", "Updated 3 May 2026"),
        ("By Ann · 5 min read", "By Ann · 5 min read", ""),
        ("Tea", "Tea", ""),
    ],
)
def test_stamps_are_taken_out_of_a_line_of_parts(line, kept, stamps):
    assert without_stamps(line) == (kept, stamps)


def test_a_stamp_is_at_most_120_letters():
    assert is_stamp("Last updated: 2026".ljust(120))
    assert not is_stamp("Last updated: 2026".ljust(121))
