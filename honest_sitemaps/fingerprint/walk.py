"""
The region read once, in document order, into lines that a person can read.

::

    h2 Opening hours          heading, list item, cell, … and the words in it
    text We open at nine.     words between two block boundaries
    link /prices/ our prices  where words lead to, after the words' own line
    image /media/x door       picture and alt text
    pre def f():              code keeps its indentation;
    |     return 1            its further lines follow
    ul … /ul                  containers say where they end

Inline tags add nothing but those that change what is said (``10⟨sup⟩5⟨/sup⟩``); generic
blocks (``div``, ``p``, ``section``) only end a run of words. Furniture is passed over as if it
were not there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from lxml import etree

from honest_sitemaps.fingerprint.clocks import is_duration, is_relative, is_stamp, undated
from honest_sitemaps.fingerprint.media import medium_line, picture_line
from honest_sitemaps.fingerprint.microdata import is_volatile, property_lines
from honest_sitemaps.fingerprint.noise import is_furniture
from honest_sitemaps.fingerprint.text import code_lines, folded
from honest_sitemaps.fingerprint.urls import Urls, decoded_email

_LONGEST_LINK_WORDS = 80


class _Mark(str):
    """An inline mark in a run of words, told from the same letters in the page's own text."""

    __slots__ = ()


@dataclass(slots=True)
class _Span:
    """An open link or time, whose words are wanted when it closes."""

    el: etree._Element
    says: str
    """The link's URL, the time's ``datetime``."""

    start: int
    """Where in the run its words begin."""

    words: str = ""
    """Those of its words that a block boundary already ended."""


