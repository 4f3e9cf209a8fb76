"""Laws over pages made at random."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from honest_sitemaps.fingerprint import Fingerprint, of_html
from honest_sitemaps.fingerprint.scoring import REFUSED, digest
from tests.fingerprint.conftest import BARE, LANDMARKED, LOC

words = st.text(st.sampled_from("abcdeéßж中 \n"), min_size=1, max_size=12)
inline = st.recursive(
    words,
    lambda inner: st.builds(
        "<{0}>{1}</{0}>".format, st.sampled_from(["b", "span", "sup", "a href='/x/'"]), inner
    ).map(lambda it: re.sub(r"</a [^>]*>", "</a>", it)),
    max_leaves=3,
)
blocks = st.recursive(
    st.builds(
        "<{0}>{1}</{0}>".format, st.sampled_from(["p", "h2", "li", "td", "pre", "div"]), inline
    ),
    lambda inner: st.builds(
        lambda tag, some: f"<{tag}>{''.join(some)}</{tag}>",
        st.sampled_from(["ul", "div", "section", "table", "blockquote"]),
        st.lists(inner, min_size=1, max_size=3),
    ),
    max_leaves=6,
)
contents = st.lists(blocks, min_size=1, max_size=4)
frames = st.sampled_from([LANDMARKED, BARE])


def page(frame, content):
    return frame.format(head="<title>t</title>", main="".join(content))


@settings(max_examples=200, deadline=None)
@given(html=st.binary(max_size=300) | st.text(max_size=300))
def test_nothing_crashes(html):
    mark = of_html(html, loc=LOC)

    if isinstance(mark, Fingerprint):
        assert re.fullmatch("[0-9a-f]{64}", mark.digest)
        assert all("\x1e" not in line and "\n" not in line for line in mark.lines)
        "\n".join(mark.lines).encode()


MARKUP = """
<p> <div class=share> </div> <a href=/x> <a href='?'> </a> <table> <td> <h1> <time> <main>
<nav> <pre> <noscript> <img src=a.jpg> <!-- --> <sup> </p> <template> <script> </script>
<title> <li> word ⟨ &amp; <meta itemprop=a content=b> <span data-cfemail=10ab> <iframe>
<article> <footer> <button> <svg> <body> </html> <base href=//[>
"""
SCRAPS = MARKUP.split()


@settings(max_examples=200, deadline=None)
@given(scraps=st.lists(st.sampled_from(SCRAPS), max_size=25), data=st.data())
def test_scraps_of_markup_never_crash_and_text_after_them_counts(scraps, data):
    html = " ".join(scraps)

    digest(html, url=LOC, ignore=data.draw(st.sampled_from([(), (".share",), ("p > *",)])))


@settings(max_examples=100, deadline=None)
@given(frame=frames, content=contents, salt=st.randoms(use_true_random=False))
def test_noise_moves_nothing(frame, content, salt):
    html = page(frame, content)

    noisy = re.sub(
        r"(?<=>)(?=<(?:p|h2|li|td|div|ul|section|table|blockquote)\b)",
        lambda found: salt.choice(["\n ", "<!-- x -->", "<script>x</script>", "<nav>x</nav>"]),
        re.sub("<(p|li|td)>", lambda found: f"<{found[1]} id=u{salt.random()} class=c>", html),
    )

    assert digest(noisy, url=LOC) == digest(html, url=LOC)


@settings(max_examples=100, deadline=None)
@given(frame=frames, content=contents, at=st.integers(0, 4))
def test_a_paragraph_more_moves_the_page(frame, content, at):
    more = [*content[:at], "<p>We are closed today</p>", *content[at:]]

    one, two = digest(page(frame, content), url=LOC), digest(page(frame, more), url=LOC)

    assert one != two
    assert not two.startswith(REFUSED)


@settings(max_examples=100, deadline=None)
@given(frame=frames, content=contents, block=blocks)
def test_declared_noise_moves_nothing(frame, content, block):
    html = page(frame, content)

    noisy = page(frame, [f"<div data-x>{block}</div>", *content])

    assert digest(noisy, url=LOC, ignore="[data-x]") == digest(
        html, url=LOC, ignore="[data-x]"
    )


@settings(max_examples=60, deadline=None)
@given(frame=frames, content=contents)
def test_a_digest_is_the_same_in_text_and_bytes_and_every_time(frame, content):
    html = page(frame, content)

    assert digest(html) == digest(html) == digest(html.encode())
