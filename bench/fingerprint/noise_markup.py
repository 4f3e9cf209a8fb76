"""Noise of the writing, the build and the visit: none of it may move a page."""

# ruff: noqa: E501  (a mutator and its markup read better on one line)

from __future__ import annotations

import re
import unicodedata
from random import Random

from lxml import etree, html

from bench.fingerprint.kinds import LOC, NOISE, Made, makes
from bench.fingerprint.pages import Page, body_of, content_of, paragraphs, written

_TAG = re.compile(
    r"<(/?)([a-zA-Z][\w-]*)((?:\s+[^<>\"']+(?:=(?:\"[^\"<>]*\"|'[^'<>]*'))?)*\s*/?)>"
)
_RAW = re.compile(r"<(script|style|pre|textarea|title)\b.*?</\1>|<!--.*?-->", re.S | re.I)
_BLOCK_EDGE = re.compile(
    r"(</?(?:p|div|ul|ol|li|table|tr|td|th|tbody|section|article|h[1-6]|dl|dt|dd|main|body|head)"
    r"\b[^<>]*>)",
    re.I,
)


def universal(make):
    return makes(NOISE, "universal")(make)


def _outside_raw(text: str, change) -> str:
    """Apply a change to all of the page that is not script, style, pre or comment."""
    out, at = [], 0
    for raw in _RAW.finditer(text):
        out += [change(text[at : raw.start()]), raw[0]]
        at = raw.end()
    return "".join([*out, change(text[at:])])


def _each_tag(text: str, change) -> str:
    return _outside_raw(text, lambda part: _TAG.sub(change, part))


def hex_of(rng: Random, length: int) -> str:
    return "".join(rng.choice("0123456789abcdef") for _ in range(length))


def word_of(rng: Random, length: int) -> str:
    return "".join(
        rng.choice("abcdefghijkmnpqrstuvwxyzABCDEFGH23456789") for _ in range(length)
    )


# The writing of the markup.


@universal
def white_space_between_blocks(page: Page, rng: Random) -> Made:
    change = lambda part: _BLOCK_EDGE.sub(lambda m: "\n  " + m[0] + "\n\t", part)  # noqa: E731
    return page.plain, _outside_raw(page.plain, change)


@universal
def white_space_runs(page: Page, rng: Random) -> Made:
    change = lambda part: re.sub(r"(?<=\w) (?=\w)(?![^<]*>)", " \n    ", part)  # noqa: E731
    return page.plain, _outside_raw(page.plain, change)


@universal
def line_ends(page: Page, rng: Random) -> Made:
    return page.plain, page.plain.replace("\n", "\r\n")


@universal
def byte_order_mark(page: Page, rng: Random) -> Made:
    return page.plain, "\ufeff" + page.plain


@universal
def tag_case(page: Page, rng: Random) -> Made:
    return page.plain, _each_tag(page.plain, lambda m: f"<{m[1]}{m[2].upper()}{m[3]}>")


@universal
def quotes(page: Page, rng: Random) -> Made:
    def change(m):
        return m[0] if "'" in m[3] else f"<{m[1]}{m[2]}{m[3].replace(chr(34), chr(39))}>"

    return page.plain, _each_tag(page.plain, change)


@universal
def void_slashes(page: Page, rng: Random) -> Made:
    return page.plain, re.sub(
        r"<(br|img|hr|meta|link|input)\b([^<>]*[^/<>])?>", r"<\1\2 />", page.plain
    )


@universal
def attribute_order(page: Page, rng: Random) -> Made:
    tree = page.tree()
    for el in tree.iter(etree.Element):
        items = list(el.attrib.items())
        rng.shuffle(items)
        el.attrib.clear()
        for key, value in items:
            el.set(key, value)
    return page.plain, written(tree)


@universal
def class_order(page: Page, rng: Random) -> Made:
    tree = page.tree()
    for el in tree.iter(etree.Element):
        words = (el.get("class") or "").split()
        if len(words) > 1:
            rng.shuffle(words)
            el.set("class", " ".join(words))
    return page.plain, written(tree)


@universal
def comments(page: Page, rng: Random) -> Made:
    def change(part: str) -> str:
        return _BLOCK_EDGE.sub(
            lambda m: m[0] + f"<!-- {word_of(rng, 8)} -->" if rng.random() < 0.2 else m[0],
            part,
        )

    return page.plain, _outside_raw(
        page.plain, change
    ) + f"<!-- {'x' * rng.randint(1, 99)} -->"


@universal
def comment_in_a_word(page: Page, rng: Random) -> Made:
    tree = page.tree()
    found = [p for p in paragraphs(tree) if p.text and len(p.text) > 20]
    if not found:
        return None
    p = rng.choice(found)
    note = etree.Comment("rendered 0.01s")
    note.tail, p.text = p.text[10:], p.text[:10]
    p.insert(0, note)
    return page.plain, written(tree)


