"""
The examiner's noise, as a table: markup that stands on a page in two states, of which neither
is an edit. Written from the catalogue of what is noise, apart from the other mutators.

``[token]`` draws another value for either state, ``[this||that]`` names both. A row says the
class, where the piece stands (``head``, ``content``, ``page``), and the piece.
"""

# ruff: noqa: E501
# (pieces of HTML stand on one line)
from __future__ import annotations

HEAD = "head"
CONTENT = "content"
PAGE = "page"
"""In the body, outside of the main part."""

UNIVERSAL: dict[str, tuple[str, str]] = {
    # Tokens.
    "csrf input": (
        CONTENT,
        '<form method="post"><input type="hidden" name="csrfmiddlewaretoken" '
        'value="[token]"><label>Your message <textarea name="m"></textarea></label></form>',
    ),
    "csrf meta": (HEAD, '<meta name="csrf-token" content="[token]">'),
    "csrf param meta": (
        HEAD,
        '<meta name="csrf-param" content="authenticity_token">'
        '<meta name="csrf-token" content="[token]==">',
    ),
    "hx headers": (
        CONTENT,
        '<div hx-headers=\'{"X-CSRFToken": "[token]"}\'>Filter below</div>',
    ),
    "viewstate": (
        PAGE,
        '<input type="hidden" name="__VIEWSTATE" id="__VIEWSTATE" value="/wEPDwUL[token]">'
        '<input type="hidden" name="__EVENTVALIDATION" value="[token]">',
    ),
    "form build id": (
        CONTENT,
        '<form id="contact"><input name="form_build_id" type="hidden" value="form-[token]">'
        '<input type="hidden" name="honeypot_time" value="[epoch].[token]"></form>',
    ),
    "form prefix": (
        CONTENT,
        '<form><input name="[hex8]-name" id="id_[hex8]-name"><input type="submit"></form>',
    ),
    "gravity forms nonce": (
        CONTENT,
        "<form><input type='hidden' class='gform_hidden' name='state_1' value='[token]'></form>"
        '<script>var gform_i18n = {"config_nonce":"[hex10]"};</script>',
    ),
    "captcha": (
        CONTENT,
        '<form><img src="/captcha/image/[hex40]/" alt="captcha" class="captcha">'
        '<input type="hidden" name="captcha_0" value="[hex40]"></form>',
    ),
    # Scripts and styles.
    "csp nonce": (
        HEAD,
        '<script nonce="[token]">window.a=1</script><style nonce="[token]">a{top:0}</style>',
    ),
    "csp nonce meta": (HEAD, '<meta property="csp-nonce" content="[token]">'),
    "next data": (
        PAGE,
        '<script id="__NEXT_DATA__" type="application/json">{"buildId":"[token]",'
        '"props":{"now":[epoch]}}</script>',
    ),
    "json script": (
        CONTENT,
        '<script id="config" type="application/json">{"session": "[hex32]"}</script>',
    ),
    "rocket loader": (
        HEAD,
        '<script type="[hex24]-text/javascript" src="/a.js"></script>'
        '<script src="/cdn-cgi/scripts/7d0fa10a/rocket-loader.min.js" '
        'data-cf-settings="[hex24]-|49"></script>',
    ),
    "import map": (
        HEAD,
        '<script type="importmap">{"imports":{"app":"/static/app.[hex8].js"}}</script>',
    ),
    "speculation rules": (
        HEAD,
        '<script type="speculationrules">{"prefetch":[{"urls":["/[token]/"]}]}</script>',
    ),
    "inline css": (CONTENT, "<style>.c-[hex6]{color:#[hex6]}</style>"),
    "style attribute": (
        CONTENT,
        '<div style="--delay:[small]ms;top:[small]px">A side note</div>',
    ),
    "handler attribute": (
        CONTENT,
        "<p onclick=\"go('[hex8]')\">Press this line for sound.</p>",
    ),
    "integrity": (
        HEAD,
        '<script src="/a.js" integrity="sha384-[token]" crossorigin></script>',
    ),
    "cloudflare ray": (
        PAGE,
        "<script>window.__CF$cv$params={r:'[hex16]',t:'[token]'};</script>",
    ),
    # The build.
    "manifest names": (
        HEAD,
        '<link rel="stylesheet" href="/static/css/base.[hex12].css">'
        '<script src="/static/js/app.[hex12].js"></script>',
    ),
    "vite chunks": (HEAD, '<link rel="modulepreload" href="/assets/index-[hash8].js">'),
    "version query": (HEAD, '<link rel="stylesheet" href="/css/a.css?v=[epoch]">'),
    "generator": (HEAD, '<meta name="generator" content="WordPress 6.[small]">'),
    "meta created now": (HEAD, '<meta name="created" content="[small]th Nov 2026 11:[two]">'),
    "meta build": (HEAD, '<meta name="build" content="[hex40]">'),
    "preload hint": (HEAD, '<link rel="preload" as="font" href="/f/inter.[hex8].woff2">'),
    "debug toolbar": (
        PAGE,
        '<div id="djDebug" class="djdt-hidden">Time: [small].[two]ms</div>',
    ),
    "userbar": (PAGE, "<wagtail-userbar><template>[hex8]</template></wagtail-userbar>"),
    "page weight comment": (
        PAGE,
        "<!-- [epoch] bytes, rendered in 0.[two]s by web[small] -->",
    ),
    "cache comment": (PAGE, "<!-- Dynamic page generated in 0.[two] seconds. -->"),
    "debreach comment": (PAGE, "<!-- [filler] -->"),
    "favicon": (HEAD, '<link rel="icon" href="/static/favicon.[hex12].ico">'),
    # Ids and attributes.
    "uuid ids": (
        CONTENT,
        '<div id="acc-[uuid]"><label for="f-[uuid]">Size of the frame</label></div>',
    ),
    "aria controls": (
        CONTENT,
        '<a href="#c[hex8]" aria-controls="c[hex8]">Show the rest</a>'
        "<p>The rest of the note.</p>",
    ),
    "css modules": (
        CONTENT,
        '<p class="Card_body__[hash5] css-[hash6]">A card says this.</p>',
    ),
    "styled components": (CONTENT, '<p class="sc-[hash6] [hash5]">A styled line.</p>'),
    "react ids": (
        CONTENT,
        '<div data-reactid="[small].[two]" data-v-[hex8] data-id="[uuid]">React says</div>',
    ),
    "svelte and angular": (
        CONTENT,
        '<p class="svelte-[hash6]" _ngcontent-[hash5]-c[small]>Compiled words.</p>',
    ),
    "tabindex and role": (
        CONTENT,
        '<p [tabindex="0"||role="note" tabindex="-1"]>A plain line.</p>',
    ),
    "rel order": (
        CONTENT,
        '<p><a href="/terms/" [rel="noopener nofollow" target=_blank||'
        'target="_blank" rel="nofollow noopener"]>The terms</a></p>',
    ),
    "lazy loading attribute": (
        CONTENT,
        '<img src="/media/boat.jpg" alt="Boat" [loading=lazy||loading="eager" decoding=async]>',
    ),
    "fetch priority": (
        CONTENT,
        '<img src="/media/pier.jpg" alt="Pier" fetchpriority="[high||low]" data-n="[hex8]">',
    ),
    # Dates that come from us.
    "json-ld dateModified": (
        HEAD,
        '<script type="application/ld+json">{"@type":"Article","headline":"Same",'
        '"datePublished":"2024-01-02","dateModified":"[isodate]"}</script>',
    ),
    "json-ld graph dateModified": (
        HEAD,
        '<script type="application/ld+json">{"@graph":[{"@type":"WebPage","name":"Same",'
        '"dateModified":"[isodate]","breadcrumb":{"@id":"#b"}}]}</script>',
    ),
    "json-ld sdDatePublished": (
        HEAD,
        '<script type="application/ld+json">{"@type":"Dataset","name":"Same",'
        '"sdDatePublished":"[isodate]"}</script>',
    ),
    "json-ld interactions": (
        HEAD,
        '<script type="application/ld+json">{"@type":"VideoObject","name":"Same",'
        '"interactionStatistic":{"@type":"InteractionCounter",'
        '"userInteractionCount":"[count]"}}</script>',
    ),
    "json-ld key order": (
        HEAD,
        '<script type="application/ld+json">[{"@type":"Thing","name":"Same","url":"/x/"}||'
        '{"url": "/x/",  "name": "Same",\n"@type": "Thing"}]</script>',
    ),
    "modified_time": (HEAD, '<meta property="article:modified_time" content="[isodate]">'),
    "og updated_time": (HEAD, '<meta property="og:updated_time" content="[epoch]">'),
    "itemprop dateModified": (
        CONTENT,
        '<meta itemprop="dateModified" content="[isodate]">',
    ),
    "itemprop dateModified time": (
        CONTENT,
        '<p>Last updated: <time itemprop="dateModified" datetime="[isodate]">[day] May</time></p>',
    ),
    "http-equiv last modified": (
        HEAD,
        '<meta http-equiv="last-modified" content="[isodate]">',
    ),
    "marked stamp": (
        CONTENT,
        '<p data-sitemap-noise>Last updated <time datetime="[isodate]">[day] May</time></p>',
    ),
    "relative time element": (
        CONTENT,
        '<p>Posted <time datetime="2026-03-04T10:00">[small] days ago</time></p>',
    ),
    "view counter": (CONTENT, '<span class="view-count">[count] views</span>'),
    "relative class": (CONTENT, '<span class="timeago" title="2026">[small] hours ago</span>'),
    # URLs.
    "utm": (
        CONTENT,
        '<p><a href="/shop/?utm_source=[word]&amp;utm_medium=mail">To the shop</a></p>',
    ),
    "click ids": (
        CONTENT,
        '<p><a href="/shop/?gclid=[token]&fbclid=[token]">To the shop</a></p>',
    ),
    "jsessionid": (
        CONTENT,
        '<p><a href="/basket;jsessionid=[hex32]?p=1">Back to list</a></p>',
    ),
    "phpsessid": (
        CONTENT,
        '<p><a href="/list.php?page=2&PHPSESSID=[hex26]">Second page</a></p>',
    ),
    "asp session": (CONTENT, '<p><a href="/(S([hash24]))/list.aspx">The list</a></p>'),
    "query order": (CONTENT, '<p><a href="/find?[a=1&b=2||b=2&a=1]">Find two</a></p>'),
    "relative and absolute": (
        CONTENT,
        '<p><a href="[/about/us/||https://www.example.com/about/us/||//www.example.com/about/us/]"'
        ">About us</a></p>",
    ),
    "http and https": (
        CONTENT,
        '<p><a href="[http||https]://other.example/page">Elsewhere</a></p>',
    ),
    "s3 signature": (
        CONTENT,
        '<img src="https://b.s3.amazonaws.com/m/boat.jpg?X-Amz-Algorithm=AWS4-HMAC-SHA256&'
        "X-Amz-Credential=[token]&X-Amz-Date=[stamp]&X-Amz-Expires=3600&"
        'X-Amz-SignedHeaders=host&X-Amz-Signature=[hex64]" alt="Boat">',
    ),
    "gcs signature": (
        CONTENT,
        '<img src="https://storage.googleapis.com/b/boat.jpg?X-Goog-Date=[stamp]&'
        'X-Goog-Signature=[hex64]&X-Goog-Expires=600" alt="Boat">',
    ),
    "cloudfront signature": (
        CONTENT,
        '<video src="https://d1.cloudfront.net/v.mp4?Expires=[epoch]&Signature=[token]&'
        'Key-Pair-Id=APKA[hex8]"></video>',
    ),
    "azure sas": (
        CONTENT,
        '<img src="https://a.blob.core.windows.net/m/boat.jpg?sv=2024-11-04&se=[isodate]&'
        'sr=b&sp=r&sig=[token]" alt="Boat">',
    ),
    "imgproxy": (
        CONTENT,
        '<img src="https://img.example.com/[hash43]/rs:fit:300:300/plain/s3://b/boat.jpg" '
        'alt="Boat">',
    ),
    "thumbor": (
        CONTENT,
        '<img src="https://thumbs.example.com/[hash27]=/300x200/smart/media/boat.jpg" alt="Boat">',
    ),
    "youtube parameters": (
        CONTENT,
        '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?'
        '[rel=0||autoplay=0&amp;origin=https://x.example&amp;si=abc]"></iframe>',
    ),
    "hashed static picture": (
        CONTENT,
        '<img src="/static/img/logo.[hex12].png" alt="The logo">',
    ),
    "drupal style": (
        CONTENT,
        '<img src="/sites/default/files/styles/[large||wide]/public/boat.jpg?itok=[hash8]" '
        'alt="Boat">',
    ),
    "shopify size": (
        CONTENT,
        '<img src="/cdn/shop/files/boat_[300x300||1200x||grande].jpg?v=[epoch]" alt="Boat">',
    ),
    "captcha frame": (
        CONTENT,
        '<iframe src="https://www.google.com/recaptcha/api2/anchor?k=1&cb=[hash12]"></iframe>',
    ),
    "ad clicks": (
        CONTENT,
        '<p><a href="/shop/?gad_source=[small]&ef_id=[token]">Shop</a></p>',
    ),
    # Pictures.
    "lazy placeholder": (
        CONTENT,
        '<img [src="/media/boat.jpg"||src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" '
        'data-src="/media/boat.jpg"] alt="Boat">',
    ),
    "noscript twin": (
        CONTENT,
        '[<img src="/media/boat.jpg" alt="Boat">||<img data-src="/media/boat.jpg" '
        'src="data:image/gif;base64,R0lG" alt="Boat"><noscript><img src="/media/boat.jpg" '
        'alt="Boat"></noscript>]',
    ),
    "srcset": (
        CONTENT,
        '<img src="/media/boat.jpg" srcset="/media/boat-[two]0.jpg [two]0w" '
        'sizes="[two]vw" alt="Boat">',
    ),
    "wagtail rendition": (
        CONTENT,
        '<img src="/media/images/boat_at_sea.[hex8].[width-800||fill-600x400].jpg" alt="Boat">',
    ),
    "tracking pixel": (
        PAGE,
        '<img src="https://stat.example/p.gif?r=[token]" width="1" height="1" alt="">',
    ),
    "noscript pixel": (
        PAGE,
        '<noscript><img height=1 width=1 style="display:none" '
        'src="https://www.facebook.com/tr?id=1&ev=PageView&cb=[epoch]"></noscript>',
    ),
    "cfemail": (
        CONTENT,
        '<p>Write to <a href="/cdn-cgi/l/email-protection#[cf]">'
        '<span class="__cf_email__" data-cfemail="[cf]">[email&#160;protected]</span></a></p>',
    ),
    # Writing.
    "zero width": (CONTENT, "<p>A long[||&#8203;||&shy;||&#xfeff;]word stands here.</p>"),
    "entities": (CONTENT, "<p>Caf[&eacute;||é||&#233;||&#xE9;] and bar</p>"),
    "nfc": (CONTENT, "<p>Caf[\u00e9||e\u0301] on the quay</p>"),
    "nbsp": (CONTENT, "<p>10[ ||&nbsp;||\u202f]km to go</p>"),
    "wrapped": (
        CONTENT,
        "[<p>Words of one line.</p>||<div><div><p><span>Words of one line.</span></p></div></div>]",
    ),
    "strong and b": (CONTENT, "<p>It is <[b||strong]>not</[b||strong]> far.</p>"),
    "tbody": (CONTENT, "<table>[||<tbody>]<tr><td>1<td>2</tr>[||</tbody>]</table>"),
    "void slash": (CONTENT, "<p>One line<br[||/|| /]>and two</p>"),
    "plain template": (CONTENT, "<template><p>[word] in a template</p></template>"),
    "textarea": (CONTENT, "<form><textarea>[word]</textarea></form>"),
}

