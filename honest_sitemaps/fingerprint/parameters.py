"""
Parameters of a query that say who came and when, not what is shown.

Names are from the campaign, click and session parameters in ClearURLs' rules, w3lib's and
EDGI's normalisers, and the cloud vendors' documents on signed URLs.
"""

from __future__ import annotations

import re

from honest_sitemaps.fingerprint.text import words_of

_CAMPAIGN = re.compile(
    r"utm_|mtm_|matomo_|piwik_|pk_|hsa_|_hs|vero_|oly_|at_(?:medium|campaign|custom)|wt[._]mc"
    r"|itm_|stm_|ga_(?:source|medium|term|content|campaign)|x-amz-|x-goog-"
)

_DROPPED = words_of("""
gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid ef_id
fbclid fb_action_ids fb_action_types fb_source fb_ref
msclkid yclid ysclid _openstat twclid ttclid igshid igsh li_fat_id epik mc_cid mc_eid
mkt_tok zanpid irclickid irgwc srsltid _ga _gl _gac _branch_match_id cmpid s_cid s_kwcid
ncid xtor spm scm trk trkcampaign wickedid rb_clickid ml_subscriber ml_subscriber_hash
guccounter guce_referrer guce_referrer_sig __hstc __hssc __hsfp hsctatracking
jsessionid phpsessid aspsessionid sessionid session_id sessid sess sid cfid cftoken
zenid osid oscsid csrftoken csrfmiddlewaretoken csrf_token _csrf authenticity_token
nonce _wpnonce __cf_chl_tk __cf_chl_rt_tk cachebust cachebuster cache_bust _nocache nocache
""")

# Signed URLs: these belong to a signature only where the name that proves it stands beside.
_SIGNATURES = (
    ("key-pair-id", words_of("key-pair-id signature expires policy")),
    ("awsaccesskeyid", words_of("awsaccesskeyid signature expires")),
    ("googleaccessid", words_of("googleaccessid signature expires")),
    ("sig", words_of("sig sv se sp sr st spr sip ss srt skoid sktid skt ske sks skv")),
    ("keyname", words_of("keyname signature expires urlprefix")),
)


def kept_query(query: str, *, dropped: frozenset[str] = frozenset()) -> str:
    """The query in order of its names, without what does not choose what is shown."""
    fields = [field for field in re.split("[&;]", query) if field]
    names = [field.partition("=")[0].lower() for field in fields]
    gone = _DROPPED | dropped | _signature_names(set(names))
    kept = (
        field
        for field, name in zip(fields, names, strict=True)
        if name not in gone and not _CAMPAIGN.match(name)
    )
    return "&".join(sorted(kept))


def _signature_names(names: set[str]) -> frozenset[str]:
    """``sig`` alone is anybody's word; with ``sv`` beside it, it is Azure's."""
    for proof, members in _SIGNATURES:
        if proof in names and len(members & names) > 1:
            return members
    return frozenset()
