"""
The admin's pages of content states over a database of a million rows on PostgreSQL.

    createdb bench_admin
    DATABASE_URL=postgres://postgres@127.0.0.1/bench_admin python bench/admin.py 1000000

Fills an empty database once, with what planners guess wrong: rare reasons, a language and
unstable rows that stand at the beginning of the table alone. Prints for each page the median
of 5 in milliseconds and its slowest query with the way the database takes; a plan that reads
the table of content states from end to end is marked. Exit 1 if a page takes a second.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import statistics
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
ORIGIN = "http://127.0.0.1:8000"
RUNS = 5
LIMIT_MS = 1_000

SECTIONS = """
insert into honest_sitemaps_section
  (id, origin, name, language, capacity, next_slot, noise, furniture, released)
select id, %(origin)s, name, language, 10000, %(rows)s + 1, '[]', '[]', true
from (values (1, 'products', ''), (2, 'articles', 'en'), (3, 'articles', 'de'),
             (4, 'news', ''), (5, 'docs', ''), (6, 'pages', '')) s(id, name, language)
"""
ROWS = """
insert into honest_sitemaps_contentstate
  (section_id, key, language, loc, loc_digest, "group", slot, digest, recipe, parts,
   is_unstable, published_at, published_precision, updated_at, reason, evidence, http_status,
   canonical, unreadable_sightings, override, override_why, images, videos, seen_scan, seen_at)
select section, 'shop.thing:' || n, language, loc, encode(sha256(loc::bytea), 'hex'),
       case when n %% 2 = 0 then 'shop:' || n / 2 else '' end,
       case when reason in ('PRIVATE', 'NOT_LIVE') then null else n end,
       md5(n::text) || md5(n::text), 'hs1/libxml2-2.14.6/0123456789abcdef',
       substr(repeat(md5(n::text), 4), 1, 101), n between 500 and 540,
       now() - (n || ' minutes')::interval, 'second', null, reason,
       case when reason = '' then '' else 'the thing seen' end, 200, '', 0, '', '', '[]', '[]',
       7, now() - interval '1 hour'
from (select n, section, reason,
             case when n <= 200 then 'it'
                  when section = 1 then (array['en', 'fr'])[1 + n %% 2]
                  when section = 2 then 'en' when section = 3 then 'de' else '' end language,
             %(origin)s || '/' || (array['shop', 'magazin', 'aktuell', 'news', 'docs', 'p'])
               [section] || '/' || (2000 + n %% 26)
               || '/a-longer-slug-of-thing-' || n || '/' loc
      from (select n,
                   1 + (n > .5 * %(rows)s)::int + (n > .8 * %(rows)s)::int
                     + (n > .9 * %(rows)s)::int + (n > .96 * %(rows)s)::int
                     + (n > .98 * %(rows)s)::int section,
                   case when n between 300 and 350 then 'NOINDEX'
                        when n < .04 * %(rows)s then 'WITHDRAWN'
                        when n %% 100 = 7 then 'GONE' when n %% 50 = 3 then 'PRIVATE'
                        when n %% 1000 = 11 then 'REDIRECT'
                        when n %% 200 = 99 then 'NOT_FOUND' else '' end reason
            from generate_series(1, %(rows)s) n) placed) named
"""
STEPS = """
insert into honest_sitemaps_contentchange (state_id, scan_id, move, before, after, seen_at)
select id, null, 'CHANGED', '{"digest": "a", "recipe": "r", "parts": "1-2-3"}',
       '{"digest": "b", "recipe": "r", "parts": "1-9-3"}', now()
