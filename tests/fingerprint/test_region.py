"""Where the content of a page stands, and what is refused."""

import pytest

from honest_sitemaps.capture import Document, Page
from honest_sitemaps.errors import ConfigurationError
from honest_sitemaps.fingerprint import (
    Fingerprint,
    Rules,
    Unfingerprintable,
    of_document,
    of_html,
    of_page,
    recipe_of,
)
from honest_sitemaps.fingerprint.scoring import digest
from tests.capture.conftest import NOW
from tests.fingerprint.conftest import LOC, marked, page


def shown(html, **rules):
    return list(marked(html, **rules).lines)


@pytest.mark.parametrize(
    ("html", "content", "found"),
    [
        # Landmarks, in order of trust; all of the outermost.
        ("<p>a<main>b</main>", (), ["text b"]),
        ("<main>a<main>b</main></main><main>c</main>", (), ["text a", "text b", "text c"]),
        ("<p>a<div role=' Main'>b</div>", (), ["text b"]),
        ("<main hidden>a</main><div role=main>b</div>", (), ["text b"]),
        ("<main aria-hidden=true>a</main><p>b", (), ["text a", "text b"]),
        ("<template><main>a</main></template><p>b", (), ["text b"]),
        ("<p>a", (), ["text a"]),
        # No body at all, as a fragment or a frameset has it.
        (
            "<head><title>t</title></head><frameset><frame></frameset>a",
            (),
            ["title t", "text a"],
        ),
        # Declared, outermost; what matches nothing leaves it to the landmarks.
        ("<main><p>a<div class=x>b<i class=x>c</i></div>", (".x",), ["text bc"]),
        ("<main>a</main><ul id=y><li>b</ul>", ("#y", ".z"), ["ul", "li b", "/ul"]),
        ("<main>a</main><p>b", (".z",), ["text a"]),
        ("<p>a <span class=x>b</span>", (".x",), ["text b"]),
        # Furniture by name or tag is content where it is declared.
        ("<nav class=share>a</nav>", ("nav",), ["text a"]),
        # A headline over the content counts; not one that stands in furniture.
        ("<header><h1>t</h1></header><main>a</main>", (), ["headline t", "text a"]),
        ("<body><header><p>x<h1>t</h1></header><p>a", (), ["headline t", "text a"]),
        ("<footer><h1>t</h1></footer><main>a</main>", (), ["text a"]),
        ("<main>a</main><h1 hidden>t</h1>", (), ["text a"]),
        # Body without landmark: its own furniture is known.
        ("<header>x</header><p>a<footer>y</footer>", (), ["text a"]),
        ("<section><footer>y</footer></section>", (), ["text y"]),
        ("<main><footer>y</footer></main>", (), ["text y"]),
        ("<div class='post article'><div class=footer>y</div></div>", (), ["text y"]),
    ],
)
def test_the_region_is_the_declared_one_else_the_landmark_else_the_body(html, content, found):
    assert shown(html, content=content) == found


@pytest.mark.parametrize(
    ("html", "why"),
    [
        ("", "no element in the page"),
        ("<!-- nothing -->", "no element in the page"),
        (b"", "no element in the page"),
        ("<main></main><p>elsewhere", "the main content is empty"),
        ("<title>t</title><body><nav>x</nav>", "the main content is empty"),
        ("<main><script>x</script> &nbsp; </main>", "the main content is empty"),
        ("<b>" * 3000 + "x", "parser limit: "),
        ("<p " + " ".join(f"a{n}=1" for n in range(11_000)) + ">x", "parser limit: "),
    ],
)
def test_what_cannot_be_judged_is_refused_with_the_reason(html, why):
    mark = of_html(html, loc=LOC)

    assert isinstance(mark, Unfingerprintable)
    assert mark.why.startswith(why)
    assert digest(html, url=LOC) == f"UNFINGERPRINTABLE: {mark.why}"


def a_page(body, media_type):
    return Page(
        loc=LOC,
        status=200,
        headers=(("content-type", media_type),),
        body=body,
        taken_at=NOW,
    )


def test_a_captured_page_is_marked_by_its_document():
    page = a_page("<p>Straße".encode("cp1252"), "text/html; charset=windows-1252")

    mark = of_page(page, Document.of(page), rules=Rules())

    assert mark == marked("<p>Straße")


