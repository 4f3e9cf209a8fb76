from __future__ import annotations

import pytest

from honest_sitemaps.errors import ConfigurationError
from honest_sitemaps.partition import Shard, file_name, plan, section_files, shards
from tests.partition.rows import a_section

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("name", "language", "number", "file"),
    [
        ("pages", "", 1, "pages-1.xml"),
        ("pages", "de", 12, "pages-de-12.xml"),
        ("pages", "zh-hans", 1, "pages-zh-hans-1.xml"),
        (
            "pages",
            "sr@latin",
            1,
            "pages-sr_latin-1.xml",
        ),  # @ has two spellings in a URL
    ],
)
def test_a_file_is_called_by_section_language_and_number(name, language, number, file):
    assert file_name(a_section(name, language=language), number) == file


def test_the_files_of_a_section_are_told_from_those_of_a_longer_name():
    names = {"pages-1.xml", "pages-12.xml", "pages-de-1.xml", "sitemap.xml", "pages-2-1.xml"}

    assert section_files(a_section("pages"), names) == {"pages-1.xml", "pages-12.xml"}


def test_an_empty_shard_stays_known():
    section = a_section(capacity=10, next_slot=31)  # 30 slots were given; no row is left

    assert [shard.number for shard in shards(section)] == [1, 2, 3]


def test_the_plan_is_ordered_by_label_and_number():
    news = a_section("news", next_slot=2)
    pages = a_section("pages", capacity=10, next_slot=111)

    names = [shard.name for shard in plan([pages, news])]

    assert names == ["news-1.xml", *(f"pages-{n}.xml" for n in range(1, 12))]


def test_the_plan_reads_versions_and_slots():
    section = a_section(capacity=10, next_slot=12)
    Shard.objects.create(section=section, number=2, version=7)

    first, second = plan([section])

    assert (first.version, second.version) == (1, 7)
    assert second.slots == (11, 21)


def test_a_section_that_never_listed_anything_has_no_file():
    assert plan([a_section()]) == []


def test_slots_given_since_the_section_was_read_are_planned():
    section = a_section(next_slot=1)
    type(section).objects.update(next_slot=2)

    assert [shard.name for shard in plan([section])] == ["pages-1.xml"]


def test_two_sections_that_would_write_one_name_are_refused():
    one = a_section("pages-de", next_slot=2)
    two = a_section("pages", language="de", next_slot=2)

    with pytest.raises(ConfigurationError, match=r"would both write pages-de-1\.xml"):
        plan([one, two])


def test_planning_costs_a_constant_number_of_queries(django_assert_num_queries):
    sections = [a_section(f"s{n}", capacity=10, next_slot=41) for n in range(5)]
    plan(sections)

    with django_assert_num_queries(2):
        planned = plan(sections)

    assert len(planned) == 20