class Walk:
    """
    Reads regions into `lines`.

    ``noise`` are the elements that the site declared; ``has_data`` and ``has_emails`` say
    whether the page holds microdata or hidden addresses at all, since looking costs time.
    """

    def __init__(
        self,
        urls: Urls,
        *,
        noise: Collection[etree._Element] = (),
        in_body: bool = False,
        has_data: bool = True,
        has_emails: bool = True,
    ) -> None:
        self.lines: list[str] = []
        self.headlines: set[etree._Element] = set()
        self._urls = urls
        self._noise = noise
        self._in_body = in_body
        self._has_data = has_data
        self._has_emails = has_emails
        self._has_special = bool(noise) or has_data or has_emails
        self._run: list[str] = []
        self._after: list[str] = []
        self._head = ""
        self._headings: list[str] = []
        self._spans: list[_Span] = []
        self._pres = 0
        self._noscripts = 0
        self._picture = ("", False, False)

    def read(self, root: etree._Element) -> None:
        """
        Add the lines of one region.

        Works on a stack, since pages nest deeper than Python, and calls no method for an
        element that needs none: half of the time of a fingerprint is spent in this loop.
        """
        run, in_body, is_special = self._run, self._in_body, self._is_special
        opens, closes, has_special = _OPENS.get, _CLOSES.get, self._has_special
        if opened := opens(root.tag):
            opened(self, root, root.tag)
        run.append(root.text or "")
        around: list[tuple[Iterator[etree._Element], etree._Element]] = [(iter(()), root)]
        children = iter(root)
        while around:
            for el in children:
                tag = el.tag
                if not (
                    is_furniture(el, tag, in_body) or (has_special and is_special(el, tag))
                ):
                    if opened := opens(tag):
                        opened(self, el, tag)
                    if (text := el.text) and tag != "iframe":
                        run.append(text)
                    if len(el) and tag != "iframe":
                        around.append((children, el))
                        children = iter(el)
                        break
                    if closed := closes(tag):
                        closed(self, el, tag)
                if tail := el.tail:
                    run.append(tail)
            else:
                children, el = around.pop()
                if closed := closes(el.tag):
                    closed(self, el, el.tag)
                if around and (tail := el.tail):
                    run.append(tail)
        self._flush()

    def _is_special(self, el: etree._Element, tag: str) -> bool:
        """What only some pages have: declared noise, hidden addresses, microdata."""
        if el in self._noise:
            return True
        if self._has_emails and (code := el.get("data-cfemail")):
            self._run.append(decoded_email(code))
            return True
        if self._has_data:
            if is_volatile(el):
                return True
            self._after += property_lines(el, tag, self._urls)
        return False

    # Runs of words.

    def _flush(self) -> None:
        """End the run of words: its line, then the lines of what stood in it."""
        run = self._run
        if len(run) > 1 or (run and not run[0].isspace()):
            self._end_run()
        else:
            run.clear()
        if self._after:
            self._name_head()
            self.lines += self._after
            self._after.clear()

    def _end_run(self) -> None:
        for span in self._spans:
            span.words = f"{span.words} {self._words(span.start)}"
            span.start = 0
        if self._pres:
            self._add_code()
        else:
            words = self._words()
            if words and is_stamp(words):
                self._after = [line for line in self._after if not line.startswith("time ")]
            elif words:
                self._add(undated(words))
        self._run.clear()

    def _words(self, start: int = 0) -> str:
        run = self._run[start:] if start else self._run
        text = "".join(run)
        return folded(_escaped(run) if "⟨" in text else text)

    def _add(self, words: str) -> None:
        if self._head:
            kind, self._head = self._head, ""
        else:
            kind = f"{self._headings[-1]}+" if self._headings else "text"
        self.lines.append(f"{kind} {words}")

    def _add_code(self) -> None:
        text = "".join(self._run)
        for line in code_lines(_escaped(self._run) if "⟨" in text else text):
            kind, self._head = self._head or "|", ""
            self.lines.append(f"{kind} {line}".rstrip())

    def _name_head(self) -> None:
        """An item without words of its own before what follows: its name alone."""
        if self._head:
            self.lines.append(self._head)
            self._head = ""

    # Tags. Each pair of methods serves the tags that the tables below name.

    def _block(self, el: etree._Element, tag: str) -> None:
        self._flush()

    def _open_head(self, el: etree._Element, tag: str) -> None:
        self._flush()
        self._name_head()
        self._head = tag

    def _close_head(self, el: etree._Element, tag: str) -> None:
        self._flush()
        self._name_head()

    def _open_heading(self, el: etree._Element, tag: str) -> None:
        self._open_head(el, tag)
        self._headings.append(tag)
        if tag == "h1":
            self.headlines.add(el)

    def _close_heading(self, el: etree._Element, tag: str) -> None:
        self._close_head(el, tag)
        self._headings.pop()

    def _open_container(self, el: etree._Element, tag: str) -> None:
        self._flush()
        self._name_head()
        self.lines.append(tag)

    def _close_container(self, el: etree._Element, tag: str) -> None:
        self._flush()
        self._name_head()
        self.lines.append(f"/{tag}")

    def _open_pre(self, el: etree._Element, tag: str) -> None:
        self._open_head(el, "pre")
        self._pres += 1

    def _close_pre(self, el: etree._Element, tag: str) -> None:
        self._close_head(el, "pre")
        self._pres -= 1

    def _open_mark(self, el: etree._Element, tag: str) -> None:
        self._run.append(_Mark(f"⟨{_SAME.get(tag, tag)}⟩"))

    def _close_mark(self, el: etree._Element, tag: str) -> None:
        self._run.append(_Mark(f"⟨/{_SAME.get(tag, tag)}⟩"))

    def _open_link(self, el: etree._Element, tag: str) -> None:
        place = self._urls.link(el.get("href") or "")
        if place:
            self._spans.append(_Span(el, place, len(self._run)))

    def _close_link(self, el: etree._Element, tag: str) -> None:
        if self._spans and self._spans[-1].el is el:
            span = self._spans.pop()
            words = f"{span.words} {self._words(span.start)}".strip()
            self._after.append(f"link {span.says} {words[:_LONGEST_LINK_WORDS]}".rstrip())

    def _area(self, el: etree._Element, tag: str) -> None:
        place = self._urls.link(el.get("href") or "")
        if place:
            self._after.append(f"link {place} {folded(el.get('alt') or '')}".rstrip())

    def _open_time(self, el: etree._Element, tag: str) -> None:
        self._spans.append(_Span(el, folded(el.get("datetime") or ""), len(self._run)))

    def _close_time(self, el: etree._Element, tag: str) -> None:
        """Keep the instant; drop words that count from now."""
        span = self._spans.pop()
        words = self._words(span.start)
        if is_relative(words) or (span.says[:1].isdigit() and is_duration(words)):
            del self._run[span.start :]
        if span.says:
            self._after.append(f"time {span.says}")

    def _picture_of(self, el: etree._Element, tag: str) -> None:
        """One line for a picture and its twin, of which a lazy loader puts one in noscript."""
        line = picture_line(el, self._urls)
        before, was_in_noscript, is_paired = self._picture
        is_in_noscript = bool(self._noscripts)
        is_twin = line == before and is_in_noscript != was_in_noscript and not is_paired
        self._picture = (line, is_in_noscript, is_twin)
        if line and not is_twin:
            self._after.append(line)

    def _medium(self, el: etree._Element, tag: str) -> None:
        parent = el.getparent()
        if tag == "source" and parent is not None and parent.tag == "picture":
            return
        line = medium_line(el, tag, self._urls)
        if line:
            self._after.append(line)

    def _open_noscript(self, el: etree._Element, tag: str) -> None:
        self._noscripts += 1

    def _close_noscript(self, el: etree._Element, tag: str) -> None:
        self._noscripts -= 1


