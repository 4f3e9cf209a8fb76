"""The docs are tested against the code: what one names, the other has."""

from __future__ import annotations

import ast
import json
import re
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class
from django.dispatch import Signal

from honest_sitemaps import errors, models, signals
from honest_sitemaps.conf import Conf
from honest_sitemaps.eligibility import Reason
from honest_sitemaps.ledger import Move, Scan
from honest_sitemaps.publish import Release
from tests.architecture.source_tree import DOCS, HOME, PROJECT, tree_of

PAGES = sorted([*DOCS.rglob("*.md"), *PROJECT.glob("*.md")])
DECISIONS = sorted((DOCS / "decisions").glob("[0-9]*.md"))
DECISION_PARTS = ["Context", "Decision", "What we gave up", "How we would notice it was wrong"]
EMPTY_WORDS = re.compile(r"\b(simply|just|easily|robust)\b", re.IGNORECASE)
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

GLOSSARY = [
    "candidate",
    "loc",
    "origin",
    "source",
    "section",
    "page",
    "listed",
    "excluded",
    "reason",
    "evidence",
    "fingerprint",
    "digest",
    "recipe",
    "scan",
    "sighting",
    "settle",
    "look",
    "sweep",
    "held",
    "re-base",
    "ledger",
    "slot",
    "shard",
    "capacity",
    "artifact",
    "release",
    "gate",
    "guard",
    "confirm",
    "unstable",
    "key",
    "group",
    "move",
    "lastmod",
    "desired",
    "generated",
    "served",
    "noise",
    "batch",
    "pin",
    "visitor",
]


def name_of(page: Path) -> str:
    return page.relative_to(PROJECT).as_posix()


each_page = pytest.mark.parametrize("page", PAGES, ids=name_of)


@cache
def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def prose_of(page: Path) -> str:
    """The page without code blocks and inline code."""
    return re.sub(r"`[^`\n]*`", "", FENCE.sub("", text_of(page)))


def headings(page: Path, level: int = 2) -> list[str]:
    """Headings of one level, without backticks."""
    found = re.findall(rf"^{'#' * level} (.+)$", FENCE.sub("", text_of(page)), re.MULTILINE)
    return [heading.replace("`", "").strip() for heading in found]


def anchors(page: Path) -> set[str]:
    """What ``#…`` may name on the page, as a forge makes it of the headings."""
    lines = re.findall(r"^#+ (.+)$", FENCE.sub("", text_of(page)), re.MULTILINE)
    return {
        re.sub(r"[^\w\- ]", "", line.replace("`", "").strip().lower()).replace(" ", "-")
        for line in lines
    }


def section_of(page: Path, heading: str) -> str:
    """The text from this second-level heading to the next."""
    parts = re.split(r"^## `?([\w-]+)`?.*$", text_of(page), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))[heading]


def reference(name: str) -> Path:
    return DOCS / "reference" / f"{name}.md"


# The reference names what the code has, and nothing else.


def test_every_setting_has_its_heading():
    assert sorted(headings(reference("settings"))) == sorted(it.name for it in fields(Conf))


@pytest.mark.parametrize("field", fields(Conf), ids=lambda field: field.name)
def test_a_setting_tells_its_default(field):
    told = section_of(reference("settings"), field.name)
    given = re.search(r"Default: `(.*?)`", told)

    assert given is not None
    default = list(field.default) if isinstance(field.default, tuple) else field.default
    assert ast.literal_eval(given[1]) == default


def check_ids() -> list[str]:
    found = [
        node.value
        for path in sorted((HOME / "checks").glob("*.py"))
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"honest_sitemaps\.[EW]\d{3}", node.value)
    ]
    return [id_.removeprefix("honest_sitemaps.") for id_ in found]


def test_every_check_has_its_heading():
    told = [heading.split()[0] for heading in headings(reference("checks"))]

    assert sorted(told) == sorted(check_ids())


def test_a_check_id_means_one_thing():
    assert len(check_ids()) == len(set(check_ids()))


def our_commands() -> list[str]:
    return sorted(name for name, app in get_commands().items() if app == "honest_sitemaps")


def test_every_command_has_its_heading():
    assert sorted(headings(reference("commands"))) == our_commands()


@pytest.mark.parametrize("name", our_commands())
def test_every_option_of_a_command_is_told(name):
    parser = load_command_class("honest_sitemaps", name).create_parser("manage.py", name)
    common = {"--help", "--version", "--verbosity", "--settings", "--pythonpath"}
    common |= {"--traceback", "--no-color", "--force-color", "--skip-checks"}
    options = {
        option
        for each in with_children(parser)
        for action in each._actions
        for option in action.option_strings
        if option.startswith("--")
    }

    told = section_of(reference("commands"), name)

    assert sorted(it for it in options - common if f"`{it}" not in told) == []


