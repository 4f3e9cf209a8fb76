"""What Wagtail tells beside ``post_save`` and ``pre_delete``, as marks."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Any

from honest_sitemaps.candidates.source import MarkKeys
from honest_sitemaps.candidates.wagtail_models import page_model
from honest_sitemaps.candidates.wagtail_touching import (
    group_keys,
    keys_touched,
    listing_keys,
    page_keys,
    subtree_keys,
)

logger = logging.getLogger(__name__)

Hear = Callable[..., Iterable[str]]
"""From the arguments of a signal to keys."""


def listen(mark: MarkKeys) -> None:
    """
    Connect every signal of Wagtail that says a page may look different now.

    Without a sender: that of an expiry is ``Page``, that of a publication the page's own
    class, and both may be a custom base. What an instance says of itself is not believed
    (``page_published`` comes with one that is not live, wagtail/wagtail#13959): the keys are
    marked, and whoever looks reads the row again.
    """
    from wagtail import signals

    heard: tuple[tuple[Any, Hear], ...] = (
        (signals.page_published, _page),
        (signals.page_unpublished, _page),
        (signals.published, _snippet),
        (signals.unpublished, _snippet),
        (signals.post_page_move, _moved),
        (signals.page_slug_changed, _renamed),
        (signals.copy_for_translation_done, _translated),
    )
    for signal, hear in heard:
        signal.connect(_receiver(mark, hear), weak=False)


def _receiver(mark: MarkKeys, hear: Hear) -> Callable[..., None]:
    def receive(sender: Any, **said: Any) -> None:
        try:
            mark(hear(**said))
        except Exception:  # it runs in the request of an editor
            logger.exception("action=mark heard=%s", hear.__name__)

    return receive


def _page(*, instance: Any, **said: Any) -> Iterable[str]:
    return page_keys(instance)


def _snippet(*, instance: Any, **said: Any) -> Iterable[str]:
    """Pages have signals of their own."""
    return () if isinstance(instance, page_model()) else keys_touched(instance)


def _moved(
    *,
    instance: Any,
    url_path_before: str,
    url_path_after: str,
    parent_page_before: Any,
    **said: Any,
) -> Iterable[str]:
    """All below it, and what listed it; of one that changed places with its neighbours what
    lists them.
    """
    if url_path_before == url_path_after:
        return listing_keys(instance)
    return [*subtree_keys([instance.path]), *listing_keys(instance, parent_page_before)]


def _renamed(*, instance: Any, **said: Any) -> Iterable[str]:
    return subtree_keys([instance.path])


def _translated(*, source_obj: Any, target_obj: Any, **said: Any) -> Iterable[str]:
    base = page_model()
    return group_keys(*(one for one in (source_obj, target_obj) if isinstance(one, base)))
