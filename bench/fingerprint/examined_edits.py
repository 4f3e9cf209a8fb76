"""The examiner makes one small edit somewhere in the content of a page."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from random import Random

from lxml import etree

from bench.fingerprint.examined_writing import Whole, tree_of
from bench.fingerprint.pages import content_of, is_aside, is_named, paragraphs, written


def _edit(html: str, rng: Random, edit: Callable[[etree._Element, Random], bool | None]):
    tree = tree_of(html)
    before = written(tree)
    return (before, written(tree)) if edit(tree, rng) else None


def _texts(tree: etree._Element) -> list[tuple[etree._Element, str, str]]:
    """Runs of words in the paragraphs of the content: the element, ``text`` or ``tail``."""
    found = []
    for paragraph in paragraphs(tree):
        for el in paragraph.iter():
            if (
                isinstance(el.tag, str)
                and el.tag not in ("script", "style")
                and el.text
                and len(el.text.split()) > 2
            ):
                found.append((el, "text", el.text))
            if el is not paragraph and el.tail and len(el.tail.split()) > 2:
                found.append((el, "tail", el.tail))
    return found


def _rewrite(pattern: str, change: Callable[[re.Match[str], Random], str]) -> Whole:
    def whole(html: str, rng: Random):
        def edit(tree, rng):
            spots = [
                (el, where, match)
                for el, where, text in _texts(tree)
                for match in re.finditer(pattern, text)
            ]
            if not spots:
                return None
            el, where, match = rng.choice(spots)
            text = match.string
            setattr(
                el, where, text[: match.start()] + change(match, rng) + text[match.end() :]
            )
            return True

        return _edit(html, rng, edit)

    return whole


def _of_content(tag: str) -> Callable[[etree._Element], list[etree._Element]]:
    def found(tree):
        return [
            el
            for el in content_of(tree).iter(tag)
            if not any(is_aside(one) or is_named(one) for one in (el, *el.iterancestors()))
        ]

    return found


def _drop(el: etree._Element) -> bool:
    el.drop_tree()
    return True


def paragraph_gone(html, rng):
    return _edit(
        html, rng, lambda t, r: (ps := paragraphs(t)) and len(ps) > 1 and _drop(r.choice(ps))
    )


def last_paragraph_gone(html, rng):
    return _edit(
        html, rng, lambda t, r: (ps := paragraphs(t)) and len(ps) > 1 and _drop(ps[-1])
    )


def paragraphs_swapped(html, rng):
    def edit(tree, rng):
        found = paragraphs(tree)
        pairs = [
            (a, b)
            for a, b in pairwise(found)
            if a.getnext() is b and a.text_content().split() != b.text_content().split()
        ]
        if not pairs:
            return None
        a, b = rng.choice(pairs)
        a.tail, b.tail = b.tail, a.tail
        b.addnext(a)
        return True

    return _edit(html, rng, edit)


def item_gone(html, rng):
    def edit(tree, rng):
        items = [li for li in _of_content("li")(tree) if len(li.text_content().split()) > 3]
        return items and _drop(rng.choice(items))

    return _edit(html, rng, edit)


def cell_changed(html, rng):
    def edit(tree, rng):
        cells = [td for td in _of_content("td")(tree) if td.text and td.text.strip()]
        if not cells:
            return None
        cell = rng.choice(cells)
        cell.text = cell.text.rstrip() + " and more"
        return True

    return _edit(html, rng, edit)


def link_elsewhere(html, rng):
    def edit(tree, rng):
        links = [
            a
            for p in paragraphs(tree)
            for a in p.iter("a")
            if (a.get("href") or "").startswith(("/", "http")) and a.text_content().strip()
        ]
        if not links:
            return None
        rng.choice(links).set("href", "/another/target/")
        return True

    return _edit(html, rng, edit)


def other_alt(html, rng):
    def edit(tree, rng):
        images = [
            i
            for i in _of_content("img")(tree)
            if len(i.get("alt") or "") > 3 and i.get("width") != "1"
        ]
        if not images:
            return None
        image = rng.choice(images)
        image.set("alt", image.get("alt") + " at night")
        return True

    return _edit(html, rng, edit)


def heading_changed(html, rng):
    def edit(tree, rng):
        found = [
            h
            for n in "23"
            for h in _of_content(f"h{n}")(tree)
            if h.text and len(h.text.split()) > 1
        ]
        if not found:
            return None
        heading = rng.choice(found)
        heading.text += " again"
        return True

    return _edit(html, rng, edit)


def headline_changed(html, rng):
    def edit(tree, rng):
        found = [h for h in tree.iter("h1") if h.text and len(h.text.split()) > 1]
        if len(found) != 1:
            return None
        found[0].text += " again"
        return True

    return _edit(html, rng, edit)


def title_changed(html, rng):
    def edit(tree, rng):
        title = tree.find("head/title")
        if title is None or not (title.text or "").strip():
            return None
        title.text = title.text.rstrip() + " again"
        return True

    return _edit(html, rng, edit)


def description_changed(html, rng):
    def edit(tree, rng):
        found = [
            m
            for m in tree.iter("meta")
            if (m.get("name") or "").lower() == "description"
            and (m.get("content") or "").strip()
        ]
        if not found:
            return None
        found[0].set("content", found[0].get("content") + " And more.")
        return True

    return _edit(html, rng, edit)


def code_changed(html, rng):
    def edit(tree, rng):
        found = [p for p in _of_content("pre")(tree) if p.text_content().strip()]
        if not found:
            return None
        pre = rng.choice(found)
        last = pre[-1] if len(pre) else None
        if last is None:
            pre.text = (pre.text or "") + "\n    x = 1"
        else:
            last.tail = (last.tail or "") + "\n    x = 1"
        return True

    return _edit(html, rng, edit)


def bold_to_paragraph_break(html, rng):
    def edit(tree, rng):
        found = [p for p in paragraphs(tree) if p.text and ". " in p.text]
        if not found:
            return None
        p = rng.choice(found)
        first, _, rest = p.text.partition(". ")
        before = etree.Element("p")
        before.text = first + "."
        p.text = rest
        p.addprevious(before)
        return True

    return _edit(html, rng, edit)


PLAIN: dict[str, Whole] = {
    "paragraph gone": paragraph_gone,
    "last paragraph gone": last_paragraph_gone,
    "item gone": item_gone,
    "heading changed": heading_changed,
    "headline changed": headline_changed,
    "title changed": title_changed,
    "description changed": description_changed,
    "word replaced": _rewrite(
        r"\b[a-zà-ÿ]{5,}\b", lambda m, r: "harbour" if m[0] != "harbour" else "pier"
    ),
    "word gone": _rewrite(r"\b[^\W\d]{4,} ", lambda m, r: ""),
    "words added": _rewrite(r"\. ", lambda m, r: ". Nobody knew. "),
}
LOST: dict[str, Whole] = {
    "paragraphs swapped": paragraphs_swapped,
    "cell changed": cell_changed,
    "link elsewhere": link_elsewhere,
    "other alt": other_alt,
    "code changed": code_changed,
    "paragraph split": bold_to_paragraph_break,
    "digit": _rewrite(r"\d", lambda m, r: str((int(m[0]) + 1) % 10)),
    "year": _rewrite(r"\b(?:19|20)\d\d\b", lambda m, r: str(int(m[0]) - 1)),
    "case": _rewrite(r"\b[a-z][a-z]{3,}\b", lambda m, r: m[0].capitalize()),
    "comma gone": _rewrite(r"(?<=[a-z]), ", lambda m, r: " "),
    "full stop": _rewrite(r"\.(?= [A-Z])", lambda m, r: "!"),
    "letter": _rewrite(r"(?<=[a-z])[a-z](?=[a-z])", lambda m, r: "q" if m[0] != "q" else "z"),
    "accent": _rewrite(
        r"(?<=[a-z])[aeo](?=[a-z])", lambda m, r: {"a": "á", "e": "é", "o": "ó"}[m[0]]
    ),
    "space gone": _rewrite(r"(?<=[a-z]) (?=[a-z])", lambda m, r: ""),
    "words swapped": _rewrite(
        r"\b([a-z]{3,}) ([a-z]{3,})\b",
        lambda m, r: f"{m[2]} {m[1]}" if m[1] != m[2] else f"{m[1]} x {m[2]}",
    ),
}