def _letters(page: Page, change) -> Made:
    out = _outside_raw(
        page.plain, lambda part: re.sub(r">[^<]+<", lambda m: change(m[0]), part)
    )
    return page.plain, out


@universal
def character_references(page: Page, rng: Random) -> Made:
    return _letters(page, lambda t: "".join(c if c.isascii() else f"&#{ord(c)};" for c in t))


@universal
def decomposed_letters(page: Page, rng: Random) -> Made:
    return _letters(page, lambda t: unicodedata.normalize("NFD", t))


@universal
def unseen_letters(page: Page, rng: Random) -> Made:
    unseen = ["\u200b", "\u00ad", "\u2060", "\ufeff", "&shy;", "&#8203;"]

    def change(text: str) -> str:
        return re.sub(
            r"(?<=[a-z])(?=[a-z]{3})(?![a-z]*;)",
            lambda m: rng.choice(unseen) if rng.random() < 0.05 else "",
            text,
        )

    return _letters(page, change)


@universal
def hard_spaces(page: Page, rng: Random) -> Made:
    return _letters(
        page, lambda t: re.sub(r"(?<=\w) (?=\w)", lambda m: rng.choice([" ", "&nbsp;"]), t)
    )


@universal
def minified(page: Page, rng: Random) -> Made:
    def change(part: str) -> str:
        part = re.sub(r"\s+", " ", part)
        return re.sub(
            r" ?(</?(?:p|div|ul|ol|li|table|tr|td|section|h[1-6]|main)\b[^<>]*>) ?",
            r"\1",
            part,
        )

    return page.plain, _outside_raw(page.plain, change)


@universal
def implied_end_tags(page: Page, rng: Random) -> Made:
    return page.plain, _outside_raw(
        page.plain, lambda part: re.sub(r"</li>(?=\s*(?:<li\b|</ul>|</ol>))", "", part)
    )


@universal
def implied_tbody(page: Page, rng: Random) -> Made:
    if "<thead" in page.plain:
        return None
    return page.plain, re.sub(r"</?tbody[^<>]*>", "", page.plain)


@universal
def strong_for_b(page: Page, rng: Random) -> Made:
    def change(part: str) -> str:
        return re.sub(r"<(/?)strong\b", r"<\1b", re.sub(r"<(/?)em\b", r"<\1i", part))

    return page.plain, _outside_raw(page.plain, change)


# Scripts, styles, tokens, builds, ids.


def put(tree: etree._Element, rng: Random, markup: str, *, where: str = "any") -> None:
    """Put markup somewhere: as the first or last of the body, or between blocks of content."""
    piece = html.fragment_fromstring(markup)
    body, content = body_of(tree), content_of(tree)
    places = [(body, 0), (body, len(body))]
    if where == "content" or (where == "any" and rng.random() < 0.6):
        places = [(p.getparent(), p.getparent().index(p)) for p in paragraphs(tree)]
        places = places or [(content, len(content))]
    parent, at = rng.choice(places)
    parent.insert(at, piece)


def _both(page: Page, rng: Random, markup, *, where: str = "any") -> Made:
    """The same place on two pages, with two versions of the same markup, or none before."""
    seed, trees = rng.random(), [page.tree(), page.tree()]
    for number, tree in enumerate(trees):
        if number or rng.random() < 0.7:
            put(tree, Random(seed), markup(Random(f"{seed}{number}")), where=where)
    return written(trees[0]), written(trees[1])


both = _both


@universal
def scripts_and_styles(page: Page, rng: Random) -> Made:
    kinds = [
        lambda r: f"<script nonce='{word_of(r, 16)}'>var t='{word_of(r, 9)}'</script>",
        lambda r: f"<script src='/static/app.{hex_of(r, 12)}.js'></script>",
        lambda r: f"<style>.a{hex_of(r, 5)}{{color:red}}</style>",
        lambda r: (
            f"<script type='application/json' id='x'>{{\"t\":\"{word_of(r, 9)}\"}}</script>"
        ),
        lambda r: f"<script type='{hex_of(r, 24)}-text/javascript'>go()</script>",
        lambda r: f"<link rel='preload' href='/static/a.{hex_of(r, 8)}.css'>",
        lambda r: f"<template id='t'><p>{word_of(r, 9)}</p></template>",
    ]
    return _both(page, rng, rng.choice(kinds))


@universal
def tokens(page: Page, rng: Random) -> Made:
    kinds = [
        lambda r: f"<input type='hidden' name='csrfmiddlewaretoken' value='{word_of(r, 64)}'>",
        lambda r: (
            f"<form><input type='hidden' name='__VIEWSTATE' value='{word_of(r, 99)}'></form>"
        ),
        lambda r: f'<div hx-headers=\'{{"X-CSRFToken":"{word_of(r, 64)}"}}\'></div>',
        lambda r: (
            f"<form id='f-{hex_of(r, 8)}'><input name='q-{hex_of(r, 8)}'><textarea>{word_of(r, 5)}</textarea></form>"
        ),
    ]
    return _both(page, rng, rng.choice(kinds))


