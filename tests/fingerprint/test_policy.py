"""FINGERPRINT.md, table 3.3: where opinions differ, the border that we draw."""

import pytest

from tests.fingerprint.conftest import BARE, LANDMARKED, digest, page
from tests.fingerprint.test_noise import SCHEMA

MENU = "<nav><a href=/a/>A</a></nav>"


@pytest.mark.parametrize("frame", [LANDMARKED, BARE], ids=["main", "body"])
@pytest.mark.parametrize(
    ("one", "two"),
    [
        # A link more in the menu, in the page's own footer, in the numbers of pages.
        (MENU, MENU.replace("</nav>", "<a href=/b/>B</a></nav>")),
        ("<div class=pagination>1 of 7</div>", "<div class=pagination>1 of 8</div>"),
        # What visitors wrote, and how many they are.
        ("<ol class=comment-list><li>Hi</ol>", "<ol class=comment-list><li>Hi<li>Ho</ol>"),
        ("<span class=comment-count>1 comment</span>", "<span class=comment-count>2</span>"),
        (
            SCHEMA.format('{"ratingValue": 4, "ratingCount": 9}'),
            SCHEMA.format('{"ratingValue": 4, "ratingCount": 10}'),
        ),
        # An aside, also in the article: notes that count belong in a section or div.
        ("<article>x<aside>A</aside></article>", "<article>x<aside>B</aside></article>"),
        # What is inert: a template, the choices of a form.
        ("<template>A</template>", "<template>B</template>"),
        ("<select><option>A</select>", "<select><option>A<option>B</select>"),
        # Spaces that do not break; weight of letters; language; whom a link trusts.
        ("<p>10 km</p>", "<p>10&nbsp;km</p>"),
        ("<p><b>A</b></p>", "<p><strong>A</strong></p>"),
        ("<p lang=en>A</p>", "<p lang=en-GB>A</p>"),
        ("<p><a href=/a/>A</a></p>", "<p><a href=/a/ rel=nofollow>A</a></p>"),
    ],
)
def test_this_moves_nothing(one, two, frame):
    assert digest(page(one, frame=frame)) == digest(page(two, frame=frame))


@pytest.mark.parametrize(
    ("one", "two"),
    [
        # What a share dialog shows; whether the page may be indexed is eligibility's matter.
        ("<meta property=og:title content=A>", "<meta property=og:title content=B>"),
        ("<meta property=og:image content=/a.jpg>", "<meta property=og:image content=/b.jpg>"),
        ("<meta name=robots content=all>", "<meta name=robots content=noindex>"),
    ],
)
def test_this_in_the_head_moves_nothing(one, two):
    assert digest(page(head=one)) == digest(page(head=two))


@pytest.mark.parametrize(
    ("one", "two"),
    [
        # Price and stock.
        ("<p>€ 19, in stock</p>", "<p>€ 19, sold out</p>"),
        (SCHEMA.format('{"ratingValue": 4}'), SCHEMA.format('{"ratingValue": 5}')),
        # Quotation marks are punctuation.
        ('<p>"A"</p>', "<p>“A”</p>"),
        # Notes in a section or a div.
        ("<article><section>A</section></article>", "<article><section>B</section></article>"),
    ],
)
def test_this_moves_the_page(one, two):
    assert digest(page(one)) != digest(page(two))
