"""
The examiner's changes, as a table: a piece that stands on a page in two states, of which the
second is an edit. Same notation as `examined_noise`.
"""

# ruff: noqa: E501, RUF001
# (pieces of HTML stand on one line, in letters of many scripts)
from __future__ import annotations

from bench.fingerprint.examined_noise import CONTENT, HEAD

PLAIN: dict[str, tuple[str, str]] = {
    "paragraph added": (CONTENT, "[||<p>[words]</p>]"),
    "paragraph reworded": (
        CONTENT,
        "<p>The boats leave at [dawn||noon] from the old pier.</p>",
    ),
    "sentence added": (CONTENT, "<p>The pier is old.[|| It was mended in spring.]</p>"),
    "section added": (CONTENT, "[||<section><h2>[words]</h2><p>[words]</p></section>]"),
    "heading reworded": (CONTENT, "<h2>The [old||new] harbour</h2>"),
    "list item added": (CONTENT, "<ul><li>Rope<li>Sail[||<li>Anchor]</ul>"),
    "list item reworded": (CONTENT, "<ul><li>Rope of [hemp||nylon]<li>Sail</ul>"),
    "table row added": (CONTENT, "<table><tr><td>1<td>2</tr>[||<tr><td>3<td>4</tr>]</table>"),
    "link added": (CONTENT, "<p>See the map[||, or <a href=/tides/>the tides</a>].</p>"),
    "picture added": (CONTENT, '<p>A view.</p>[||<img src="/media/view.jpg" alt="View">]'),
    "quote": (CONTENT, "<blockquote><p>The sea is [calm||rough].</p></blockquote>"),
    "code": (CONTENT, "<pre><code>run --[fast||slow]\n</code></pre>"),
    "description": (HEAD, '<meta name="description" content="All of [tides||winds]">'),
    "price in text": (CONTENT, "<p>It costs [12.50||13.90] euros for a day.</p>"),
    "date in text": (CONTENT, "<p>The feast is on [12||13] June 2027, at the quay.</p>"),
    "name in text": (CONTENT, "<p>Ask [Ann Miller||Ben Cook] about it.</p>"),
    "paragraph removed": (CONTENT, "[<p>The old crane is closed to visitors.</p>||]"),
    "arabic": (CONTENT, "<p dir=rtl>الميناء [القديم||الجديد] مفتوح</p>"),
    "hebrew": (CONTENT, "<p dir=rtl>הנמל [הישן||החדש] פתוח</p>"),
    "chinese": (CONTENT, "<p>港口[开放||关闭]时间</p>"),
    "thai": (CONTENT, "<p>ท่าเรือ[เก่า||ใหม่]</p>"),
    "greek": (CONTENT, "<p>Το [παλιό||νέο] λιμάνι</p>"),
}

