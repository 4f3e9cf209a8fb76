"""
The region read once, in document order.

Inline tags add nothing but those that change what is said (``10⟨sup⟩5⟨/sup⟩``); generic
blocks (``div``, ``p``, ``section``) only end a run of words. Furniture is passed over as if it
were not there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Set
from typing import TypeAlias

from lxml import etree

from honest_sitemaps.fingerprint.clocks import tells_time
from honest_sitemaps.fingerprint.lines import Lines
from honest_sitemaps.fingerprint.media import medium_line, picture_line
from honest_sitemaps.fingerprint.microdata import is_volatile, property_lines
from honest_sitemaps.fingerprint.noise import NAMED_BY_ID, SUSPECTS, Furniture
from honest_sitemaps.fingerprint.text import folded, words_in
from honest_sitemaps.fingerprint.trees import elements_with
from honest_sitemaps.fingerprint.urls import Urls, decoded_email


class Walk:
    """
    Reads regions into `lines`.

    ``noise`` are the elements that the site declared; ``has_data`` and ``has_emails`` say
    whether the page holds microdata or hidden addresses at all, since looking costs time.
    """

    def __init__(
        self,
        urls: Urls,
        furniture: Furniture,
        *,
        noise: Collection[etree._Element] = (),
        has_data: bool = True,
        has_emails: bool = True,
    ) -> None:
        self.headlines: set[etree._Element] = set()
        self._lines = Lines()
        self._urls = urls
        self._furniture = furniture
        self._noise = noise
        self._has_data = has_data
        self._has_emails = has_emails
        self._specials: set[etree._Element] = set()
        self._noscripts = 0
        self._places: list[str] = []
        self._picture = ("", False, False)

    @property
    def lines(self) -> list[str]:
        return self._lines.written

    def read(self, root: etree._Element) -> None:
        """
        Add the lines of one region.

        Elements come in document order, and parents say where one ends: pages nest deeper than
        Python, and an iterator for each element costs more. Nothing is called for an element
        that needs nothing: this loop alone takes a quarter of a fingerprint's own time.
        """
        run, after, flush = self._lines.run, self._lines.after, self._lines.flush
        opens, closes, boundary = _OPENS.get, _CLOSES.get, Walk._boundary
        kinds, marked = self._furniture.kinds, self._marked_in(root)
        elements = root.iter()
        inner, closed = next(elements), self._open(root)
        around: list[tuple[etree._Element, Handler | None]] = []
        for el in elements:
            parent = el.getparent()
            while inner is not parent:
                if closed is boundary:
                    if run or after:
                        flush()
                elif closed:
                    closed(self, inner, inner.tag)
                if (tail := inner.tail) and (run or not tail.isspace()):
                    run.append(tail)
                inner, closed = around.pop()
            around.append((inner, closed))
            inner, tag = el, el.tag
            is_suspect = kinds[el.get("class")] or tag in SUSPECTS or el in marked
            is_suspect = is_suspect or (tag in NAMED_BY_ID and bool(el.get("id")))
            if is_suspect and self._is_passed_over(el, tag):
                closed = None
                _pass_over(el, elements)
                continue
            closed, opened = closes(tag), opens(tag)
            if opened is boundary:
                if run or after:
                    flush()
            elif opened and opened(self, el, tag):
                _pass_over(el, elements)
                continue
            if (text := el.text) and (run or not text.isspace()):
                run.append(text)
        self._close(inner, closed, around)

    def _open(self, root: etree._Element) -> Handler | None:
        """Begin the region, whatever its root is called. Answers what closes it."""
        if opened := _OPENS.get(root.tag):
            opened(self, root, root.tag)
        run = self._lines.run
        if (text := root.text) and (run or not text.isspace()):
            run.append(text)
        return _CLOSES.get(root.tag)

    def _close(
        self,
        inner: etree._Element,
        closed: Handler | None,
        around: list[tuple[etree._Element, Handler | None]],
    ) -> None:
        """End the elements that are still open, and the region with them."""
        run = self._lines.run
        while True:
            if closed:
                closed(self, inner, inner.tag)
            if not around:
                break
            if (tail := inner.tail) and (run or not tail.isspace()):
                run.append(tail)
            inner, closed = around.pop()
        self._lines.flush()

    def _is_passed_over(self, el: etree._Element, tag: str) -> bool:
        """Whether the element says nothing of its own. A time that is passed over counts."""
        if not (
            self._furniture.contains(el, tag)
            or (el in self._specials and self._is_special(el, tag))
        ):
            return False
        if tag in _TIMES and (tag == "time" or tells_time(words_in(el))):
            self._lines.leave_out_time()
        return True

    def _marked_in(self, root: etree._Element) -> Set[etree._Element]:
        """Elements that tag and class name do not tell from others."""
        self._specials = set(self._noise)
        names = ["data-cfemail"] if self._has_emails else []
        names += _DATA_ATTRIBUTES if self._has_data else ()
        for name in names:
            self._specials.update(elements_with(name, root))
        return self._specials | self._furniture.by_role

    def _is_special(self, el: etree._Element, tag: str) -> bool:
        """What only some pages have: declared noise, hidden addresses, microdata."""
        if el in self._noise:
            return True
        if self._has_emails and (code := el.get("data-cfemail")):
            self._lines.run.append(decoded_email(code))
            return True
        if self._has_data:
            if is_volatile(el):
                return True
            self._lines.after += property_lines(el, tag, self._urls)
        return False

    # Tags. The table below says which method serves which.

    def _boundary(self, el: etree._Element, tag: str) -> None:
        if self._lines.run or self._lines.after:
            self._lines.flush()

    def _open_head(self, el: etree._Element, tag: str) -> None:
        self._lines.open_head(tag)

    def _open_item(self, el: etree._Element, tag: str) -> None:
        """What a numbered list is cited by stands in attributes only."""
        self._lines.open_head(tag)
        number = _number_of(el)
        if number:
            self._lines.mark(number)

    def _close_head(self, el: etree._Element, tag: str) -> None:
        self._lines.close_head()

    def _close_row(self, el: etree._Element, tag: str) -> None:
        self._lines.close_row()

    def _open_heading(self, el: etree._Element, tag: str) -> None:
        self._lines.open_heading(tag)
        if tag == "h1":
            self.headlines.add(el)

    def _close_heading(self, el: etree._Element, tag: str) -> None:
        self._lines.close_heading()

    def _open_container(self, el: etree._Element, tag: str) -> None:
        self._lines.open_container(tag)

    def _close_container(self, el: etree._Element, tag: str) -> None:
        self._lines.close_container(tag)

    def _open_code(self, el: etree._Element, tag: str) -> None:
        self._lines.open_code()

    def _close_code(self, el: etree._Element, tag: str) -> None:
        self._lines.close_code()

    def _open_mark(self, el: etree._Element, tag: str) -> None:
        self._lines.mark(_SAME.get(tag, tag))

    def _operand(self, el: etree._Element, tag: str) -> None:
        """``1/23`` is not ``12/3``, though no space stands in a formula's source."""
        self._lines.space()

    def _close_mark(self, el: etree._Element, tag: str) -> None:
        self._lines.mark(f"/{_SAME.get(tag, tag)}")

    def _open_link(self, el: etree._Element, tag: str) -> None:
        place = self._urls.link(el.get("href") or "")
        self._places.append(place)
        if place:
            self._lines.open_link(place)

    def _close_link(self, el: etree._Element, tag: str) -> None:
        if self._places.pop():
            self._lines.close_link()

    def _area(self, el: etree._Element, tag: str) -> None:
        place = self._urls.link(el.get("href") or "")
        if place:
            self._lines.after.append(f"link {place} {folded(el.get('alt') or '')}".rstrip())

    def _open_time(self, el: etree._Element, tag: str) -> None:
        self._lines.open_time(folded(el.get("datetime") or ""))

    def _close_time(self, el: etree._Element, tag: str) -> None:
        self._lines.close_time()

    def _picture_of(self, el: etree._Element, tag: str) -> None:
        """One line for a picture and its twin, of which a lazy loader puts one in noscript."""
        line = picture_line(el, self._urls)
        before, was_in_noscript, was_twin = self._picture
        is_in_noscript = bool(self._noscripts)
        is_twin = line == before and (is_in_noscript or (was_in_noscript and not was_twin))
        self._picture = (line, is_in_noscript, is_twin)
        if line and not is_twin:
            self._lines.after.append(line)

    def _frame(self, el: etree._Element, tag: str) -> bool:
        """What stands in it is for browsers without frames."""
        self._medium(el, tag)
        return True

    def _medium(self, el: etree._Element, tag: str) -> None:
        parent = el.getparent()
        if tag == "source" and parent is not None and parent.tag == "picture":
            return
        line = medium_line(el, tag, self._urls)
        if line:
            self._lines.after.append(line)

    def _open_noscript(self, el: etree._Element, tag: str) -> None:
        self._noscripts += 1

    def _close_noscript(self, el: etree._Element, tag: str) -> None:
        self._noscripts -= 1


