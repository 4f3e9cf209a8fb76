"""What an examination with pages and mutations of its own found: one row for each fault."""

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
