"""
Class names and ids that name furniture: exact words, never parts of words.

A substring rule is the one rule that loses pages: real articles carry ``no-share`` and
``with_aside``. A name only makes a block a suspect; `noise` keeps one that holds content.
Left out on purpose, since they name content too: ``menu`` (of a restaurant),
``recommended`` (a price plan), ``header`` (holds the title in Doxygen's pages), ``lightbox``
(a picture's link).
"""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache


class Kind(IntEnum):
    """What a name says of its block. Of several names the highest kind counts."""

    CONTENT = 0
    NOTICE = 1
    """As the next, while it is short: ``copyright`` also says that a picture has one."""

    PAGE = 2
    """Furniture of the page, where it stands outside of an article or section."""

    BLOCK = 3
    """Furniture anywhere, unless it holds what must be the content."""

    COMMENTS = 4
    """What visitors wrote: furniture however long, unless it holds the page's headline."""

    COUNTER = 5
    """Noise while it is short enough to be a number and its unit."""

    CLOCK = 6
    """Noise while it reads as a time that counts from now."""

    UPDATE = 7
    """Noise while it reads as a date."""


_PAGE = """
site-header global-header main-header masthead topbar top-bar navbar
footer site-footer page-footer global-footer main-footer footer-wrapper footer-bottom
footer-links sub-footer subfooter legal-footer colophon
sidebar side-bar sidebar-left sidebar-right left-sidebar right-sidebar widget-area
sphinxsidebar secondary-sidebar
header-top header-bottom header-bar header-nav header-logo header-search header-wrapper
header-container header-inner l-header l-footer footer-widgets footer-copyright footer-top
footer-inner footer-wrap footer-container footer-nav footer-navigation footer-social
footer-logo footer-menu region-header region-footer region-sidebar-first
region-sidebar-second navbar-header navbar-brand td-header-wrap td-footer-wrapper
td-footer-container td-sub-footer-container td-main-sidebar
"""

_AROUND_THE_SITE = """
navigation main-nav main-navigation site-navigation site-nav primary-nav secondary-nav
navigation-menu main-menu breadcrumb breadcrumbs crumbs breadcrumb-trail yoast-breadcrumb
rank-math-breadcrumb post-navigation posts-navigation nav-links prev-next next-prev prevnext
pager pagination page-numbers skip-link skip-links skiplink skip-to-content back-to-top
language-switcher lang-switcher language-selector
sub-menu mobile-menu mainmenu top-menu nav-menu sf-menu primary-menu secondary-menu mobile-nav
subnav sub-nav mainnav nav-primary navbar-nav navbar-collapse dropdown-menu nav-previous
nav-next post-nav blog-pager
"""

_OTHER_PAGES = """
related related-posts related-articles related-content related-products related-pages
related-items related-links related-stories related-news related-topics relatedposts
relatedcontent jp-relatedposts yarpp yarpp-related crp-related rp4wp-related-posts
you-may-also-like you-might-also-like also-like more-stories more-articles more-news read-next
recommended-posts recommended-products recommended-articles suggested-posts cross-sells
crosssells cross-sell up-sells upsells upsell recently-viewed recently-viewed-products
latest-posts latest-news recent-posts recent-articles recent-comments popular-posts
popular-articles most-popular most-read most-viewed trending trending-posts random-posts
random-post random-articles random-quote quote-of-the-day tip-of-the-day did-you-know
taboola outbrain tagcloud tag-cloud
widget_recent_entries widget_recent_comments widget_archive widget_categories widget_tag_cloud
widget_meta widget_nav_menu widget_search widget_top-posts recentcomments
"""

_ADVERTISING = """
ad ads advert adverts advertisement advertisements advertising adsbygoogle adbox ad-box
ad-banner ad-block ad-container ad-slot ad-unit ad-wrapper ad-placement ads-banner
ads-container banner-ad banner-ads google-ad google-ads google-auto-placed dfp-ad gpt-ad
sponsored sponsored-content sponsored-links promo-banner promotion-bar ethical-ad ethicalads
carbonads carbon-ads
"""