from honest_sitemaps_contentstate where id %% 2 = 0
"""

LISTS = {
    "all": "",
    "all, page 100": "p=100",
    "listed": "reason=LISTED",
    "listed, page 100": "reason=LISTED&p=100",
    "excluded": "reason=EXCLUDED",
    "excluded, page 100": "reason=EXCLUDED&p=100",
    "NOINDEX: 51 rows at the table's beginning": "reason=NOINDEX",
    "WITHDRAWN: 4 % at its beginning": "reason=WITHDRAWN",
    "DUPLICATE: none": "reason=DUPLICATE",
    "the first section": "section=1",
    "the last section": "section=6",
    "a section, excluded": "section=1&reason=EXCLUDED",
    "a section, NOINDEX": "section=1&reason=NOINDEX",
    "it: 200 rows at the beginning": "language=it",
    "fr: half of one section": "language=fr",
    "de: a section": "language=de",
    "it, excluded": "language=it&reason=EXCLUDED",
    "it, listed: none": "language=it&reason=LISTED",
    "fr, PRIVATE": "language=fr&reason=PRIVATE",
    "de in the section of de": "language=de&section=3",
    "unstable: 41 rows at the beginning": "unstable=UNSTABLE",
    "unstable, listed: none": "unstable=UNSTABLE&reason=LISTED",
    "unstable in another section: none": "unstable=UNSTABLE&section=3",
    "unstable, excluded, en": "unstable=UNSTABLE&reason=EXCLUDED&language=en",
    "search: a URL": f"q={ORIGIN}/shop/2005/a-longer-slug-of-thing-5/",
    "search: a path with ?": "q=/shop/2005/a-longer-slug-of-thing-5/?utm=x",
    "search: a key": "q=shop.thing:5000",
    "search: every URL begins so": f"q={ORIGIN}/",
    "search: half of them do": "q=/shop/",
    "search: 2 % do": "q=/shop/2007/",
    "search: none does": "q=/nowhere/",
    "search: half, NOINDEX": "q=/shop/&reason=NOINDEX",
    "search: half, it": "q=/shop/&language=it",
    "search: half, unstable": "q=/shop/&unstable=UNSTABLE",
    "search: half, page 100": "q=/shop/&p=100",
}


def set_up() -> None:
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
    import django
    from django.conf import settings

    django.setup()
    settings.ALLOWED_HOSTS = ["*"]


def fill(rows: int) -> None:
    from django.core.management import call_command
    from django.db import connection
    from django.utils import timezone

    from honest_sitemaps.ledger import Section, recount

    call_command("migrate", verbosity=0)
    if Section.objects.exists():
        print("the database is filled already")
        return
    with connection.cursor() as cursor:
        for statement in (SECTIONS, ROWS, STEPS):
            cursor.execute(statement, {"origin": ORIGIN, "rows": rows})
        cursor.execute("vacuum analyze")
    for section in Section.objects.all():
        recount(section, now=timezone.now())


def visitor() -> Any:
    from django.contrib.auth import get_user_model
    from django.test import Client

    user, _ = get_user_model().objects.get_or_create(
        username="bench", defaults={"is_staff": True, "is_superuser": True}
    )
    client = Client()
    client.force_login(user)
    return client


def measure(client: Any, address: str) -> tuple[float, int, int, dict[str, str]]:
    """Median in ms without recording, rows shown, queries, and the slowest of them."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    taken = []
    for _ in range(RUNS):
        began = perf_counter()
        answer = client.get(address)
        taken.append((perf_counter() - began) * 1_000)
        assert answer.status_code == 200, address
    with CaptureQueriesContext(connection) as seen:
        client.get(address)
    slowest = max(seen, key=lambda it: float(it["time"]))
    rows = answer.content.decode().count('name="_selected_action"')
    return statistics.median(taken), rows, len(seen), slowest


def ways_of(sql: str) -> str:
    """The scans of a query's plan: ``Index Only Scan state_reason``."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(f"explain {sql}")
        plan = "\n".join(row[0] for row in cursor.fetchall())
    found = re.findall(r"(\w[\w ]*Scan)(?: Backward)?(?: using (\w+))?(?: on (\w+))?", plan)
    told = [f"{kind.strip()} {index or table}".strip() for kind, index, table in found]
    is_all = re.search(r"Seq Scan on honest_sitemaps_contentstate", plan)
    return f"{'READS ALL: ' if is_all else ''}{'; '.join(dict.fromkeys(told))}"


def rows_query(client: Any, address: str) -> str:
    """The query for the keys of a page of the list."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as seen:
        client.get(address)
    keys = [it["sql"] for it in seen if re.search(r" LIMIT \d{3}", it["sql"])]
    return keys[0] if keys else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", type=int, nargs="?", default=1_000_000)
    options = parser.parse_args()
    if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        print("Left out: DATABASE_URL names no PostgreSQL database.")
        return 0
    set_up()
    import django
    from django.db import connection
    from django.urls import reverse

    fill(options.rows)
    client = visitor()
    base = reverse("admin:honest_sitemaps_contentstate_changelist")
    print(
        f"{platform.platform()}, Python {platform.python_version()}, Django "
        f"{django.get_version()}, {connection.pg_version // 10_000} of PostgreSQL, "
        f"{options.rows:,} rows, median of {RUNS}"
    )
    slowest = 0.0
    pages = {name: f"{base}?{query}" for name, query in LISTS.items()}
    pages |= {f"the page of row {pk:,}": f"{base}{pk}/change/" for pk in (1, options.rows)}
    for name, address in pages.items():
        ms, rows, queries, worst = measure(client, address)
        slowest = max(slowest, ms)
        sql = rows_query(client, address)
        way = ways_of(sql) if sql else "-"
        worst_ms = float(worst["time"]) * 1_000
        print(f"{name:44} {ms:6.0f} ms {rows:4} rows {queries:3} q, {worst_ms:4.0f} ms  {way}")
    print(f"the slowest page: {slowest:,.0f} ms")
    return 1 if slowest >= LIMIT_MS else 0


if __name__ == "__main__":
    sys.exit(main())
