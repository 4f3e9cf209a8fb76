"""`Fingerprint`: the digest of what is significant, and the recipe that made it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from lxml import etree

from honest_sitemaps.capture import Document, Page
from honest_sitemaps.errors import ConfigurationError
from honest_sitemaps.fingerprint.head import head_lines
from honest_sitemaps.fingerprint.main_content import headlines, region_of
from honest_sitemaps.fingerprint.noise import Furniture
from honest_sitemaps.fingerprint.rules import MARKED_NOISE, Rules
from honest_sitemaps.fingerprint.structured_data import json_ld_lines
from honest_sitemaps.fingerprint.text import words_in
from honest_sitemaps.fingerprint.urls import Urls
from honest_sitemaps.fingerprint.walk import Walk

RECIPE = "hs1"
"""Names the rules that make lines. Whoever changes a line of any page gives a new name."""

PARTS = ("head", "text", "structure", "links", "media", "structured_data")
"""The six parts of a fingerprint, in the order in which they are stored."""

_ENGINE = "libxml2-" + ".".join(map(str, etree.LIBXML_VERSION))
_SEPARATOR = "\x1e"
_DATA_WORDS = (b"itemprop", b"itemtype", b"property=", b"property =", b"typeof=", b"typeof =")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fingerprint:
    """Same significant content and same recipe, same digest."""

    digest: str
    """SHA-256 of the canonical lines, 64 hex digits."""

    recipe: str
    """``name/engine/rules``: digests of two recipes say nothing about each other."""

    parts: str = ""
    """Six 16-digit hex digests in the order of `PARTS`, joined by ``-``; ``""`` for a page
    that is not HTML."""

    lines: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """The canonical lines themselves, readable; ``()`` for a page that is not HTML."""


@dataclass(frozen=True, slots=True)
class Unfingerprintable:
    """The page cannot be judged. A value and not an error: a site can be in this state."""

    why: str


def recipe_of(rules: Rules) -> str:
    """``hs1/libxml2-2.14.6/<16 hex>``: what a stored fingerprint must carry to be compared."""
    return f"{RECIPE}/{_ENGINE}/{rules.name}"


def of_page(
    page: Page, document: Document | None, *, rules: Rules
) -> Fingerprint | Unfingerprintable:
    """
    The fingerprint of a captured page. Without a document (it is not HTML) its bytes count.

    Raises `ConfigurationError` for a selector of the rules that is none.
    """
    if document is None:
        if not page.body:
            return Unfingerprintable("the body is empty")
        return Fingerprint(digest=sha256(page.body).hexdigest(), recipe=recipe_of(rules))
    return of_document(document, rules=rules)


def of_html(
    html: bytes | str, *, loc: str, content: Sequence[str] = (), noise: Sequence[str] = ()
) -> Fingerprint | Unfingerprintable:
    """
    The fingerprint of HTML that was got elsewhere. No HTML makes it raise; what cannot be
    judged is an `Unfingerprintable` that says why.

    Raises `ConfigurationError` for what is no selector, and for a string in a list's place.
    """
    for name, selectors in (("content", content), ("noise", noise)):
        if isinstance(selectors, str):
            raise ConfigurationError(f"{name} is a list of selectors: [{selectors!r}]")
    rules = Rules(content=tuple(content), noise=tuple(noise))
    return of_document(Document.of_html(html, loc=loc), rules=rules)


def of_document(document: Document, *, rules: Rules) -> Fingerprint | Unfingerprintable:
    """The fingerprint of a parsed page."""
    if document.tree is None or document.cut:
        return Unfingerprintable(document.cut or "no element in the page")
    lines = canonical_lines(document, document.tree, rules)
    if not lines:
        return Unfingerprintable("the main content is empty")
    return Fingerprint(
        digest=_digest(lines), recipe=recipe_of(rules), parts=parts_of(lines), lines=lines
    )


def canonical_lines(document: Document, tree: etree._Element, rules: Rules) -> tuple[str, ...]:
    """Head, content, structured data; ``()`` where the content is empty."""
    urls = Urls(loc=document.loc, base=document.base, origin=rules.origin)
    noise = frozenset(rules.noise_in(tree, marks=MARKED_NOISE[1:-1] in document.text))
    region = region_of(tree, declared=rules.content_in(tree), noise=noise)
    walk = Walk(
        urls,
        Furniture(tree, in_body=region.is_body, by_name=rules.class_names),
        noise=noise,
        has_data=_has_data(document.text),
        has_emails="data-cfemail" in document.text,
    )
    for root in region.roots:
        walk.read(root)
    if not walk.lines:
        return ()
    above = [
        f"headline {words_in(h1, noise)}".rstrip()
        for h1 in headlines(tree, read=walk.headlines, noise=noise)
    ]
    return (
        *head_lines(tree, urls, noise),
        *above,
        *walk.lines,
        *json_ld_lines(tree, urls, noise),
    )


def _has_data(text: str) -> bool:
    """Whether the body may hold microdata or RDFa. Heads are full of ``property=``."""
    # Bytes get lower case four times as fast.
    data = text.encode("utf-8", "surrogatepass").lower()
    body = max(0, data.find(b"<body"))
    return any(data.find(word, body) >= 0 for word in _DATA_WORDS)


def parts_of(lines: Iterable[str]) -> str:
    """The digests of the six parts, so that what moved can be told without the lines."""
    parts: dict[str, list[str]] = {part: [] for part in PARTS}
    for line in lines:
        kind, _, rest = line.partition(" ")
        part = _PART_OF.get(kind, "text")
        parts[part].append(rest if part == "text" else line)
        if part not in ("head", "structured_data"):
            parts["structure"].append(kind)
    return "-".join(_digest(parts[part])[:16] for part in PARTS)


_PART_OF = (
    dict.fromkeys(("title", "description", "canonical", "alternate", "headline"), "head")
    | dict.fromkeys(("link",), "links")
    | dict.fromkeys(
        ["image", "video", "audio", "source", "iframe", "embed", "object", "track"], "media"
    )
    | dict.fromkeys(("json", "json-ld", "property", "type"), "structured_data")
)


def _digest(lines: Iterable[str]) -> str:
    return sha256(_SEPARATOR.join(lines).encode("utf-8", "surrogatepass")).hexdigest()