_OF_THE_VISIT = """
cookie-banner cookie-bar cookie-consent cookie-notice cookie-law cookie-law-info-bar
cookie-popup cookieconsent cookie-message cookiebanner cc-window cc-banner consent
consent-banner consent-popup gdpr gdpr-banner gdpr-notice eu-cookie onetrust-consent-sdk
onetrust-banner-sdk cybotcookiebotdialog usercentrics-root privacy-banner
messages messagelist message-list flash flashes flash-messages flash-message
notification-bar toast toasts toast-container alert-dismissible snackbar growl
announcement-bar announcement-banner site-notice sitenotice modal popup pop-up offcanvas
off-canvas login login-form login-link login-box user-menu user-nav user-links user-info
user-tools user-bar account-menu account-nav account-links minicart mini-cart mini-basket
basket-mini basket-summary basket-count cart-count cart-summary cart-total cart-widget
cart-icon cart-badge shopping-cart header-cart wishlist-count search-form searchform
search-box searchbox search-bar site-search newsletter newsletter-signup newsletter-form
newsletter-box subscribe subscribe-form subscription-form signup-form mailing-list-signup
mc_embed_signup
borlabscookie cookie-notice-container cookie-box cookie-preference cli-modal cli-bar-popup
cli-popupbar-overlay widget_eu_cookie_law_widget widget_blog_subscription
jetpack_subscription_widget post-subscription-form
captcha captcha-image captcha-question captcha-box recaptcha g-recaptcha h-captcha
cf-turnstile
"""

_SHARING = """
share sharing share-bar share-bars share-box share-buttons share-button share-links
share-icons share-tools share-this sharethis sharedaddy sd-sharing social social-share
social-sharing social-links social-icons social-media social-buttons social-bar
social-media-links social-media-icons social-follow follow-us addtoany a2a_kit
addtoany_share_save_container addthis addthis_toolbox addthis_sharing_toolbox
heateor_sss_sharing_container ssba post-share article-share entry-share
shariff share-icon socials social-icon social-link socialmedia social-list post-share-buttons
td-post-sharing td-social-sharing-button twitter-share-button fb-like sd-like
jetpack-likes-widget-wrapper
"""

_OF_THE_BUILD = """
djdebug djdebugtoolbar wagtail-userbar cms-toolbar cms-top wpadminbar admin-bar adminbar
editlink edit-link edit-page edit-this-page theme-edit-this-page post-edit-link printfooter
build-info build-id build-number buildinfo build-version build-date build-time buildtime
git-sha git-commit git-revision gitsha deploy-info deploy-id release-id page-weight
page-stats render-time generation-time page-generation server-info served-by server-time
djdt-root djdebugroot djdt-hidden wagtail-userbar-reset
"""

# These say what we told them: hashing them never settles.
_STAMPS = """
last-updated lastupdated last-update lastupdate last-modified lastmodified lastmod
last-edited last-edit lastedited last-changed last-revised last-reviewed last-commit
updated-at updated-on update-date updated-date date-updated date-modified datemodified
modified-date modified-at modified-on modification-date post-modified post-modified-info
theme-last-updated page-last-updated git-revision-date-localized
git-revision-date-localized-plugin
"""

_COMMENTS = """
comments comments-area comment-list commentlist comments-list comment-section
comments-section comment-thread comment-respond comment-form respond disqus_thread disqus
isso-thread utterances giscus fb-comments remark42 discourse-comments user-comments
post-comments article-comments reader-comments
comment-reply-title commentmetadata entry-comments nocomments comments-title
comment-subscription-form
"""

_COUNTERS = """
views view-count views-count viewcount view-counter views-counter viewscount post-views
page-views pageviews page-view-count num-views number-of-views entry-views article-views
video-views total-views hits hit-count hit-counter hitcount read-count reads visit-count
visitor-count visitor-counter likes like-count likes-count likecount like-counter num-likes
post-likes fav-count favorites-count favourites-count claps clap-count upvotes upvote-count
vote-count votes-count num-votes reaction-count reactions-count shares share-count
shares-count sharecount share-counter num-shares total-shares comment-count comments-count
commentcount comment-counter num-comments comments-number comments-link comments-total
comments-counter replies-count reply-count download-count downloads-count downloadcount
num-downloads star-count stars-count fork-count follower-count followers-count
subscriber-count subscribers-count review-count reviews-count num-reviews rating-count
ratings-count num-ratings online-now online-users users-online currently-online watching-now
people-watching viewers viewer-count currently-viewing viewing-now live-viewers
cart basket
"""