@universal
def head_of_a_build(page: Page, rng: Random) -> Made:
    trees = [page.tree(), page.tree()]
    for tree in trees:
        head = tree.find("head")
        if head is None:
            return None
        for markup in (
            f"<meta name='generator' content='Build {hex_of(rng, 7)}'>",
            f"<meta name='created' content='30th Nov 2026 06:{rng.randint(10, 59)}'>",
            f"<meta name='csrf-token' content='{word_of(rng, 40)}'>",
            f"<link rel='stylesheet' href='/static/base.{hex_of(rng, 12)}.css?v={rng.randint(1, 99)}'>",
            f"<meta property='article:modified_time' content='2026-11-{rng.randint(10, 30)}'>",
            f"<meta property='og:updated_time' content='2026-11-{rng.randint(10, 30)}'>",
            f"<meta itemprop='dateModified' content='2026-11-{rng.randint(10, 30)}'>",
        ):
            head.append(html.fragment_fromstring(markup))
    return written(trees[0]), written(trees[1])


@universal
def random_ids(page: Page, rng: Random) -> Made:
    tree = page.tree()
    renamed: dict[str, str] = {}
    for el in tree.iter(etree.Element):
        if el.get("id") and el.get("class") is None and el.tag not in ("div", "ul", "table"):
            renamed[el.get("id")] = f"id-{hex_of(rng, 8)}"
            el.set("id", renamed[el.get("id")])
        if rng.random() < 0.2:
            el.set("aria-controls", f"c-{hex_of(rng, 6)}")
    for a in tree.iter("a"):
        place = (a.get("href") or "").removeprefix("#")
        if place in renamed:
            a.set("href", f"#{renamed[place]}")
    return page.plain, written(tree)


@universal
def random_attributes(page: Page, rng: Random) -> Made:
    tree = page.tree()
    for el in tree.iter(etree.Element):
        if rng.random() < 0.3:
            name, value = rng.choice(
                [
                    ("data-reactid", f".{hex_of(rng, 4)}"),
                    (f"data-v-{hex_of(rng, 8)}", ""),
                    ("data-ab", rng.choice("ab")),
                    ("style", f"top:{rng.randint(1, 9)}px"),
                    ("onclick", f"go({rng.randint(1, 9)})"),
                    ("tabindex", "-1"),
                    ("title", word_of(rng, 4)),
                ]
            )
            el.set(name, value)
    return page.plain, written(tree)


@universal
def added_classes(page: Page, rng: Random) -> Made:
    tree = page.tree()
    for el in tree.iter(etree.Element):
        if rng.random() < 0.4:
            el.set(
                "class",
                f"{el.get('class') or ''} css-{word_of(rng, 6)} Box_x__{word_of(rng, 5)}",
            )
    body_of(tree).set("class", f"page-{rng.randint(1, 99)} related share ads with-sidebar")
    return page.plain, written(tree)


@universal
def wrappers(page: Page, rng: Random) -> Made:
    tree = page.tree()
    content = content_of(tree)
    blocks = [
        b for b in content.iter("p", "ul", "h2", "table", "img") if b.getparent() is not None
    ]
    for block in rng.sample(blocks, min(5, len(blocks))):
        is_inline = block.tag == "img"
        wrapper = etree.Element("span" if is_inline else "div")
        wrapper.tail, block.tail = block.tail, None
        block.addprevious(wrapper)
        wrapper.append(block)
    return page.plain, written(tree)


@universal
def spans_in_words(page: Page, rng: Random) -> Made:
    tree = page.tree()
    for p in paragraphs(tree)[:5]:
        if p.text and len(p.text) > 10:
            span = etree.Element(rng.choice(["span", "font", "bdi"]))
            span.text, span.tail, p.text = p.text[4:8], p.text[8:], p.text[:4]
            p.insert(0, span)
    return page.plain, written(tree)


@universal
def target_and_rel(page: Page, rng: Random) -> Made:
    tree = page.tree()
    for a in tree.iter("a"):
        if rng.random() < 0.5:
            a.set("target", "_blank")
            a.set("rel", "noopener noreferrer")
    return page.plain, written(tree)


@universal
def headerlinks(page: Page, rng: Random) -> Made:
    trees = [page.tree(), page.tree()]
    for tree in trees:
        for heading in content_of(tree).iter("h2", "h3"):
            anchor = etree.SubElement(heading, "a", href=f"#s-{hex_of(rng, 6)}")
            anchor.set("aria-hidden", "true")
    return written(trees[0]), written(trees[1])


__all__ = ["LOC"]
