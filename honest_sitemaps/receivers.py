"""
What is saved becomes marks, and a worker is told.

The keys are worked out when a signal comes, since a deleted object has none later. They are
written after the commit, all that a transaction saved at once; a savepoint that was rolled
back takes its own with it. Nothing here raises: an editor's save is never ours to stop.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Iterable
from functools import partial
from itertools import islice
from typing import Any
from weakref import WeakSet

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, transaction
from django.db.models import Model
from django.db.models.signals import m2m_changed, post_save, pre_delete

from honest_sitemaps import pipeline
from honest_sitemaps.bell import nudge
from honest_sitemaps.candidates import EVERYTHING
from honest_sitemaps.capture import is_capturing
from honest_sitemaps.clock import utc_now
from honest_sitemaps.conf import get_conf
from honest_sitemaps.errors import ConfigurationError
from honest_sitemaps.ledger import MARKS_LIMIT
from honest_sitemaps.registry import registrations

__all__ = ["connect", "nudge"]

logger = logging.getLogger(__name__)

UNHEARD_APPS = {"contenttypes", "honest_sitemaps", "sessions", "wagtailsearch"}
UNHEARD_MODELS = {
    "admin.logentry",
    "wagtailcore.modellogentry",
    "wagtailcore.pagelogentry",
    "wagtailcore.referenceindex",
    "wagtailcore.revision",
}
"""Their rows stand on no page. Django deletes rows of a model that nobody listens to without
reading them, so sessions can still be cleared by the million."""

US = "honest_sitemaps"


def connect() -> None:
    """
    Listen to what is saved and deleted, and let every source listen to what it likes. When
    Django's apps are ready; once more after a registration that came later.
    """
    deletable = _models_that_matter()
    for model in apps.get_models():
        if _is_unheard(model):
            continue
        post_save.connect(_on_save, sender=model, dispatch_uid=US)
        if deletable is None or issubclass(model, deletable):
            # Before the delete: afterwards nothing tells which objects it was related to.
            pre_delete.connect(_on_delete, sender=model, dispatch_uid=US)
    m2m_changed.connect(_on_relation, dispatch_uid=US)
    for one in registrations():
        one.source.connect(partial(_on_source, one.name))


def _is_unheard(model: type[Model]) -> bool:
    name = model._meta.label_lower
    return (
        model._meta.app_label in UNHEARD_APPS or name in UNHEARD_MODELS or name in _unheard()
    )


def _unheard() -> set[str]:
    try:
        return {label.lower() for label in get_conf().UNHEARD_MODELS}
    except ConfigurationError:  # a check tells, which needs Django to start
        return set()


def _models_that_matter() -> tuple[type[Model], ...] | None:
    """The models of all sources; ``None`` where the pages may show any other, too."""
    found: set[type[Model]] = set()
    for one in registrations():
        models = one.source.models()
        if models is None or one.affects is not None:
            return None
        found |= {model._meta.concrete_model or model for model in models}
    return tuple(found)


def _on_save(
    instance: Model,
    using: str,
    raw: bool = False,
    update_fields: Collection[str] | None = None,
    **kwargs: Any,
) -> None:
    if not raw:
        _hear(lambda: [instance], using=using, fields=update_fields)


def _on_delete(instance: Model, using: str, **kwargs: Any) -> None:
    _hear(lambda: [instance], using=using)


def _on_relation(
    instance: Any,
    action: str,
    model: type[Model],
    pk_set: Collection[Any] | None,
    using: str,
    **kwargs: Any,
) -> None:
    """
    Both ends of a relation show each other. Who stood at the other end of one that is cleared
    is not told; the sweep finds out.
    """
    if action in {"post_add", "post_remove", "post_clear"} and isinstance(instance, Model):
        _hear(lambda: [instance, *_others(model, pk_set or (), using)], using=using)


def _others(model: type[Model], pks: Collection[Any], using: str) -> Iterable[Model]:
    """
    The objects at the other end; not read where no page could show them. One more than can be
    marked stands for any number.
    """
    some = list(islice(pks, MARKS_LIMIT + 1))
    if not some or _is_unheard(model) or not pipeline.is_known(model(pk=some[0])):
        return []
    return model._base_manager.using(using).filter(pk__in=some)


def _on_source(name: str, keys: Iterable[str]) -> None:
    """What a source heard by itself: its `MarkKeys`."""
    if is_capturing():
        return
    try:
        with pipeline.aside():
            found = {name: set(islice(keys, MARKS_LIMIT + 1))}
        _after_commit(found, using=DEFAULT_DB_ALIAS)
    except Exception:  # it runs in the request of an editor
        logger.exception("action=mark section=%s", name)


def _hear(
    instances: Callable[[], Iterable[Model]],
    *,
    using: str,
    fields: Collection[str] | None = None,
) -> None:
    # A page that saves itself on each visit would else have us look at it for ever.
    if is_capturing():
        return
    try:
        found: dict[str, set[str]] = {}
        with pipeline.aside():
            heard = list(instances())
        for instance in heard:
            _merge(found, pipeline.touched_by(instance, fields=fields))
        _after_commit(found, using=using)
    except Exception:  # it runs in the request of an editor
        logger.exception("action=mark")


class _Burst:
    """
    What one hook of a transaction brings to its commit.

    Django calls the hooks that are left, in turn. The first of them writes for all: those of
    a savepoint that was rolled back are gone by then, and so are weak references to them.
    """

    def __init__(self, peers: WeakSet[_Burst]) -> None:
        self.found: dict[str, set[str]] = {}
        self.peers = peers
        peers.add(self)

    def __call__(self) -> None:
        found: dict[str, set[str]] = {}
        for burst in list(self.peers):
            _merge(found, burst.found)
            burst.found = {}
            self.peers.discard(burst)
        _write(found)


class _Open(threading.local):
    """The bursts of the transactions that this thread has open, by database."""

    def __init__(self) -> None:
        self.bursts: dict[str, WeakSet[_Burst]] = {}


_open = _Open()


def _after_commit(found: dict[str, set[str]], *, using: str) -> None:
    if not any(found.values()):
        return
    connection = connections[using]
    hooks = connection.run_on_commit
    last = hooks[-1] if hooks else None
    # One hook for many saves: the last one, if it comes and goes with the same savepoints.
    if last and isinstance(last[1], _Burst) and last[0] == set(connection.savepoint_ids):
        _merge(last[1].found, found)
        return
    burst = _Burst(_open.bursts.setdefault(using, WeakSet()))
    burst.found = found
    transaction.on_commit(burst, using=using)


def _merge(into: dict[str, set[str]], found: dict[str, set[str]]) -> None:
    for name, keys in found.items():
        wanted = into.setdefault(name, set())
        wanted |= keys
        if len(wanted) > MARKS_LIMIT:
            into[name] = {EVERYTHING}


def _write(found: dict[str, set[str]]) -> None:
    if not found:
        return
    try:
        pipeline.mark_touched(found, now=utc_now())
    except DatabaseError as error:  # before the first migration there are no tables
        logger.warning("action=mark sections=%s why=%s", sorted(found), error)
    except Exception:  # whatever it is, what the editor saved is saved
        logger.exception("action=mark sections=%s", sorted(found))
    else:
        nudge()