def _number_of(item: etree._Element) -> str:
    """Where a list begins or goes on with another number than its place: that number."""
    around = item.getparent()
    if around is None or around.tag != "ol":
        return ""
    number = folded(item.get("value") or "")
    if next(item.itersiblings("li", preceding=True), None) is not None:
        return number
    number = number or folded(around.get("start") or "")
    down = "reversed" if around.get("reversed") is not None else ""
    return f"{down} {'' if number == '1' and not down else number}".strip()


def _pass_over(el: etree._Element, elements: Iterator[etree._Element]) -> None:
    """Leave out what stands in the element, which came last."""
    last = el
    while len(last):
        last = last[-1]
    if last is not el:
        for passed in elements:
            if passed is last:
                break


Handler: TypeAlias = Callable[[Walk, etree._Element, str], bool | None]
"""Serves an element where it opens or closes; true if what stands in it is to be left out."""

_SAME = {"strike": "s"}

_BLOCKS = (
    "address article aside body br center dir div fieldset figure footer form header hgroup "
    "hr html legend main menu nav optgroup option p section tbody tfoot thead"
)
_MARKS = (
    "sup sub s strike del ins ruby rt math mfrac msup msub msubsup msqrt mroot munder mover "
    "munderover mtable mtr mtd"
)
_TIMES = frozenset(("time", "span", "b", "strong", "em", "i", "small", "abbr", "data", "dd"))
_DATA_ATTRIBUTES = ("itemprop", "itemtype", "property", "typeof")
_MEDIA = "video audio source embed object track"

