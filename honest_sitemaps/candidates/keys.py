"""Keys: the names of objects and routes that outlive their loc."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model

KEY_LIMIT = 255
"""Characters that a key's column holds."""

_DIGEST_DIGITS = 32
_SHORTENED = re.compile(r".*~[0-9a-f]{32}", re.DOTALL)
_NOT_STORABLE = re.compile("[\x00\ud800-\udfff]")


def concrete(model: type[Model]) -> type[Model]:
    """The model with the table: of a proxy, the one it stands for."""
    return model._meta.concrete_model or model


def label_of(model: type[Model]) -> str:
    """``app_label.model`` of the concrete model."""
    return concrete(model)._meta.label_lower


def has_pk(instance: Model) -> bool:
    """Whether it was ever saved, or knows its key before."""
    pk = instance.pk
    return None not in pk if isinstance(pk, tuple) else pk is not None


def instance_key(instance: Model, *, model: type[Model] | None = None) -> str:
    """
    ``app_label.model:pk``.

    ``model`` is the one that the source asks for: a child's row that is found through its
    parent keeps the parent's name, whichever of the two classes it came as.
    """
    model = concrete(model or type(instance))
    pk_field: Any = model._meta.pk
    pk = getattr(instance, pk_field.attname)
    text = pk_field.value_to_string(instance) if isinstance(pk, tuple) else str(pk)
    return f"{label_of(model)}:{text}"


def pk_of(key: str, model: type[Model]) -> Any:
    """The primary key that ``key`` names in ``model``; ``None`` if it names none there."""
    label, colon, text = key.partition(":")
    if not colon or label != label_of(model):
        return None
    pk_field: Any = concrete(model)._meta.pk
    try:
        return pk_field.to_python(text)
    except ValidationError:
        return None


def pks_of(keys: Iterable[str], model: type[Model]) -> list[Any]:
    """The primary keys that the keys name in ``model``; foreign ones are left out."""
    found = (pk_of(key, model) for key in keys)
    return [pk for pk in found if pk is not None]


def storable(key: str) -> str:
    """A key as its column can hold it: too long a one is cut, and told apart by a digest."""
    key = _NOT_STORABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", key)
    if len(key) <= KEY_LIMIT:
        return key
    digest = hashlib.sha256(key.encode()).hexdigest()[:_DIGEST_DIGITS]
    return f"{key[: KEY_LIMIT - _DIGEST_DIGITS - 1]}~{digest}"


def is_shortened(key: str) -> bool:
    """Whether `storable` cut it, so that no source can look it up."""
    return len(key) == KEY_LIMIT and bool(_SHORTENED.fullmatch(key))
