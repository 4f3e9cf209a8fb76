"""JSON-LD, read as what it says; and what cannot be read, as it is written."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honest_sitemaps.fingerprint import of_html
from tests.fingerprint.conftest import LOC, marked


def data(*scripts):
    html = "<main>x" + "".join(
        f'<script type="application/ld+json">{script}</script>' for script in scripts
    )
    return list(marked(html).lines[1:])


@pytest.mark.parametrize(
    ("script", "shown"),
    [
        # Keys in order, lists in theirs; numbers as they are written.
        ('{"b": 1.50, "a": [2, "2"]}', ["json a[0] 2", "json a[1] 2", "json b 1.50"]),
        ('{"a b": {"c.d": 1}}', ['json "a b"."c.d" 1']),
        ('"text"', ["json - text"]),
        ("[true, null]", ["json [0] true", "json [1] null"]),
        ('{"a": " two  words\\n"}', ["json a two words"]),
        ('{"a": ""}', ["json a"]),
        ("{}", []),
        # What we feed, and what visitors count.
        ('{"dateModified": 1, "DateModified": 2, "a": {"commentCount": 3}}', []),
        ('{"@graph": [{"b": 1, "c": [{"dateModified": 1}]}]}', ["json @graph[0].b 1"]),
        ('{"dateModified": {"@type": "DateTime", "@value": "2026"}}', []),
        # Shops write "a year from today" into it.
        (
            '{"offers": [{"price": 19, "priceValidUntil": "2027-11-30"}]}',
            ["json offers[0].price 19"],
        ),
        # What only looks like these.
        (
            '{"datePublished": 1, "validUntil": 2}',
            ["json datePublished 1", "json validUntil 2"],
        ),
        # URLs are canonical; pictures too.
        (f'{{"url": "{LOC}?utm_source=x"}}', ["json url self"]),
        ('{"image": "https://x.test/a.width-400.jpg?v=1"}', ["json image https://x.test/a"]),
        ('{"a": "https://x.test/ and more"}', ["json a https://x.test/ and more"]),
        # Wrapped in comments or CDATA, control characters within.
        ('<!-- {"a": 1} -->', ["json a 1"]),
        ('//<![CDATA[\n{"a": 1}\n//]]>', ["json a 1"]),
        ('{"a": "b\nc"}', ["json a b c"]),
        # Odd values: not a number, 6,000 digits, a lone surrogate.
        ('{"a": NaN}', ["json a NaN"]),
        (f'{{"a": {"9" * 6000}}}', [f"json a {'9' * 6000}"]),
        (r'{"a": "\ud800"}', [r"json a \ud800"]),
        # Not JSON, or too deep or too wide to be shown by path: as written.
        ('{"a": 1,}  ', ['json as written {"a": 1,}']),
        ("[" * 50_000, [f"json as written {'[' * 50_000}"]),
        (f"{'[' * 100}1{']' * 100}", [f"json {'[0]' * 100} 1"]),
        (f"{'[' * 101}1{']' * 101}", [f"json as written {'[' * 101}1{']' * 101}"]),
        (f"{'[' * 150}1{']' * 150}", [f"json as written {'[' * 150}1{']' * 150}"]),
        (f'{{"{"k" * 500}": {{"a": 1}}}}', [f'json as written {{"{"k" * 500}": {{"a": 1}}}}']),
    ],
)
def test_json_ld_is_one_line_for_each_value(script, shown):
    assert data(script) == ["json-ld", *shown]


def test_paths_do_not_outgrow_the_page():
    script = f'{{"{"k" * 390}": [{",".join("1" * 9000)}]}}'

    assert data(script) == ["json-ld", f"json as written {script}"]


def test_scripts_come_in_any_order_and_twins_count_once():
    one, two = '{"a": 1}', '{"b": 2}'

    assert (
        data(one, two) == data(two, one, one) == ["json-ld", "json a 1", "json-ld", "json b 2"]
    )


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=80, deadline=None)
@given(value=values, salt=st.randoms(use_true_random=False))
def test_the_order_of_keys_and_white_space_say_nothing(value, salt):
    def shuffled(it):
        if isinstance(it, dict):
            items = [(key, shuffled(inner)) for key, inner in it.items()]
            salt.shuffle(items)
            return dict(items)
        return [shuffled(inner) for inner in it] if isinstance(it, list) else it

    def script(it, **options):
        return json.dumps(it, **options).replace("<", "\\u003c")

    assert data(script(value)) == data(script(shuffled(value), indent=3))


def test_a_build_hash_in_a_relative_picture_of_structured_data_is_noise():
    logo = '<p>x</p><script type="application/ld+json">{{"logo": "/static/a.{}.png"}}</script>'
    one, two = (
        of_html(logo.format(build), loc="https://example.com/")
        for build in ("3f2a9c1b22aa", "8d7e3f2a9c1b")
    )

    assert one == two