def _escaped(run: list[str]) -> str:
    """The run's text with its own ``⟨`` doubled, so that marks stay marks."""
    return "".join(
        piece if isinstance(piece, _Mark) else piece.replace("⟨", "⟨⟨") for piece in run
    )


_SAME = {"strike": "s"}

_BLOCKS = [
    "address",
    "article",
    "aside",
    "body",
    "br",
    "center",
    "dir",
    "div",
    "fieldset",
    "figure",
    "footer",
    "form",
    "header",
    "hgroup",
    "hr",
    "html",
    "legend",
    "main",
    "menu",
    "nav",
    "optgroup",
    "option",
    "p",
    "section",
    "tbody",
    "tfoot",
    "thead",
]
_MARKS = [
    "sup",
    "sub",
    "s",
    "strike",
    "del",
    "ins",
    "ruby",
    "rt",
    "math",
    "mfrac",
    "msup",
    "msub",
    "msubsup",
    "msqrt",
    "mroot",
    "munder",
    "mover",
    "munderover",
    "mtable",
    "mtr",
    "mtd",
]

_PAIRS = (
    (Walk._block, Walk._block, _BLOCKS),
    (Walk._open_head, Walk._close_head, ["li", "dt", "dd", "tr", "td", "th"]),
    (Walk._open_heading, Walk._close_heading, ["h1", "h2", "h3", "h4", "h5", "h6"]),
    (Walk._open_heading, Walk._close_heading, ["summary", "caption", "figcaption"]),
    (
        Walk._open_container,
        Walk._close_container,
        ["ul", "ol", "dl", "table", "blockquote", "details"],
    ),
    (Walk._open_pre, Walk._close_pre, ["pre", "listing", "xmp"]),
    (Walk._open_mark, Walk._close_mark, _MARKS),
    (Walk._open_link, Walk._close_link, ["a"]),
    (Walk._open_time, Walk._close_time, ["time"]),
    (Walk._open_noscript, Walk._close_noscript, ["noscript"]),
    (Walk._area, None, ["area"]),
    (Walk._picture_of, None, ["img"]),
    (Walk._medium, None, ["video", "audio", "source", "iframe", "embed", "object", "track"]),
)
_OPENS = {tag: opens for opens, _, tags in _PAIRS for tag in tags}
_CLOSES = {tag: closes for _, closes, tags in _PAIRS if closes for tag in tags}
