"""Promise 7: printing the date of a page, with the label beside it, does not move the page."""

import pytest

from tests.fingerprint.conftest import BARE, LANDMARKED, digest, page

OURS = '<time datetime="{}" data-sitemap-noise>{}</time>'
FIRST = OURS.format("2026-05-03T10:14:00+00:00", "3 May 2026")
LATER = OURS.format("2026-11-30T06:00:00+00:00", "30 November 2026")


@pytest.fixture(params=[LANDMARKED, BARE], ids=["main", "body"])
def frame(request):
    return request.param


@pytest.mark.parametrize(
    "stamp",
    [
        # Markups.
        "<p>Last updated: {}</p>",
        "<p>Last updated {}.</p>",
        "<p>(Last updated on {})</p>",
        "<div><span>Last updated: {}</span></div>",
        "<small>Page last modified on {}</small>",
        "<p><em>Updated</em> {}</p>",
        "<div>Updated<br>{}</div>",
        "<div>{}</div>",
        "<p>({})</p>",
        "<dl><dt>Last updated</dt><dd>{}</dd></dl>",
        "<dl><dt>Updated</dt><dd>{}</dd></dl>",
        "<dl><div><dt>Updated:</dt><dd>{}</dd></div></dl>",
        "<ul><li>Updated {}</li></ul>",
        "<table><tr><th>Last updated</th><td>{}</td></tr></table>",
        "<table><tr><td>Updated</td><td>{}</td></tr></table>",
        "<h3>Updated</h3><p>{}</p>",
        "<p>Updated:</p><p>{}</p>",
        "<footer><p>Last updated: {}</p></footer>",
        # Labels: what the page was, not only that it was touched.
        "<p>Published {}</p>",
        "<p>Posted on {}</p>",
        "<p>Reviewed by our lawyers: {}</p>",
        # Languages.
        "<p>Zuletzt geändert: {}</p>",
        "<p>Zuletzt geändert am {}</p>",
        "<p>Veröffentlicht am {}</p>",
        "<p>Stand: {}</p>",
        "<p>Dernière mise à jour : {}</p>",
        "<p>Publié le {}</p>",
        "<p>Última actualización: {}</p>",
        "<p>Ultimo aggiornamento: {}</p>",
        "<p>Laatst bijgewerkt op {}</p>",
        "<p>Senast uppdaterad {}</p>",
        "<p>Ostatnia aktualizacja: {}</p>",
        "<p>Обновлено {}</p>",
        "<p>Son güncelleme: {}</p>",
        "<p>最終更新日：{}</p>",  # noqa: RUF001  (the colon of that script)
        "<p>更新于 {}</p>",
        "<p>آخر تحديث: {}</p>",
        # A label in a language that nobody listed, told by its colon.
        "<p>Siste endring av sida: {}</p>",
        "<p>Uppfært síðast: {}</p>",
    ],
)
def test_a_stamp_and_its_label_come_change_and_go_without_a_move(stamp, frame):
    without = digest(page(frame=frame))

    first, later = (digest(page(stamp.format(it), frame=frame)) for it in (FIRST, LATER))

    assert first == later == without


@pytest.mark.parametrize(
    ("without", "stamped"),
    [
        # Behind a byline, between other words about the page, behind a sentence.
        ("<p>By Ann</p>", "<p>By Ann · Last updated: {}</p>"),
        ("<p>By Ann · 5 min read</p>", "<p>By Ann · Updated {} · 5 min read</p>"),
        ("<p>By Ann</p>", "<p>By Ann, last updated {}</p>"),
        ("<p>By Ann</p>", "<p>By Ann (updated {})</p>"),
        ("<p>By Ann</p>", "<p>By Ann – aktualisiert am {}</p>"),  # noqa: RUF001  (a dash)
        ("<p>We open at nine.</p>", "<p>We open at nine. Last updated: {}</p>"),
        # In a list, a table, a list of terms that hold more.
        ("<ul><li>By Ann</ul>", "<ul><li>By Ann<li>Updated: {}</ul>"),
        ("<dl><dt>By<dd>Ann</dl>", "<dl><dt>Updated<dd>{}<dt>By<dd>Ann</dl>"),
        (
            "<table><tr><th>By<td>Ann</table>",
            "<table><tr><th>By<td>Ann<tr><th>Last changed<td>{}</table>",
        ),
        # The label stands there before there is a date.
        ("<p>Last updated:</p>", "<p>Last updated: {}</p>"),
        ("<p>Last updated</p>", "<p>Last updated {}</p>"),
        ("<p>Zuletzt geändert:</p>", "<p>Zuletzt geändert: {}</p>"),
        ("<dl><dt>Updated:<dd></dl>", "<dl><dt>Updated:<dd>{}</dl>"),
        ("<p>By Ann · Updated:</p>", "<p>By Ann · Updated: {}</p>"),
        # Marked words that stand before a time that is marked too.
        ("<p>By Ann</p>", "<p>By Ann <span data-sitemap-noise>vor langer Zeit, </span>{}</p>"),
    ],
)
def test_a_stamp_among_other_words_comes_and_goes_without_a_move(without, stamped, frame):
    before = digest(page(without, frame=frame))

    first, later = (digest(page(stamped.format(it), frame=frame)) for it in (FIRST, LATER))

    assert first == later == before