_CLOCKS = """
timeago time-ago relative-time relativetime reltime naturaltime naturalday timesince
time-since humanized-date humanized-time date-relative relative-date days-ago countdown
countdown-timer current-time current-date currentdate todays-date today-date local-time
"""

_KINDS: dict[str, Kind] = {
    word: kind
    for kind, words in (
        (Kind.NOTICE, "copyright"),
        (Kind.PAGE, _PAGE),
        (Kind.BLOCK, _AROUND_THE_SITE),
        (Kind.BLOCK, _OTHER_PAGES),
        (Kind.BLOCK, _ADVERTISING),
        (Kind.BLOCK, _OF_THE_VISIT),
        (Kind.BLOCK, _SHARING),
        (Kind.BLOCK, _OF_THE_BUILD),
        (Kind.BLOCK, _STAMPS),
        (Kind.COMMENTS, _COMMENTS),
        (Kind.COUNTER, _COUNTERS),
        (Kind.CLOCK, _CLOCKS),
        # The hentry microformat.
        (Kind.UPDATE, "updated"),
    )
    for word in words.split()
}

# Words of documents become ids (``<h2 id="views">``), so of ids only these few count.
_IDS: dict[str, Kind] = {
    word: _KINDS.get(word, Kind.PAGE)
    for word in [
        "header",
        "footer",
        "site-header",
        "site-footer",
        "page-footer",
        "colophon",
        "sidebar",
        "masthead",
        "navbar",
        "cookie-banner",
        "cookie-consent",
        "cookie-notice",
        "cookie-law-info-bar",
        "cookieconsent",
        "onetrust-consent-sdk",
        "onetrust-banner-sdk",
        "cybotcookiebotdialog",
        "usercentrics-root",
        "djdebug",
        "wpadminbar",
        "cms-top",
        "disqus_thread",
        "mc_embed_signup",
        "jp-relatedposts",
    ]
}

_PUBLISHED = frozenset(("published", "entry-date", "post-date", "post_date"))

# CSS modules write Component_name__hash or name_hash.
_MODULE = re.compile(r"(?:[A-Za-z][A-Za-z0-9]*_)?([A-Za-z][A-Za-z0-9-]*?)__?([\w+/-]{5,8})")


@lru_cache(maxsize=8192)
def kind_of_class(names: str) -> Kind:
    """The kind of a ``class`` attribute, whose words stand apart by white space."""
    words = set(names.split())
    if not words.isdisjoint(_PUBLISHED):
        # Until the first edit both dates of an hentry are one element, and many themes know no
        # second one.
        words.discard("updated")
    return max(map(_kind_of_word, words), default=Kind.CONTENT)


def kind_of_id(name: str, names: str = "") -> Kind:
    """
    The kind of an ``id``. ``names`` is the class beside it: sections of documents get their id
    from a heading.
    """
    if "section" in names or "article" in names:
        return Kind.CONTENT
    return _IDS.get(name.strip().lower(), Kind.CONTENT)


def _kind_of_word(word: str) -> Kind:
    """Case, ``_`` for ``-``, a BEM modifier and a CSS module's hash make no other name."""
    plain = word.lower()
    for name in (plain, plain.replace("_", "-").partition("--")[0]):
        if name in _KINDS:
            return _KINDS[name]
    module = _MODULE.fullmatch(word)
    if module and _is_hash(module[2]):
        return _KINDS.get(module[1].lower(), Kind.CONTENT)
    return Kind.CONTENT


def _is_hash(tail: str) -> bool:
    """``3xA9b`` is a hash, ``title`` is a word."""
    return any(c.isdigit() for c in tail) or tail != tail.lower()