FURNITURE: dict[str, tuple[str, str]] = {
    "menu link": (
        PAGE,
        "<nav><ul><li><a href=/a/>A</a>[||<li><a href=/new/>New</a>]</ul></nav>",
    ),
    "role navigation": (PAGE, '<div role="navigation"><a href="/[word]/">[word]</a></div>'),
    "site footer year": (PAGE, "<footer><p>&copy; [2025||2026] Harbour Ltd</p></footer>"),
    "footer build": (PAGE, "<footer>Version 4.[small].[two], [hex7]</footer>"),
    "aside": (PAGE, "<aside><h3>News</h3><p>[words]</p></aside>"),
    "complementary": (PAGE, '<div role="complementary"><p>[words]</p></div>'),
    "contentinfo": (PAGE, '<div role="contentinfo"><p>[words]</p></div>'),
    "search role": (PAGE, '<div role="search"><span>[words]</span></div>'),
    "alert": (CONTENT, '<div role="alert">[||You are signed out.]</div>'),
    "status": (CONTENT, '<div role="status">[small] results</div>'),
    "dialog": (PAGE, "<dialog open><p>[words]</p></dialog>"),
    "messages": (CONTENT, '<ul class="messages"><li class="success">[words]</li></ul>'),
    "cookie banner": (
        PAGE,
        '<div class="cookie-banner" id="cookie-banner"><p>[words]</p></div>',
    ),
    "consent": (PAGE, '<div id="onetrust-consent-sdk"><p>[words]</p></div>'),
    "share bar": (
        CONTENT,
        '<div class="share-buttons"><a href="/s?[word]">[count] shares</a></div>',
    ),
    "social links": (
        CONTENT,
        '<ul class="social-links"><li><a href="https://x.com/[word]">X</a></ul>',
    ),
    "related posts": (
        CONTENT,
        '<div class="related-posts"><h3>Related</h3><ul><li><a href="/[word]/">[words]</a>'
        '<li><a href="/[word]/">[words]</a></ul></div>',
    ),
    "jetpack related": (
        CONTENT,
        '<div id="jp-relatedposts" class="jp-relatedposts"><p>[words]</p></div>',
    ),
    "advertisement": (
        CONTENT,
        '<div class="advertisement"><a href="/ad/[hex8]">[words]</a></div>',
    ),
    "adsbygoogle": (
        CONTENT,
        '<ins class="adsbygoogle" data-ad-slot="[epoch]">[||[words]]</ins>',
    ),
    "breadcrumbs": (CONTENT, '<ol class="breadcrumbs"><li><a href="/">[Home||Start]</a></ol>'),
    "nav in main": (CONTENT, '<nav aria-label="Pages"><a href="?page=[small]">next</a></nav>'),
    "pagination": (
        CONTENT,
        '<div class="pagination"><a href="?page=[small]">[small]</a></div>',
    ),
    "sidebar": (PAGE, '<div class="sidebar"><h4>Archive</h4><p>[words]</p></div>'),
    "cart": (PAGE, '<div class="mini-cart">[small] items, [count]</div>'),
    "user": (PAGE, '<div class="user-menu">[Sign in||Hello [word]]</div>'),
    "newsletter": (
        CONTENT,
        '<div class="newsletter-signup"><p>[words]</p><form></form></div>',
    ),
    "likes": (CONTENT, '<span class="like-count">[count] likes</span>'),
    "popular": (PAGE, '<div class="popular-posts"><a href="/[word]/">[words]</a></div>'),
    "tag cloud": (PAGE, '<div class="tag-cloud"><a href="/t/[word]/">[word]</a></div>'),
    "back to top": (CONTENT, '<a class="back-to-top" href="#[hex6]">[Top||Up]</a>'),
    "toolbar": (CONTENT, '<div role="toolbar"><span>[words]</span></div>'),
    "last updated class": (
        CONTENT,
        '<p class="last-updated">Last updated on [day] May 2026</p>',
    ),
    "header banner": (PAGE, '<header role="banner"><p>[words]</p></header>'),
    "button words": (CONTENT, "<form><button type=submit>[Send||Send it]</button></form>"),
    "online now": (PAGE, '<div class="online-users">[count] users online</div>'),
}