_TABLE: tuple[tuple[Handler, Handler | None, str], ...] = (
    (Walk._boundary, Walk._boundary, _BLOCKS),
    (Walk._open_item, Walk._close_head, "li"),
    (Walk._open_head, Walk._close_head, "dt dd td th"),
    (Walk._open_head, Walk._close_row, "tr"),
    (Walk._open_heading, Walk._close_heading, "h1 h2 h3 h4 h5 h6 summary caption figcaption"),
    (Walk._open_container, Walk._close_container, "ul ol dl table blockquote details"),
    (Walk._open_code, Walk._close_code, "pre listing xmp"),
    (Walk._open_mark, Walk._close_mark, _MARKS),
    (Walk._operand, Walk._operand, "mn mi mo mtext"),
    (Walk._open_link, Walk._close_link, "a"),
    (Walk._open_time, Walk._close_time, "time"),
    (Walk._open_noscript, Walk._close_noscript, "noscript"),
    (Walk._area, None, "area"),
    (Walk._picture_of, None, "img"),
    (Walk._medium, None, _MEDIA),
    (Walk._frame, None, "iframe"),
)
_OPENS: dict[str, Handler] = {tag: opens for opens, _, tags in _TABLE for tag in tags.split()}
_CLOSES: dict[str, Handler] = {
    tag: closes for _, closes, tags in _TABLE if closes for tag in tags.split()
}
