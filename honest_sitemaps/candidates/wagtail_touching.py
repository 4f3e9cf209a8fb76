"""Which pages show what was saved: through the tree, aliases, translations and references."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import reduce
from itertools import islice
from operator import or_
from typing import Any

from django.db.models import Model, Q

from honest_sitemaps.candidates import keys as key_names
from honest_sitemaps.candidates.candidate import Candidate
from honest_sitemaps.candidates.contrib_urls import with_path
from honest_sitemaps.candidates.faults import LOST_DATABASE
from honest_sitemaps.candidates.source import EVERYTHING
from honest_sitemaps.candidates.wagtail_models import (
    APP,
    ancestors_of,
    core_model,
    page_key,
    page_model,
    page_types,
    type_ids_of,
)
from honest_sitemaps.candidates.wagtail_privacy import aliases_below
from honest_sitemaps.candidates.wagtail_roots import all_roots, path_under
from honest_sitemaps.candidates.wagtail_specific import names_urls

KEYS_LIMIT = 1000
"""More than so many pages are named as `EVERYTHING`."""

TREES_LIMIT = 200
"""Terms of one condition: SQLite takes no expression deeper than 1,000."""

REFERENCE_STEPS = 3
"""An image in a snippet in a page is two."""

_BOOKKEEPING = frozenset(
    {
        "latest_revision",
        "latest_revision_created_at",
        "has_unpublished_changes",
        "draft_title",
        "locked",
        "locked_at",
        "locked_by",
    }
)
"""Fields that a draft or a lock writes. No visitor sees them."""

_UNSEEN_APPS = frozenset({"admin", "auth", "contenttypes", "sessions", "wagtailsearch"})
_EVERYWHERE = frozenset({f"{APP}.site", f"{APP}.locale"})
_RESTRICTION = f"{APP}.pageviewrestriction"
_REDIRECT = "wagtailredirects.redirect"
_SETTING = "wagtail.contrib.settings.models.AbstractSetting"
_UNSEEN_BASES = (("wagtailimages", "Rendition"),)


def keys_touched(value: Model, *, fields: Collection[str] | None = None) -> Iterable[str]:
    """Keys of the pages that change when ``value`` is saved or deleted, or `EVERYTHING`."""
    if not key_names.has_pk(value) or (fields is not None and set(fields) <= _BOOKKEEPING):
        return ()
    label = value._meta.label_lower
    if isinstance(value, page_model()):
        return page_keys(value)
    if label in _EVERYWHERE or _is_setting(value):
        return (EVERYTHING,)
    if label == _RESTRICTION:
        return _below_page(value)
    if label == _REDIRECT:
        return _at_old_path(value)
    return () if _is_unseen(value) else _shown_by(value)


def page_keys(page: Any) -> Iterable[str]:
    """
    The page, with each address it names, its aliases and translations, the pages above it,
    which list it, and what refers to it.
    """
    pages = page_model().objects.filter(depth__gt=1).order_by()
    near = pages.filter(
        Q(alias_of=page.pk)
        | Q(alias_of__alias_of=page.pk)
        | Q(translation_key=page.translation_key)
        | Q(path__in=list(ancestors_of(page.path)))
    )
    keys = [page_key(page.pk), *map(page_key, near.values_list("pk", flat=True))]
    return _limited([*keys, *_of_addresses(page), *_shown_by(page)])


def _of_addresses(page: Any) -> list[str]:
    """
    Keys of the addresses that a page has beside its own, if its class names any.

    What it no longer names the sweep finds.
    """
    if not names_urls(page.specific_class or type(page)):
        return []
    key = page_key(page.pk)
    try:
        locs = [entry["location"] for entry in page.specific.get_sitemap_urls()]
    except LOST_DATABASE:
        raise
    except Exception:  # a page's method may raise anything; the look will tell
        return []
    return [with_path(Candidate(loc=loc, key=key)) for loc in locs]


def subtree_keys(paths: Iterable[str]) -> Iterable[str]:
    """The pages at these paths and below, and below the aliases of any of them."""
    pages = page_model().objects.filter(depth__gt=1).order_by()
    tops: set[str] = set()
    frontier = {path for path in paths if path}
    while frontier:
        tops |= frontier
        if len(tops) > TREES_LIMIT:
            return (EVERYTHING,)
        found = pages.filter(_any(map(aliases_below, frontier))).values_list("path", flat=True)
        frontier = set(found[: KEYS_LIMIT + 1]) - tops
    if not tops:
        return ()
    below = pages.filter(_any(Q(path__startswith=path) for path in tops))
    return _limited(map(page_key, below.values_list("pk", flat=True)[: KEYS_LIMIT + 1]))


def listing_keys(*pages_given: Any) -> Iterable[str]:
    """These pages and those above them."""
    paths = {one for page in pages_given for one in ancestors_of(page.path)}
    pages = page_model().objects.filter(depth__gt=1, path__in=paths).order_by()
    return [page_key(pk) for pk in pages.values_list("pk", flat=True)]


def group_keys(*pages_given: Any) -> Iterable[str]:
    """All language versions of these pages."""
    groups = [page.translation_key for page in pages_given]
    pages = page_model().objects.filter(translation_key__in=groups)
    return [page_key(pk) for pk in pages.values_list("pk", flat=True)]


def _below_page(restriction: Any) -> Iterable[str]:
    path = page_model().objects.filter(pk=restriction.page_id).values_list("path", flat=True)
    return subtree_keys(path)


def _at_old_path(redirect: Any) -> Iterable[str]:
    """The page whose address it is: a draft, say, that from now on answers with it."""
    old_path = f"{redirect.old_path.rstrip('/')}/"
    url_paths = [
        root.url_path + old_path[len(home) :]
        for root in all_roots()
        if redirect.site_id in (None, root.site_id)
        and (home := path_under(root, root.url_path)) is not None
        and old_path.startswith(home)
    ]
    pages = page_model().objects.filter(url_path__in=url_paths)
    return [page_key(pk) for pk in pages.values_list("pk", flat=True)]


def _shown_by(value: Model) -> Iterable[str]:
    """The pages that name ``value``, and those above them: a listing shows it too."""
    pks = set(islice(_naming(value), KEYS_LIMIT + 1))
    if len(pks) > KEYS_LIMIT:
        return (EVERYTHING,)
    if not pks:
        return ()
    return _limited(listing_keys(*page_model().objects.filter(pk__in=pks).only("path")))


def _naming(value: Model) -> Iterator[Any]:
    """
    Primary keys of the pages that name ``value``: the one that it is a part of, those that
    relate to it by a many-to-many field, and, a few steps far, what Wagtail's reference index
    knows.
    """
    yield from _parents(value)
    yield from _related(value)
    page_type = _type_id(page_model())
    to_python = page_model()._meta.pk.to_python
    index = core_model("ReferenceIndex").objects
    seen = {(_type_id(_base(type(value))), str(value.pk))}
    frontier = set(seen)
    for _ in range(REFERENCE_STEPS):
        references = index.filter(_any(_pointing_at(frontier))).values_list(
            "base_content_type_id", "object_id"
        )
        found = set(references.distinct()[: KEYS_LIMIT + 1]) - seen
        yield from (to_python(pk) for type_id, pk in found if type_id == page_type)
        frontier = {one for one in found if one[0] != page_type}
        seen |= found
        if not frontier:
            return


def _pointing_at(targets: Iterable[tuple[int, str]]) -> Iterator[Q]:
    by_type: dict[int, list[str]] = {}
    for type_id, pk in targets:
        by_type.setdefault(type_id, []).append(pk)
    for type_id, pks in by_type.items():
        yield Q(to_content_type_id=type_id, to_object_id__in=pks)


def _parents(value: Model) -> Iterator[Any]:
    """Primary keys of the pages that an inline row belongs to: its ``ParentalKey``."""
    base = page_model()
    for field in value._meta.concrete_fields:
        related = field.related_model
        is_page = isinstance(related, type) and issubclass(related, base)
        if is_page and type(field).__name__ == "ParentalKey":
            pk = getattr(value, field.attname)
            if pk is not None:
                yield pk


def _related(value: Model) -> Iterator[Any]:
    """
    Primary keys of the pages with ``value`` in a many-to-many field, which the reference index
    leaves out. A query for each such field.
    """
    for model in page_types():
        for field in model._meta.local_many_to_many:
            if isinstance(field.related_model, type) and isinstance(
                value, field.related_model
            ):
                rows = model._base_manager.filter(**{field.name: value.pk})
                yield from rows.values_list("pk", flat=True)[: KEYS_LIMIT + 1]


def _limited(keys: Iterable[str]) -> Iterable[str]:
    found = list(dict.fromkeys(keys))
    return found if len(found) <= KEYS_LIMIT else (EVERYTHING,)


def _any(terms: Iterable[Q]) -> Q:
    return reduce(or_, terms)


def _base(model: type[Model]) -> type[Model]:
    """The model that holds the primary key, as the reference index names an object."""
    parents: Sequence[type[Model]] = model._meta.get_parent_list()
    return parents[-1] if parents else model


def _type_id(model: type[Model]) -> int:
    return type_ids_of([model])[0]


def _is_unseen(value: Model) -> bool:
    """Whether it is Wagtail's or Django's bookkeeping, which no page shows."""
    label = value._meta.app_label
    if label == APP:
        return not isinstance(value, core_model("Collection"))
    return label in _UNSEEN_APPS or any(
        label_of == label and type(value).__name__.endswith(name)
        for label_of, name in _UNSEEN_BASES
    )


def _is_setting(value: Model) -> bool:
    bases = (f"{base.__module__}.{base.__name__}" for base in type(value).__mro__)
    return _SETTING in bases