def with_children(parser):
    """The parser and those of its subcommands."""
    yield parser
    for action in parser._actions:
        if hasattr(action, "_name_parser_map"):
            yield from action.choices.values()


def test_every_reason_has_its_heading():
    assert headings(reference("reasons")) == list(Reason.values)


def test_every_move_has_its_heading():
    assert headings(reference("moves")) == [move.value for move in Move]


@pytest.mark.parametrize("status", [*Scan.Status.values, *Release.Status.values])
def test_every_status_is_told(status):
    assert f"`{status}`" in text_of(reference("models"))


@pytest.mark.parametrize("name", models.__all__)
def test_every_model_and_field_is_told(name):
    told = section_of(reference("models"), name)
    missing = [
        field.name
        for field in getattr(models, name)._meta.get_fields()
        if field.concrete and field.name != "id" and f"`{field.name}`" not in told
    ]

    assert missing == []


def test_every_model_has_its_heading():
    assert sorted(headings(reference("models"))) == sorted(models.__all__)


def test_every_signal_has_its_heading():
    ours = [name for name, it in vars(signals).items() if isinstance(it, Signal)]

    assert headings(reference("signals")) == ours


def test_every_template_tag_has_its_heading():
    from honest_sitemaps.templatetags.honest_dates import register

    tags = {*register.tags, *register.filters}

    assert set(headings(reference("template-tags"))) == tags


def test_the_tree_of_errors_names_every_error():
    ours = {
        name
        for name, it in vars(errors).items()
        if isinstance(it, type) and issubclass(it, errors.HonestSitemapsError)
    }
    drawn = set(
        re.findall(r"^ +(\w+)", (errors.__doc__ or "").partition("::")[2], re.MULTILINE)
    )

    assert ours <= drawn


# The pages hold together.


@each_page
def test_every_link_leads_somewhere(page):
    dead = []
    for target in re.findall(r"\]\(([^)\s]+)\)", FENCE.sub("", text_of(page))):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        if not there.exists() or (anchor and anchor not in anchors(there)):
            dead.append(target)

    assert dead == []


def test_every_page_can_be_reached_from_the_index():
    seen: set[Path] = set()
    ahead = [DOCS / "index.md"]
    while ahead:
        page = ahead.pop()
        seen.add(page)
        links = re.findall(r"\]\(([^)\s#]+\.md)", text_of(page))
        there = {(page.parent / link).resolve() for link in links}
        ahead += sorted(there - seen)

    assert set(DOCS.rglob("*.md")) <= seen


@each_page
def test_python_in_a_page_compiles(page):
    for language, code in FENCE.findall(text_of(page)):
        if language == "python":
            compile(code, name_of(page), "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)


@each_page
def test_json_in_a_page_can_be_read(page):
    for language, code in FENCE.findall(text_of(page)):
        if language == "json":
            for document in code.strip().split("\n\n"):
                json.loads(document)


@each_page
def test_a_page_uses_no_empty_words(page):
    assert EMPTY_WORDS.findall(prose_of(page)) == []


@each_page
def test_a_page_has_one_title(page):
    assert len(headings(page, level=1)) == 1


# The glossary and the decisions.


def test_the_glossary_has_the_words_of_the_design():
    told = " ".join(headings(DOCS / "glossary.md", level=2)).lower()

    assert [word for word in GLOSSARY if not re.search(rf"\b{word}\b", told)] == []


def test_the_glossary_is_in_order():
    words = [word.lower() for word in headings(DOCS / "glossary.md", level=2)]

    assert words == sorted(words)


def test_decisions_are_numbered_without_a_gap():
    numbers = [int(page.name[:4]) for page in DECISIONS]

    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("page", DECISIONS, ids=name_of)
def test_a_decision_tells_what_it_costs_and_how_to_doubt_it(page):
    assert headings(page) == DECISION_PARTS


# The first thing that anyone reads.


@pytest.mark.parametrize("target", ["demo", "test"])
def test_the_readme_names_the_two_commands_and_they_are_there(target):
    makefile = (PROJECT / "Makefile").read_text()

    assert f"make {target}" in text_of(PROJECT / "README.md")
    assert re.search(rf"^{target}:", makefile, re.MULTILINE)


@pytest.mark.parametrize("rooms", [HOME / "__init__.py", PROJECT / "README.md"], ids=name_of)
def test_the_rooms_are_named_where_a_reader_begins(rooms):
    from honest_sitemaps import ROOMS

    assert [room for room in ROOMS if room not in text_of(rooms)] == []