@pytest.mark.parametrize(
    "stamp",
    [
        # Marked or named by others: a class, microdata, a mark on what holds the date.
        "<p>Last updated: <time class=updated datetime=2026-05-03>3 May</time></p>",
        "<p>Updated on <span class=last-updated>3 May 2026</span></p>",
        "<p>Updated <time itemprop=dateModified datetime=2026-05-03>3 May</time></p>",
        "<dl><dt>Updated<dd data-sitemap-noise>3 May 2026</dl>",
        "<p>Updated <b data-sitemap-noise>3 days ago</b></p>",
        # Not marked at all, but the label leaves no doubt.
        "<p>Last updated: <time datetime=2026-05-03>3 May 2026</time></p>",
        "<p>Last updated: 3 May 2026</p>",
        "<dl><dt>Last updated<dd>3 May 2026</dl>",
        "<dl><dt>Zuletzt geändert<dd>3. Mai 2026</dl>",
        "<table><tr><th>Updated<td>2026-05-03</table>",
    ],
)
def test_stamps_of_others_come_and_go_too(stamp, frame):
    assert digest(page(stamp, frame=frame)) == digest(page(frame=frame))


@pytest.mark.parametrize(
    ("one", "two"),
    [
        # Prose before a time that is content.
        (
            "<p>The concert starts at <time datetime=2026-05-03>3 May</time></p>",
            "<p>The concert starts at <time datetime=2026-05-04>4 May</time></p>",
        ),
        (
            "<p>The concert starts <time datetime=2026-05-03T19:00>in 3 days</time></p>",
            "<p>The lecture starts <time datetime=2026-05-03T19:00>in 3 days</time></p>",
        ),
        (
            "<p>Starts: <time datetime=2026-05-03T19:00>in 3 days</time></p>",
            "<p>Starts: <time datetime=2026-05-03T20:00>in 3 days</time></p>",
        ),
        (
            "<p>Published: <time datetime=2026-05-03>3 May</time></p>",
            "<p>Published: <time datetime=2026-05-04>4 May</time></p>",
        ),
        # Names and titles beside a marked time: a byline, a list of pages with their dates.
        (f"<p>By Ann {FIRST}</p>", f"<p>By Eve {FIRST}</p>"),
        (f"<p>By Ann, {FIRST}</p>", f"<p>By Eve, {FIRST}</p>"),
        (f"<li>Opening hours {FIRST}</li>", f"<li>Opening times {FIRST}</li>"),
        (f"<h3>Hours</h3><p>{FIRST}</p>", f"<h3>Times</h3><p>{FIRST}</p>"),
        (f"<dl><dt>Ann<dd>{FIRST}</dl>", f"<dl><dt>Eve<dd>{FIRST}</dl>"),
        (f"<tr><td>Ann<td>{FIRST}</tr>", f"<tr><td>Eve<td>{FIRST}</tr>"),
        # Numbers are no label, and prose has sentences.
        (f"<p>Version 12: {FIRST}</p>", f"<p>Version 13: {FIRST}</p>"),
        (f"<p>No dogs. Since: {FIRST}</p>", f"<p>No cats. Since: {FIRST}</p>"),
        (f"<p>{'word ' * 9}a: {FIRST}</p>", f"<p>{'word ' * 9}b: {FIRST}</p>"),
        # What stands behind the time.
        (f"<p>Updated {FIRST} for 12 cars</p>", f"<p>Updated {FIRST} for 13 cars</p>"),
        (f"<p>Updated</p><p>{FIRST} A</p>", f"<p>Updated</p><p>{FIRST} B</p>"),
        # Marked noise that tells no time leaves its words alone.
        (
            "<p>Price today: <b data-sitemap-noise>€ 19</b></p>",
            "<p>Price tomorrow: <b data-sitemap-noise>€ 19</b></p>",
        ),
        # A label's own line is taken back only where the date follows at once.
        (
            f"<p>Updated</p><img src=/m/a.jpg alt=A><p>{FIRST}</p>",
            f"<p>Updated</p><img src=/m/b.jpg alt=A><p>{FIRST}</p>",
        ),
        ("<p>Edited by hand</p>", "<p>Edited</p>"),
        ("<h2>Recently updated</h2>", ""),
    ],
)
def test_words_beside_a_time_are_content(one, two, frame):
    assert digest(page(one, frame=frame)) != digest(page(two, frame=frame))


def test_noise_that_tells_no_time_leaves_the_line_as_it_was():
    html = page(
        "<p>Only <b data-sitemap-noise>3</b> left, ca<b data-sitemap-noise>x</b>fé</p>"
    )

    assert digest(html) == digest(page("<p>Only left, café</p>"))


def test_a_label_behind_a_time_of_another_block_is_survived():
    assert digest("<small><dl><time datetime=d></small>Stand")
