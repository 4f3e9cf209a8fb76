"""
Hazards: a page that a parser may cut, with a change behind the cut.

Right is to move, or to refuse with a word that the page cannot be fingerprinted. To answer the
same digest twice is a loss.
"""

# ruff: noqa: E501  (a mutator and its markup read better on one line)

from __future__ import annotations

from random import Random

from bench.fingerprint.kinds import CHANGE, Made, makes
from bench.fingerprint.pages import Page, content_of, written


def hostile(make):
    return makes(CHANGE, "hostile")(make)


def _behind(page: Page, hazard: str, close: str = "") -> Made:
    """The hazard at the front of the content; the edit at its end."""
    pages = []
    for words in ("The last word.", "The very last word."):
        tree = page.tree()
        content = content_of(tree)
        content.text = f"HAZARD{content.text or ''}"
        last = content.makeelement("p")
        last.text = words
        content.append(last)
        pages.append(written(tree).replace("HAZARD", hazard, 1))
        if close:
            pages[-1] = pages[-1].replace("</body>", close + "</body>", 1)
    return pages[0], pages[1]


_HAZARDS = {
    "nested_300": "<div>" * 300,
    "nested_300_closed": "<div>" * 300 + "deep" + "</div>" * 300,
    "nested_1500_spans": "<span>" * 1500,
    "nested_3000": "<b>" * 3000 + "deep" + "</b>" * 3000,
    "large_text": "<p>" + "lorem ipsum " * 110_000 + "</p>",
    "large_attribute": f"<div data-x='{'x' * 1_200_000}'></div>",
    "nul": "<p>a\0b</p>",
    "early_html_end": "</body></html>",
    "early_html_end_spaced": "</BODY ></HTML\n>",
    "unclosed_div": "<div class='x'><div><p>",
    "unclosed_bold": "<b><i><em>",
    "unclosed_link": "<a href='/x/'>",
    "unclosed_table": "<table><tr><td>",
    "unclosed_list": "<ul><li>",
    "unclosed_heading": "<h2>A",
    "unclosed_pre": "<pre>",
    "unclosed_noscript": "<noscript>",
    "nested_noscript": "<noscript><img src='/a.jpg'><noscript><img src='/b.jpg'></noscript></noscript>",
    "unclosed_object": "<object><video><audio>",
    "stray_ends": "</div></div></p></span></main></section></article></table></td>",
    "bogus_comment": "<!><?php echo 1 ?><!-x-></ x>",
    "empty_comment": "<!--><!--->",
    "cdata": "<![CDATA[ x ]]>",
    "bad_entities": "&#xD800; &#0; &nosuch; &#99999999; &",
    "bad_attributes": "<div =a \"b c='d></div><p x='1' x='2'>",
    "frameset": "<frameset><frame src='/x'></frameset>",
    "second_body": "<body class='b'><html><head><title>x</title></head>",
    "plaintext_like": "<listing>a</listing><xmp>b</xmp>",
    "script_with_markup": "<script>var a='<div></p><!--'</script>",
    "svg_and_math": "<svg><title>t</title><desc><p>d</svg><math><mi>x<p>y</math>",
    "select_with_blocks": "<select><option><p>a<div>b</select>",
    "button_with_blocks": "<button><p>a</button>",
    "form_in_form": "<form><form><p></form>",
    "bad_base": "<base href='http://[bad'>",
    "bad_urls": "<a href='http://[::1'>x</a><img src='//[' alt=x><a href='ht!tp://%zz'>y</a>",
    "many_attributes": "<div " + " ".join(f"a{n}='1'" for n in range(3000)) + "></div>",
    "deep_json_ld": "<script type='application/ld+json'>" + "[" * 50_000 + "</script>",
    "odd_json_ld": '<script type=\'application/ld+json\'>{"a":NaN,"b":'
    + "9" * 6000
    + ',"c":"\\ud800"}</script>',
    "lone_surrogate_text": "\ud800 &#xDFFF;",
    "control_characters": "\x01\x02\x0b\x0c\x1f\x7f\x80\x9f\ufffe\uffff",
    "right_to_left": "\u202e\u2066 abc \u2069",
    "unclosed_share_bar": "<div class='share-buttons'><a href='/x'>Share</a>",
}
for _name, _hazard in _HAZARDS.items():

    def _made(page: Page, rng: Random, hazard: str = _hazard) -> Made:
        return _behind(page, hazard)

    _made.__name__ = _name
    hostile(_made)
