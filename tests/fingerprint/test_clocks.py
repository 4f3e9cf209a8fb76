"""What only tells time, and what only looks like it."""

import pytest

from honest_sitemaps.fingerprint.clocks import (
    LEFT_OUT,
    is_date,
    is_duration,
    is_label,
    is_relative,
    is_stamp,
    keeps_promise,
    tells_time,
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
        # By whom; with a time, a day of the week, no year.
        "Last edited 3 May 2026 by Dr. Ann O'Neill",
        "Edited on 2026-05-03",
        "Last updated: 3 May 2026, 10:14",
        "Last updated in May 2026",
        "Last updated: Sunday, 3rd of May",
        "Updated 3 May",
        "Updated at 10:14",
        # A label that leaves no doubt, before a site knows the date.
        "Last updated",
        "Last updated on",
        "Updated:",
        "Zuletzt geändert:",
        # Months and days of many languages.
        "Stand: 03.05.2026",
        "Stand: Mai 2026",
        "Aktualisiert am Sonntag, 3. Mai 2026 um 10:14 Uhr",
        "Mis à jour le vendredi 3 mai 2026 à 10h14",
        "Actualizado el viernes, 3 de mayo de 2026",
        "Atualizado em 3 de maio de 2026",
        "Ultimo aggiornamento: domenica 3 maggio 2026",
        "Bijgewerkt op 3 mei 2026",
        "Senast uppdaterad den 3 maj 2026",
        "Päivitetty 3. toukokuuta 2026 klo 10.14",
        "Zaktualizowano 3 maja 2026 r.",
        "Aktualizováno 3. května 2026 v 10:14",
        "Utoljára módosítva: 2026. május 3-án",
        "Paskutinį kartą atnaujinta 2026 m. gegužės 3 d.",
        "Оновлено 3 травня 2026 р.",  # noqa: RUF001  (Cyrillic)
        "Son güncelleme: 3 Mayıs 2026 Cuma 10:14",  # noqa: RUF001  (Turkish)
        "Cập nhật lần cuối: 3 tháng 5, 2026",
        "Diperbarui pada 3 Mei 2026 pukul 10.14",
        "آخر تحديث: ٣ مايو ٢٠٢٦",
        "آخرین به‌روزرسانی: ۱۲ مرداد ۱۴۰۵",
        "अंतिम अपडेट: 3 मई 2026",
        "সর্বশেষ আপডেট: ৩ মে ২০২৬",
        "עודכן לאחרונה: 3 במאי 2026",
        "更新于5月3日",
        "최종 수정일: 2026년 5월 3일",
        # Ago, also without a digit.
        "Updated 3 minutes ago",
        "an hour ago",
        "il y a une heure",
        "hace 2 semanas",
        "há 3 dias",
        "3 giorni fa",
        "2 uur geleden",
        "3 dni temu",
        "för 3 dagar sedan",
        "3 päivää sitten",
        "před 3 dny",
        "prieš 3 dienas",
        "3 gün önce",
        "منذ 3 أيام",
        "3 दिन पहले",
        "3日前",
        # Of the build.
        "Site size: 3 MB",
        "Rendered in 12 ms",
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
        # Numbers of things, behind a label that starts sentences too, in any language.
        "Updated 12 recipes",
        "Edited 5 chapters",
        "Modified 2 lines of code",
        "Last updated the menu with 3 dishes",
        "Last updated 3 dishes",
        "Last changed 12",
        "Updated 3",
        "Updated prices for 2026",
        "Last updated prices for 2026",
        "Last updated by 3 of 5",
        "Aktualisiert: Preise für 2026",
        "Stand 2026: neue Preise",
        "Mis à jour : 12 produits 2026",
        "Actualizado: precios 2026",
        "Обновлено 12 рецептов 2026",
        "Recently updated",
        "Updated",
        "Stand",
        # Amounts that count from nothing, and people before a verb.
        "since 3 days of rain",
        "for 3 hours",
        "il y a 12 personnes",
        "há 3 pessoas",
        "för 3 personer sedan",
        "3 personen geleden",
        "vor 3 Zeugen",
        "3 recipes ago",
        # Facts of a download, a test, a release.
        "Size: 12 MB",
        "Loading time: 3 s",
        "Build 12",
        "Served 12 s",
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
    ("line", "is_promise"),
    [
        ("Last updated", True),
        ("Updated on", True),
        ("Zuletzt geändert am:", True),
        ("Updated rules", False),
        ("Updated on 3 May", False),
        ("Last updated".rjust(41), False),
        ("Opened", False),
        ("", False),
    ],
)
def test_a_label_alone_promises_a_date(line, is_promise):
    assert is_label(line) == is_promise


@pytest.mark.parametrize(
    ("line", "is_kept"),
    [
        ("3 May 2026", True),
        ("3 May", True),
        ("3 kwietnia 2026", True),
        # One word of a month that is not listed, beside a year.
        ("3 Μαΐου 2026", True),
        ("2026-05-03", True),
        (LEFT_OUT, True),
        (f"({LEFT_OUT})", True),
        (f"{LEFT_OUT} A", False),
        ("12", False),
        ("1 204", False),
        ("12 rules", False),
        ("May", False),
        ("Two more words 2026", False),
        ("3 May 2026".rjust(41), False),
        ("", False),
    ],
)
def test_a_date_and_no_more_keeps_the_promise(line, is_kept):
    assert keeps_promise(line) == is_kept


@pytest.mark.parametrize(
    ("words", "is_sure", "is_it"),
    [
        ("3 May", True, True),
        ("3 May", False, False),
        ("May 2026", False, True),
        ("3 Μαΐου 2026", False, True),
        ("May", True, False),
        ("Old prices 2026", True, False),
        ("3 May 2026".rjust(61), True, False),
    ],
)
def test_words_that_a_name_calls_a_date(words, is_sure, is_it):
    assert is_date(words, is_sure=is_sure) == is_it


@pytest.mark.parametrize(
    ("words", "tells"),
    [("3 days ago", True), ("3 May 2026", True), ("3 views", False), ("", False)],
)
def test_words_of_a_passed_element_that_tell_time(words, tells):
    assert tells_time(words) == tells


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
        ("Tea · Updated: · 3", "Tea · 3", "Updated:"),
        # With a time that was passed over.
        (f"By Ann · Updated {LEFT_OUT} · 5", "By Ann · 5", f"Updated {LEFT_OUT}"),
        (f"By Ann, updated {LEFT_OUT}", "By Ann", f", updated {LEFT_OUT}"),
        (f"By Ann (updated on {LEFT_OUT}).", "By Ann", f" (updated on {LEFT_OUT})."),
        (f"Tea. Last edited: {LEFT_OUT}", "Tea.", f" Last edited: {LEFT_OUT}"),
        (f"Tea, published {LEFT_OUT}", "Tea", f", published {LEFT_OUT}"),
        (f"Tea, drunk {LEFT_OUT}", "Tea, drunk", ""),
        (f"Tea updated {LEFT_OUT}", "Tea updated", ""),
        (f"Tea · Cup {LEFT_OUT}", "Tea · Cup", ""),
        (f"{LEFT_OUT} · Tea", "Tea", LEFT_OUT),
        (f"Tea {LEFT_OUT}{'x' * 120}", f"Tea {'x' * 120}", ""),
    ],
)
def test_stamps_are_taken_out_of_a_line_of_parts(line, kept, stamps):
    assert without_stamps(line) == (kept, stamps)


def test_a_stamp_is_at_most_120_letters():
    assert is_stamp("Last updated: 2026".ljust(120))
    assert not is_stamp("Last updated: 2026".ljust(121))