def test_bytes_that_are_no_page_are_their_own_fingerprint():
    rules = Rules(noise=(".x",))

    one, two = (
        of_page(a_page(body, "application/pdf"), None, rules=rules) for body in (b"1", b"2")
    )

    assert isinstance(one, Fingerprint)
    assert (one.recipe, one.parts, one.lines) == (recipe_of(rules), "", ())
    assert one != two


def test_an_empty_body_that_is_no_page_is_refused():
    assert of_page(a_page(b"", "application/pdf"), None, rules=Rules()) == Unfingerprintable(
        "the body is empty"
    )


def test_the_recipe_names_form_engine_and_rules_and_fits_its_column():
    plain = recipe_of(Rules())

    assert plain.startswith("hs1/libxml2-2.")
    assert len(plain) <= 80
    assert recipe_of(Rules(noise=("a", "b"))) == recipe_of(Rules(noise=("b", "a", "b")))
    assert plain != recipe_of(Rules(noise=("a",))) != recipe_of(Rules(content=("a",)))


def test_a_new_domain_is_no_new_rule():
    assert recipe_of(Rules(origin="https://a.test")) == recipe_of(Rules())


def test_the_site_s_own_origin_may_differ_from_the_loc_s():
    html = "<main><a href='https://a.test/x/'>x</a></main>"
    rules = Rules(origin="https://a.test")

    assert shown(html, loc="https://b.test/")[-1] == "link https://a.test/x/ x"
    assert Rules(origin="https://a.test").name == rules.name


@pytest.mark.parametrize("selector", ["p >", ":hover(", "a:unknown", "", "//p"])
def test_a_selector_that_is_none_is_an_error_that_names_it(selector):
    with pytest.raises(ConfigurationError) as error:
        of_html("<p>x", loc=LOC, noise=(selector,))

    assert repr(selector) in str(error.value)


def test_scorers_may_give_one_selector_or_many():
    html = "<main><p>a</p><p class=x>b</p></main>"

    assert digest(html, ignore=".x") == digest(html, ignore=[".x", ""])
    assert digest(html, ignore=".x") == digest("<main><p>a</p></main>")
    assert digest(html) != digest(html, ignore=".x")


@pytest.mark.parametrize(
    "selector",
    [
        # A parsed page has no visitor; without them these match nothing, or everything.
        ":hover",
        "a:active",
        "p:focus .x",
        "li:target",
        "a:visited",
        ":not(:hover)",
        # No element.
        "p::before",
        "p:first-line",
        # Not known here.
        ":focus-within",
        "p >",
    ],
)
def test_a_selector_that_can_never_match_is_refused(selector):
    with pytest.raises(ConfigurationError, match="is not a usable CSS selector"):
        Rules(noise=(".x", selector)).check()


@pytest.mark.parametrize(
    "selector", ["a:link", "input:checked", "p:empty", ":root", "p:not(.x)", "p:contains('x')"]
)
def test_a_selector_that_the_page_alone_answers_is_usable(selector):
    Rules(content=(selector,)).check()


def test_names_of_furniture_are_believed_unless_the_section_says_otherwise():
    plain, unbelieving = Rules(), Rules(class_names=False)
    one, two = (
        Document.of_html(page(block), loc=LOC)
        for block in (
            "<div class=related>A</div><div id=cookie-banner>A</div>",
            "<div class=related>B</div><div id=cookie-banner>B</div>",
        )
    )
    asides = [
        Document.of_html(page(f"<aside class=x>{word}</aside>"), loc=LOC) for word in "AB"
    ]

    assert of_document(one, rules=plain) == of_document(two, rules=plain)
    moved = [of_document(it, rules=unbelieving) for it in (one, two)]
    assert moved[0] != moved[1]
    assert [line for line in moved[0].lines if line == "text A"] == ["text A", "text A"]
    assert len({of_document(it, rules=unbelieving) for it in asides}) == 1


def test_whether_names_are_believed_is_part_of_the_recipe():
    assert recipe_of(Rules(class_names=False)) != recipe_of(Rules())
    assert recipe_of(Rules(class_names=False, noise=("a",))) != recipe_of(
        Rules(class_names=False)
    )