DECLARED: dict[str, tuple[str, str]] = {
    "random tip": (CONTENT, '<div class="x-noise"><p>[words]</p></div>'),
    "lookers": (
        CONTENT,
        '<p>Nice. <span class="x-noise">[small] people look at this</span></p>',
    ),
    "random picture": (CONTENT, '<img class="x-noise" src="/m/[word].jpg" alt="[word]">'),
    "random link": (CONTENT, '<p><a class="x-noise" href="/[word]/">[words]</a></p>'),
    "random row": (
        CONTENT,
        '<table><tr><td>1</td></tr><tr class="x-noise"><td>[word]</tr></table>',
    ),
    "random item": (CONTENT, '<ul><li>One</li><li class="x-noise">[words]</li></ul>'),
    "random heading": (CONTENT, '<section class="x-noise"><h2>[words]</h2></section>'),
    "comes and goes": (
        CONTENT,
        '[||<section class="x-noise"><h2>Now!</h2><p>Today</p></section>]',
    ),
    "microdata": (CONTENT, '<meta class="x-noise" itemprop="sku" content="[hex8]">'),
    "marked": (CONTENT, "<div data-sitemap-noise><p>[words]</p></div>"),
    "nested": (CONTENT, '<div class="x-noise"><div><p><b>[word]</b></p></div></div>'),
    "long": (CONTENT, '<div class="x-noise"><p>[long]</p><p>[long]</p><p>[long]</p></div>'),
}

POLICY: dict[str, tuple[str, str]] = {
    "comments": (CONTENT, '<div id="comments" class="comments-area"><p>[words]</p></div>'),
    "comment count": (CONTENT, '<span class="comment-count">[small] comments</span>'),
    "product review count": (CONTENT, '<meta itemprop="reviewCount" content="[count]">'),
    "select options": (CONTENT, "<form><select><option>[word]<option>[word]</select></form>"),
}
