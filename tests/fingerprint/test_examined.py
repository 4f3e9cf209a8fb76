"""What an examination with pages and mutations of its own found: one row for each fault."""

import pytest

from tests.fingerprint.conftest import digest

DECLARED = """
<html><head><title>Inbox {n}</title><meta name="description" content="{n} letters">
<link rel="alternate" hreflang="de" href="/de/{n}/"></head><body>
<header><h1>Letters <span class="count">{n}</span> today</h1></header>
<main><p>All letters that came in are answered within a week by one of us.</p>
<div class="lucky"><script type="application/ld+json">{{"name": "{n}"}}</script></div></main>
</body></html>
"""


def test_declared_noise_is_noise_wherever_in_the_page_it_stands():
    noise = ["title", "meta[name=description]", "[hreflang]", ".count", ".lucky"]

    before, after = DECLARED.format(n=1), DECLARED.format(n=2)

    assert digest(before, noise=noise) == digest(after, noise=noise)
    for missing in noise:
        rest = [selector for selector in noise if selector != missing]
        assert digest(before, noise=rest) != digest(after, noise=rest)


def test_words_of_a_headline_around_declared_noise_still_count():
    after = DECLARED.format(n=1).replace("today", "tonight")

    assert digest(DECLARED.format(n=1), noise=[".count"]) != digest(after, noise=[".count"])


def test_the_title_of_a_drawing_is_its_alternative_text():
    page = "<main><p>Below.</p><svg><title>{}</title><path d='M0'/></svg></main>"

    assert digest(page.format("High tide")) != digest(page.format("Low tide"))
    assert digest(page.format("High tide")) == digest(
        page.format("High tide").replace("M0", "M1")
    )


def main_with(piece):
    return f"<main><h1>Oars</h1><p>Made of ash, by hand.</p>{piece}</main>"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # Renditions of Drupal, Shopify and NitroPack.
        (
            "<img src='/sites/default/files/styles/large/public/oar.jpg?itok=a1B2' alt=Oar>",
            "<img src='/sites/default/files/styles/wide/public/oar.jpg?itok=x9Y8' alt=Oar>",
        ),
        (
            "<img src='//www.example.com/cdn/shop/files/oar_300x300.jpg?v=1' alt=Oar>",
            "<img src='//www.example.com/cdn/shop/files/oar_1200x.jpg?v=2' alt=Oar>",
        ),
        (
            "<img src='https://cdn.x.example/assets/images/optimized/rev-1a2b3c4/oar.jpg'>",
            "<img src='https://cdn.x.example/assets/images/optimized/rev-9f8e7d6/oar.jpg'>",
        ),
        # Captchas and advertisements in frames.
        (
            "<iframe src='https://www.google.com/recaptcha/api2/anchor?k=1&cb=a1'></iframe>",
            "<iframe src='https://www.google.com/recaptcha/api2/anchor?k=1&cb=b2'></iframe>",
        ),
        ("", "<iframe src='//tpc.googlesyndication.com/safeframe/1/x.html'></iframe>"),
        # Clicks of an advertisement.
        ("<a href='/oars/?gad_source=1'>Oars</a>", "<a href='/oars/?ef_id=x:G:s'>Oars</a>"),
    ],
)
def test_what_moves_without_an_edit(before, after):
    assert digest(main_with(before)) == digest(main_with(after))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # A picture whose address stands only in its sources.
        (
            "<picture><source srcset='/m/oar.webp 1x'><img alt=Oar></picture>",
            "<picture><source srcset='/m/sail.webp 1x'><img alt=Oar></picture>",
        ),
        # Names that only look like sizes.
        ("<img src='/media/oar_300x300.jpg'>", "<img src='/media/oar_400x400.jpg'>"),
        ("<img src='/cdn/shop/files/oar_1.jpg'>", "<img src='/cdn/shop/files/oar_2.jpg'>"),
        ("<img src='/styles/large/oar.jpg'>", "<img src='/styles/wide/oar.jpg'>"),
        (
            "<iframe src='https://www.google.com/maps/embed?pb=a1'></iframe>",
            "<iframe src='https://www.google.com/maps/embed?pb=b2'></iframe>",
        ),
    ],
)
def test_what_is_edited(before, after):
    assert digest(main_with(before)) != digest(main_with(after))


def test_a_notice_of_copyright_is_short():
    def page(said, year):
        return f"<h1>Wine</h1><p>Old.</p><div class='slide copyright'>{said} {year}</div>"

    short, long = "Harbour Ltd, imprint, terms", "Young growers join an old craft. " * 10

    assert digest(page(short, 2025)) == digest(page(short, 2026))
    assert digest(page(long, 2025)) != digest(page(long, 2026))
