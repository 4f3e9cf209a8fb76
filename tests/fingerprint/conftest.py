"""A page to put things into, and the question whether that moves it."""

from __future__ import annotations

from honest_sitemaps.fingerprint import Fingerprint, of_html

LOC = "https://www.example.test/guide/hours/"

HEAD = """
<title>Opening hours</title>
<meta name="description" content="When we open">
<link rel="canonical" href="https://www.example.test/guide/hours/">
"""

CONTENT = """
<h1>Opening hours</h1>
<p>We open at nine on each day of the week, and at ten on the first Monday of a month.</p>
{}
<p>The last tour of the house starts an hour before we close, and takes 25 minutes.</p>
"""

LANDMARKED = "<html><head>{head}</head><body><nav>menu</nav><main>{main}</main></body></html>"
BARE = "<html><head>{head}</head><body><div><div>{main}</div></div></body></html>"
"""Half of the web names no landmark."""


def page(piece: str = "", *, head: str = "", frame: str = LANDMARKED) -> str:
    """A page with ``piece`` between two paragraphs of its content."""
    return frame.format(head=HEAD + head, main=CONTENT.replace("{}", piece))


def marked(html: str | bytes, *, loc: str = LOC, **rules) -> Fingerprint:
    mark = of_html(html, loc=loc, **rules)
    assert isinstance(mark, Fingerprint), mark
    return mark


def digest(html: str | bytes, **rules) -> str:
    return marked(html, **rules).digest


def lines(piece: str, **rules) -> list[str]:
    """The canonical lines of a piece of content alone."""
    head = ("title ", "description ", "canonical ")
    html = page(piece)
    without = list(marked(page(), **rules).lines)
    found = list(marked(html, **rules).lines)
    at = without.index("h1 Opening hours") + 2
    behind = len(without) - at
    assert found[:at] == without[:at]
    assert not any(line.startswith(head) for line in found[at:])
    return found[at : len(found) - behind]
