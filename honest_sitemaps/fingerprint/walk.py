"""
The region read once, in document order.

Inline tags add nothing but those that change what is said (``10⟨sup⟩5⟨/sup⟩``); generic
blocks (``div``, ``p``, ``section``) only end a run of words. Furniture is passed over as if it
were not there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from lxml import etree

from honest_sitemaps.fingerprint.clocks import tells_time
from honest_sitemaps.fingerprint.lines import Lines
from honest_sitemaps.fingerprint.media import medium_line, picture_line
from honest_sitemaps.fingerprint.microdata import is_volatile, property_lines
from honest_sitemaps.fingerprint.noise import Furniture
from honest_sitemaps.fingerprint.text import folded, words_in
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
        self._is_furniture = furniture.contains
        self._noise = noise
        self._has_data = has_data
        self._has_emails = has_emails
        self._noscripts = 0
        self._picture = ("", False, False)

    @property
    def lines(self) -> list[str]:
        return self._lines.written

    def read(self, root: etree._Element) -> None:
        """
        Add the lines of one region.

        Works on a stack, since pages nest deeper than Python, and calls no method for an
        element that needs none: half of the time of a fingerprint is spent in this loop.
        """
        run, is_furniture, is_special = self._lines.run, self._is_furniture, self._is_special
        opens, closes = _OPENS.get, _CLOSES.get
        has_special = bool(self._noise) or self._has_data or self._has_emails
        if opened := opens(root.tag):
            opened(self, root, root.tag)
        if (text := root.text) and (run or not text.isspace()):
            run.append(text)
        around: list[tuple[Iterator[etree._Element], etree._Element]] = [(iter(()), root)]
        children: Iterator[etree._Element] = iter(root)
        while around:
            for el in children:
                tag = el.tag
                if not (is_furniture(el, tag) or (has_special and is_special(el, tag))):
                    if opened := opens(tag):
                        opened(self, el, tag)
                    if (text := el.text) and (run or not text.isspace()) and tag != "iframe":
                        run.append(text)
                    if len(el) and tag != "iframe":
                        around.append((children, el))
                        children = iter(el)
                        break
                    if closed := closes(tag):
                        closed(self, el, tag)
                elif tag in _TIMES and (tag == "time" or tells_time(words_in(el))):
                    self._lines.leave_out_time()
                if (tail := el.tail) and (run or not tail.isspace()):
                    run.append(tail)
            else:
                children, el = around.pop()
                if closed := closes(el.tag):
                    closed(self, el, el.tag)
                if (tail := el.tail) and (run or not tail.isspace()) and around:
                    run.append(tail)
        self._lines.flush()

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
        if place:
            self._lines.open_link(place)

    def _close_link(self, el: etree._Element, tag: str) -> None:
        if self._urls.link(el.get("href") or ""):
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
_MEDIA = "video audio source iframe embed object track"

_TABLE = (
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
)
_OPENS = {tag: opens for opens, _, tags in _TABLE for tag in tags.split()}
_CLOSES = {tag: closes for _, closes, tags in _TABLE if closes for tag in tags.split()}