LOST: dict[str, tuple[str, str]] = {
    # Pictures and media.
    "alt": (CONTENT, '<img src="/media/boat.jpg" alt="Boat at [dawn||noon]">'),
    "alt added": (CONTENT, '<img src="/media/boat.jpg" alt="[||Boat]">'),
    "picture swapped": (CONTENT, '<img src="/media/[boat||ship].jpg" alt="Boat">'),
    "picture swapped lazily": (
        CONTENT,
        '<img src="data:image/gif;base64,R0" data-src="/media/[boat||ship].jpg" alt="Boat">',
    ),
    "data-lazy-src": (
        CONTENT,
        '<img src="/p.gif" data-lazy-src="/media/[boat||ship].jpg" alt="Boat">',
    ),
    "data-original": (
        CONTENT,
        '<img src="data:,x" data-original="/media/[boat||ship].jpg" alt="Boat">',
    ),
    "picture element": (
        CONTENT,
        '<picture><source srcset="/media/[boat||ship].webp" type="image/webp">'
        '<img src="/media/[boat||ship].jpg" alt=""></picture>',
    ),
    "picture of sources": (
        CONTENT,
        '<picture><source srcset="/media/[boat||ship].webp 1x"><img alt="At sea"></picture>',
    ),
    "rendition of another": (
        CONTENT,
        '<img src="/media/images/[boat_at_sea||boat_at_quay].width-800.jpg" alt="">',
    ),
    "picture number": (CONTENT, '<img src="/uploads/2026/05/img_[1041||1042].jpg" alt="">'),
    "video": (CONTENT, '<video controls src="/media/[a||b].mp4"></video>'),
    "video source": (CONTENT, '<video><source src="/media/[a||b].webm"></video>'),
    "video poster": (CONTENT, '<video src="/m/a.mp4" poster="/m/[one||two].jpg"></video>'),
    "audio": (CONTENT, '<audio controls src="/media/[a||b].mp3"></audio>'),
    "embed id": (
        CONTENT,
        '<iframe src="https://www.youtube.com/embed/[dQw4w9WgXcQ||9bZkp7q19f0]"></iframe>',
    ),
    "map embed": (
        CONTENT,
        '<iframe src="https://maps.example/?q=[51.5,0.1||48.8,2.3]"></iframe>',
    ),
    "subtitles": (
        CONTENT,
        '<video src="/a.mp4"><track src="/sub/[one||two].vtt" srclang=en></video>',
    ),
    "figcaption": (
        CONTENT,
        '<figure><img src="/a.jpg" alt=""><figcaption>[Dawn||Noon]</figcaption></figure>',
    ),
    # Links.
    "link target": (CONTENT, '<p><a href="/[tides||winds]/">Read on</a></p>'),
    "link around the same words": (
        CONTENT,
        "<p>The [harbour office||<a href=/office/>harbour office</a>] opens.</p>",
    ),
    "id in the query": (CONTENT, '<p><a href="/item.php?id=[51||52]">The item</a></p>'),
    "fragment elsewhere": (CONTENT, '<p><a href="/law/#article-[11||12]">The article</a></p>'),
    "download": (
        CONTENT,
        '<p><a href="/files/report-[2025||2026].pdf" download>Report</a></p>',
    ),
    "download version": (
        CONTENT,
        '<p><a href="/dl/tool-1.[4||5].tar.gz">Download the tool</a></p>',
    ),
    "mailto": (CONTENT, '<p><a href="mailto:[ann||ben]@example.com">Write to us</a></p>'),
    "tel": (CONTENT, '<p><a href="tel:+4930123[4||5]">Call us</a></p>'),
    "other host": (CONTENT, '<p><a href="https://[one||two].example/">Partner</a></p>'),
    "decoded address": (
        CONTENT,
        '<p><span class="__cf_email__" data-cfemail="[[cfa]||[cfb]]">x</span></p>',
    ),
    "checksum in url": (
        CONTENT,
        '<p><a href="/raw/[3f2a9c1b7d5e4f60||9d5e4f603f2a9c1b]/x">Raw file</a></p>',
    ),
    "ref parameter": (CONTENT, '<p><a href="/doc?chapter=[four||five]">Chapter</a></p>'),
    # Structure.
    "table cell": (CONTENT, "<table><tr><td>Depth<td>[4||5] m</tr></table>"),
    "cell boundary": (CONTENT, "<table><tr><td>1[2<td>||<td>2]3</tr></table>"),
    "row boundary": (
        CONTENT,
        "<table><tr><td>1<td>2</tr><tr><td>3<td>4</tr>[<tr>||</table><table><tr>]<td>5</tr></table>",
    ),
    "th and td": (CONTENT, "<table><tr><[th||td]>Depth</[th||td]><td>4</tr></table>"),
    "list order": (
        CONTENT,
        "<ol><li>[First||Second] mend</li><li>[Second||First] mend</li></ol>",
    ),
    "list kind": (CONTENT, "<[ol||ul]><li>Mend</li><li>Paint</li></[ol||ul]>"),
    "list nesting": (
        CONTENT,
        "<ul><li>Sails[</li><li>Jib</li>||<ul><li>Jib</li></ul></li>]</ul>",
    ),
    "paragraph order": (
        CONTENT,
        "<p>[The tide comes.||The tide goes.]</p><p>[The tide goes.||The tide comes.]</p>",
    ),
    "heading level": (CONTENT, "<h[2||3]>On the tides</h[2||3]>"),
    "heading to paragraph": (CONTENT, "<[h3||p]>On the tides</[h3||p]>"),
    "paragraph split": (CONTENT, "<p>The tide comes.[ ||</p><p>]The tide goes.</p>"),
    "definition": (CONTENT, "<dl><dt>Jib<dd>A [sail||rope]</dl>"),
    "dt and dd": (CONTENT, "<dl><dt>Jib</dt><[dd||dt]>Sail</[dd||dt]></dl>"),
    "details": (CONTENT, "<details><summary>More</summary><p>It is [4||5] deep</p></details>"),
    "summary": (
        CONTENT,
        "<details><summary>[More||Less] of it</summary><p>Deep</p></details>",
    ),
    "caption": (CONTENT, "<table><caption>Depth in [2025||2026]</caption><tr><td>4</table>"),
    "quote or not": (
        CONTENT,
        "<[blockquote||div]><p>The sea is calm.</p></[blockquote||div]>",
    ),
    "pre indentation": (CONTENT, "<pre>if x:\n[||    ]return 1\n</pre>"),
    "pre line end": (CONTENT, "<pre>a = 1[\n|| ]b = 2</pre>"),
    "pre to paragraph": (CONTENT, "<[pre||p]>make all</[pre||p]>"),
    "br added": (CONTENT, "<p>12 Quay Road[<br>||]Hamburg</p>"),
    # Characters.
    "superscript": (CONTENT, "<p>About 10[<sup>5</sup>||5] waves</p>"),
    "subscript": (CONTENT, "<p>H[<sub>2</sub>||2]O at the pier</p>"),
    "struck price": (CONTENT, "<p>Now [<s>12</s>||12] 10 euros</p>"),
    "deleted words": (CONTENT, "<p>Open [<del>daily</del>||daily] from nine</p>"),
    "bold not": (CONTENT, "<p>They are <b>not</b>[ ||]able to dive</p>"),
    "word boundary": (CONTENT, "<p>A <i>now</i>[ ||]here place</p>"),
    "case": (CONTENT, "<p>Our [polish||Polish] is famous</p>"),
    "comma": (CONTENT, "<p>Let us eat[,||] grandma and go</p>"),
    "accent": (CONTENT, "<p>The [résumé||resume] of the work</p>"),
    "hyphen": (CONTENT, "<p>A [re-sign||resign] of the crew</p>"),
    "minus": (CONTENT, "<p>It was [-||]4 degrees</p>"),
    "decimal point": (CONTENT, "<p>It weighs [1.5||15] kilos of iron</p>"),
    "zwnj": (CONTENT, "<p>می[\u200c||]خواهم</p>"),
    "zwj emoji": (CONTENT, "<p>Here is \U0001f468[\u200d||]\U0001f4bb</p>"),
    "year in text": (CONTENT, "<p>It was founded in [1961||1962] by sailors.</p>"),
    "views in prose": (CONTENT, "<p>The film had [1,204||1,304] views on its first day.</p>"),
    "duration": (CONTENT, "<p>Bake for [25||35] minutes at 180 degrees.</p>"),
    "duration alone": (CONTENT, "<dl><dt>Cooking time<dd>[25||35] minutes</dl>"),
    "checksum in text": (CONTENT, "<p>sha256 [9f86d081884c7d65||1b4f0e9851971998]</p>"),
    "version in text": (CONTENT, "<p>Works with release [4.2||5.0] of the tool</p>"),
    "stock": (CONTENT, "<p>[In stock||Sold out]</p>"),
    "quotation marks": (CONTENT, '<p>[“Land!”||"Land!"] he said</p>'),
    "ruby": (CONTENT, "<p><ruby>漢<rt>[kan||han]</rt></ruby></p>"),
    "math": (CONTENT, "<p><math><mi>a</mi><mo>[+||-]</mo><mi>b</mi></math></p>"),
    "abbreviation word": (CONTENT, "<p>The <abbr title=x>[EU||UN]</abbr> rule</p>"),
    # Time.
    "event time": (CONTENT, '<p><time datetime="2027-05-0[3||4]T19:00">Monday</time></p>'),
    "event hour": (
        CONTENT,
        '<p>Starts <time datetime="2027-05-03T[19||20]:00">then</time></p>',
    ),
    "time words": (CONTENT, "<p>Doors open <time>[seven||eight] in the evening</time></p>"),
    # Data.
    "canonical": (HEAD, '<link rel="canonical" href="/[one||two]/">'),
    "hreflang added": (
        HEAD,
        '<link rel="alternate" hreflang="de" href="/de/">'
        '[||<link rel="alternate" hreflang="fr" href="/fr/">]',
    ),
    "hreflang retargeted": (HEAD, '<link rel="alternate" hreflang="de" href="/de/[a||b]/">'),
    "json-ld price": (
        HEAD,
        '<script type="application/ld+json">{"@type":"Product","name":"Oar",'
        '"offers":{"@type":"Offer","price":"[12.50||13.90]","priceCurrency":"EUR"}}</script>',
    ),
    "json-ld availability": (
        HEAD,
        '<script type="application/ld+json">{"@type":"Offer","availability":'
        '"https://schema.org/[InStock||OutOfStock]"}</script>',
    ),
    "json-ld list order": (
        HEAD,
        '<script type="application/ld+json">{"@type":"HowTo","step":[["a","b"]||["b","a"]]}'
        "</script>",
    ),
    "json-ld start": (
        HEAD,
        '<script type="application/ld+json">{"@type":"Event","startDate":"2027-05-0[3||4]"}'
        "</script>",
    ),
    "json-ld in the body": (
        CONTENT,
        '<script type="application/ld+json">{"@type":"Recipe","cookTime":"PT[25||35]M"}</script>',
    ),
    "json-ld added": (
        HEAD,
        '[||<script type="application/ld+json">{"@type":"FAQPage","name":"Asked"}</script>]',
    ),
    "json-ld rating": (
        HEAD,
        '<script type="application/ld+json">{"@type":"Product","aggregateRating":'
        '{"ratingValue":"[4.1||4.4]","reviewCount":"9"}}</script>',
    ),
    "json-ld upper type": (
        HEAD,
        '<script type="Application/LD+JSON; charset=utf-8">{"name":"[a||b]"}</script>',
    ),
    "microdata meta": (CONTENT, '<meta itemprop="price" content="[12||13]">'),
    "microdata link": (
        CONTENT,
        '<link itemprop="availability" href="https://schema.org/[InStock||OutOfStock]">',
    ),
    "itemtype": (
        CONTENT,
        '<div itemscope itemtype="https://schema.org/[Event||Recipe]"><p>Item</p></div>',
    ),
    "rdfa": (CONTENT, '<p><span property="price" content="[12||13]">cheap</span></p>'),
    "typeof": (
        CONTENT,
        '<div vocab="https://schema.org/" typeof="[Event||Place]"><p>It</p></div>',
    ),
    # Containers that strippers drop.
    "noscript words": (CONTENT, "<noscript><p>The [tide||wind] table</p></noscript>"),
    "noscript text": (CONTENT, "<noscript>Without scripts: [tide||wind]</noscript>"),
    "shadow root": (
        CONTENT,
        '<my-card><template shadowrootmode="open"><p>A [tide||wind] card</p></template></my-card>',
    ),
    "custom element": (CONTENT, "<harbour-note>The [tide||wind] is high.</harbour-note>"),
    "unknown tag": (CONTENT, "<blurb>The [tide||wind] is high.</blurb>"),
    "article header": (
        CONTENT,
        "<article><header><h2>The [tide||wind]</h2><p>By Ann</p></header><p>x</p></article>",
    ),
    "byline": (
        CONTENT,
        "<article><header><p>By [Ann||Ben]</p></header><p>Words</p></article>",
    ),
    "article footer": (
        CONTENT,
        "<article><p>Words.</p><footer><p>Source: [Times||Post]</p></footer></article>",
    ),
    "form label": (CONTENT, "<form><label>Your [name||address] <input></label></form>"),
    "legend": (
        CONTENT,
        "<form><fieldset><legend>The [crew||guest]</legend></fieldset></form>",
    ),
    "address": (CONTENT, "<address>[12||14] Quay Road</address>"),
    "no-share class": (
        CONTENT,
        '<div class="no-share"><p>The [tide||wind] is high.</p></div>',
    ),
    "with_aside class": (CONTENT, '<div class="with_aside"><p>The [tide||wind]</p></div>'),
    "downloads class": (CONTENT, '<div class="downloads"><p>Tool [4||5]</p></div>'),
    "menu of a restaurant": (CONTENT, '<div class="menu"><p>Soup of [fish||peas]</p></div>'),
    "ad in a word": (
        CONTENT,
        '<div class="header-adventure"><p>To the [isle||cape]</p></div>',
    ),
    "heading in a button": (
        CONTENT,
        "<h3><button aria-expanded=false>[When||Where] is it?</button></h3><p>There.</p>",
    ),
    "svg text": (CONTENT, "<svg><text>[4||5] metres</text></svg>"),
    "svg title": (CONTENT, '<svg role="img"><title>[Tide||Wind] chart</title></svg>'),
    "object words": (CONTENT, '<object data="/[a||b].pdf" type="application/pdf"></object>'),
    "meter": (CONTENT, '<p><meter value="0.[4||6]">[40||60] %</meter></p>'),
    "center and font": (CONTENT, "<center><font color=red>The [tide||wind]</font></center>"),
    "area": (CONTENT, '<map name=m><area href="/[a||b]/" alt="Pier"></map>'),
}
