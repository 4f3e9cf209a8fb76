"""The examiner writes the same page in another way: no edit."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from unicodedata import normalize

from lxml import etree
from lxml.html import HTMLParser, document_fromstring

from bench.fingerprint.pages import paragraphs, written

Html = str | bytes
Whole = Callable[[str, Random], tuple[Html, Html] | None]

_TAG = re.compile(
    r"<(/?)([A-Za-z][A-Za-z0-9-]*)((?:\s+[^\s=<>\"'/]+(?:=(?:\"[^\"]*\"|'[^']*'|[^\s\"'<>=`]+))?)*)(\s*/?)>"
)
_ATTRIBUTE = re.compile(r"""([^\s=<>"'/]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+)))?""")
_RAW = re.compile(
    r"(?is)<(script|style|pre|textarea|svg|math|xmp|listing|title|noscript|template)\b.*?</\1\s*>|<!--.*?-->"
)


def tree_of(html: str) -> etree._Element:
    parser = HTMLParser(encoding="utf-8", huge_tree=True)
    return document_fromstring(html.encode("utf-8", "replace"), parser=parser)


def _outside_raw(html: str, rewrite: Callable[[str], str]) -> str:
    """Rewrite what is neither script, style, preformatted text nor comment."""
    said, at = [], 0
    for raw in _RAW.finditer(html):
        said += [rewrite(html[at : raw.start()]), raw[0]]
        at = raw.end()
    return "".join([*said, rewrite(html[at:])])


def _tags(html: str, rewrite: Callable[[re.Match[str]], str]) -> str:
    return _outside_raw(html, lambda text: _TAG.sub(rewrite, text))


def _with_attributes(
    html: str, change: Callable[[str, list[tuple[str, str | None]]], list]
) -> str:
    def rewrite(tag: re.Match[str]) -> str:
        slash, name, attributes, end = tag.groups()
        if slash:
            return tag[0]
        pairs = [
            (key, next((v for v in values if v is not None), None))
            for key, *values in (m.groups() for m in _ATTRIBUTE.finditer(attributes))
        ]
        said = "".join(
            f" {key}" if value is None else f' {key}="{value.replace(chr(34), "&quot;")}"'
            for key, value in change(name.lower(), pairs)
        )
        return f"<{name}{said}{' /' if '/' in end else ''}>"

    return _tags(html, rewrite)


def crlf(html: str, rng: Random):
    return html, html.replace("\r", "").replace("\n", "\r\n")


def cr(html: str, rng: Random):
    return html, html.replace("\r", "").replace("\n", "\r")


def byte_order_mark(html: str, rng: Random):
    return html, "\ufeff" + html


def utf_16(html: str, rng: Random):
    return html.encode("utf-8", "replace"), html.encode("utf-16", "replace")


def as_bytes(html: str, rng: Random):
    if re.search(r"(?i)charset\s*=\s*[\"']?(?!utf-?8)[a-z]", html[:4096]):
        return None
    return html, b"\xef\xbb\xbf" + html.encode("utf-8", "replace")


def upper_tags(html: str, rng: Random):
    return html, _tags(html, lambda m: f"<{m[1]}{m[2].upper()}{m[3]}{m[4]}>")


def attribute_order(html: str, rng: Random):
    def shuffled(name, pairs):
        unique = {key.lower() for key, _ in pairs}
        return rng.sample(pairs, len(pairs)) if len(unique) == len(pairs) else pairs

    return _with_attributes(html, lambda name, pairs: pairs), _with_attributes(html, shuffled)


def single_quotes(html: str, rng: Random):
    return html, _tags(html, lambda m: m[0] if "'" in m[0] else m[0].replace('"', "'"))


def class_order(html: str, rng: Random):
    def reordered(name, pairs):
        return [
            (
                key,
                " ".join(reversed(value.split()))
                if key.lower() == "class" and value
                else value,
            )
            for key, value in pairs
        ]

    return html, _with_attributes(html, reordered)


def other_ids(html: str, rng: Random):
    """Ids that a framework draws, on all that have none."""

    def drawn(name, pairs):
        has_id = any(key.lower() == "id" for key, _ in pairs)
        return (
            pairs
            if has_id or name in ("html", "meta")
            else [*pairs, ("id", f"r{rng.getrandbits(40):x}")]
        )

    return html, _with_attributes(html, drawn)


def data_attributes(html: str, rng: Random):
    def marked(name, pairs):
        return [
            *pairs,
            ("data-v-" + f"{rng.getrandbits(32):08x}", ""),
            ("data-n", str(rng.random())),
        ]

    return html, _with_attributes(html, marked)


def generated_classes(html: str, rng: Random):
    def named(name, pairs):
        extra = f"css-{rng.getrandbits(28):x}"
        if any(key.lower() == "class" for key, _ in pairs):
            return [
                (key, f"{value or ''} {extra}" if key.lower() == "class" else value)
                for key, value in pairs
            ]
        return [*pairs, ("class", extra)]

    return html, _with_attributes(html, named)


def comments_everywhere(html: str, rng: Random):
    return html, _outside_raw(
        html, lambda t: re.sub(r"(</(?:p|div|li|h\d)>)", r"\1<!-- x -->", t)
    )


def conditional_comments(html: str, rng: Random):
    return html, html.replace("</head>", "<!--[if lt IE 9]><p>Old</p><![endif]--></head>", 1)


def scripts_everywhere(html: str, rng: Random):
    script = f"<script>var t={rng.random()};document.write('<p>x')</script>"
    return html, _outside_raw(html, lambda t: t.replace("</p>", "</p>" + script))


def white_space(html: str, rng: Random):
    return html, _outside_raw(
        html, lambda t: re.sub(r"[ \t\n]+", lambda m: rng.choice([" ", "\n", "\n  \t"]), t)
    )


def entities(html: str, rng: Random):
    return html, _outside_raw(
        html,
        lambda t: "".join(
            c if ord(c) < 128 else f"&#{rng.choice(['x%x', '%d']) % ord(c)};" for c in t
        ),
    )


def decomposed(html: str, rng: Random):
    return normalize("NFC", html), normalize("NFD", html)


def soft_hyphens(html: str, rng: Random):
    tree = tree_of(html)
    before = written(tree)
    for paragraph in paragraphs(tree):
        if paragraph.text:
            paragraph.text = re.sub(r"([a-z]{3})([a-z]{4})", "\\1\u00ad\\2", paragraph.text)
    return before, written(tree)


def wrappers(html: str, rng: Random):
    tree = tree_of(html)
    before = written(tree)
    for paragraph in paragraphs(tree):
        parent = paragraph.getparent()
        wrapper = etree.Element("div", {"class": "col-12"})
        wrapper.tail, paragraph.tail = paragraph.tail, None
        parent.replace(paragraph, wrapper)
        wrapper.append(paragraph)
    return before, written(tree)


def styled(html: str, rng: Random):
    return html, _with_attributes(
        html,
        lambda n, p: (
            p
            if n in ("html", "head", "meta", "iframe", "img")
            or any(k.lower() == "style" for k, _ in p)
            else [*p, ("style", f"order:{rng.randrange(9)}")]
        ),
    )


def tracked_links(html: str, rng: Random):
    def tracked(name, pairs):
        return [
            (
                key,
                f"{value}{'&' if '?' in value else '?'}utm_source=x{rng.random()}&fbclid=y",
            )
            if name == "a"
            and key.lower() == "href"
            and value
            and value.startswith(("/", "http"))
            and "#" not in value
            else (key, value)
            for key, value in pairs
        ]

    return html, _with_attributes(html, tracked)


def strong_for_b(html: str, rng: Random):
    return html, re.sub(r"<(/?)b>", r"<\1strong>", html)


def head_order(html: str, rng: Random):
    tree = tree_of(html)
    before = written(tree)
    head = tree.find("head")
    if head is None or tree.find(".//base") is not None:
        return None
    children = list(head)
    rng.shuffle(children)
    if len(head.findall("title")) > 1 or any(
        c.tag == "script" and "ld+json" in (c.get("type") or "") for c in children
    ):
        return None
    head[:] = children
    return before, written(tree)


def optional_ends(html: str, rng: Random):
    return html, html.replace("</body>", "").replace("</html>", "")


def lazy_pictures(html: str, rng: Random):
    def lazy(name, pairs):
        keys = [key.lower() for key, _ in pairs]
        if name != "img" or "data-src" in keys or "srcset" in keys or keys.count("src") != 1:
            return pairs
        src = {k.lower(): v for k, v in pairs}["src"] or ""
        if not src or src.startswith("data:"):
            return pairs
        return [
            *(p for p in pairs if p[0].lower() != "src"),
            ("src", "data:image/gif;base64,R0lGOD"),
            ("data-src", src),
        ]

    return html, _with_attributes(html, lazy)


NOISE: dict[str, Whole] = {
    one.__name__: one
    for one in (
        *(
            crlf,
            cr,
            byte_order_mark,
            utf_16,
            as_bytes,
            upper_tags,
            attribute_order,
            single_quotes,
        ),
        *(class_order, other_ids, data_attributes, generated_classes, comments_everywhere),
        *(conditional_comments, scripts_everywhere, white_space, entities, decomposed),
        *(soft_hyphens, wrappers, styled, tracked_links, strong_for_b, head_order),
        *(optional_ends, lazy_pictures),
    )
}
