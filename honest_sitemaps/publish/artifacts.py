"""The bytes of a file: coded once, kept under their digest, read again."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from django.core.files.base import ContentFile
from django.core.files.storage import Storage, storages
from django.db import transaction
from django.db.models.functions import Length

from honest_sitemaps.conf import get_conf
from honest_sitemaps.publish.models import Artifact

GZIP_LEVEL = 6
_GZIP = 31
"""``wbits`` with which zlib writes and reads the gzip format. Its header has mtime 0 and no
name, so the same bytes give the same file on the same zlib."""

PIECE_BYTES = 1 << 16
"""How much of a file is decoded at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Coded:
    digest: str
    """SHA-256 of the plain bytes, hex. Another zlib gives another gzip but the same digest."""

    gzip: bytes
    size_bytes: int
    """Of the plain bytes."""


class Coder:
    """Takes plain bytes; counts, digests and compresses them in one pass."""

    def __init__(self) -> None:
        self._sha = sha256()
        self._zip = zlib.compressobj(GZIP_LEVEL, zlib.DEFLATED, _GZIP)
        self._gzip = bytearray()
        self._size_bytes = 0

    def write(self, plain: bytes) -> None:
        self._size_bytes += len(plain)
        self._sha.update(plain)
        self._gzip += self._zip.compress(plain)

    def close(self) -> Coded:
        self._gzip += self._zip.flush()
        return Coded(
            digest=self._sha.hexdigest(),
            gzip=bytes(self._gzip),
            size_bytes=self._size_bytes,
        )


def keep(coded: Coded, *, urls: int) -> None:
    """
    Store the bytes, unless they are there already; in a transaction of the caller's.

    The row stays locked until that transaction ends, so that pruning does not take it from
    under the release file that the caller writes next.
    """
    facts = {"size_bytes": coded.size_bytes, "urls": urls}
    if not Artifact.objects.filter(pk=coded.digest).update(**facts):
        Artifact.objects.get_or_create(digest=coded.digest, defaults=facts)
    storage = _storage()
    if storage is None:
        Artifact.objects.filter(pk=coded.digest, gzip=None).update(gzip=coded.gzip)
    else:
        _upload(storage, coded)


def gzip_of(digest: str) -> bytes:
    """
    The gzip coding, with one query.

    Raises `Artifact.DoesNotExist`, and ``OSError`` if the storage does not give the bytes.
    """
    stored = Artifact.objects.values_list("gzip", flat=True).get(pk=digest)
    return _downloaded(digest) if stored is None else bytes(stored)


def gzip_bytes(digest: str) -> int:
    """How long the gzip coding is, without reading it; raises as `gzip_of` does."""
    length = Artifact.objects.values_list(Length("gzip"), flat=True).get(pk=digest)
    return len(_downloaded(digest)) if length is None else int(length)


def decoded(gzip: bytes) -> Iterator[bytes]:
    """The plain bytes in pieces of at most 64 KiB. Raises ``zlib.error`` if damaged."""
    decoder = zlib.decompressobj(_GZIP)
    rest = gzip
    while not decoder.eof:
        piece = decoder.decompress(rest, PIECE_BYTES)
        rest = decoder.unconsumed_tail
        if piece:
            yield piece
        elif not decoder.eof:
            raise zlib.error("the file ends too early")
    if decoder.unused_data:
        raise zlib.error("more bytes follow the end of the file")


def remove(digests: list[str]) -> None:
    """
    Forget these artifacts, their stored bytes too, but for those that a release uses.

    The bytes go while the rows are locked by their deletion: a release that wants the same
    digest waits, and then writes both anew. Raises ``OSError`` if the storage does not let go
    of them; then the rows stay as well.
    """
    with transaction.atomic():
        doomed = Artifact.objects.filter(pk__in=digests, files=None)
        gone = sorted(doomed.values_list("pk", flat=True))
        Artifact.objects.filter(pk__in=gone)._raw_delete(Artifact.objects.db)
        storage = _storage()
        if storage is not None:
            _delete(storage, gone)


def _delete(storage: Storage, digests: list[str]) -> None:
    try:
        for digest in digests:
            storage.delete(_name(digest))
    # As in `_downloaded`: each kind of storage raises its own.
    except Exception as failure:
        raise OSError(f"The storage does not delete an artifact: {failure}") from failure


def _downloaded(digest: str) -> bytes:
    storage = _storage()
    if storage is None:
        raise OSError(
            f"The bytes of artifact {digest} are in a storage, but HONEST_SITEMAPS['STORAGE'] "
            f"names none. Set it to the alias that it had."
        )
    try:
        with storage.open(_name(digest)) as file:
            return bytes(file.read())
    # Each kind of storage raises its own: botocore's ClientError is no OSError.
    except Exception as failure:
        raise OSError(f"The storage does not give artifact {digest}: {failure}") from failure


def _storage() -> Storage | None:
    alias = get_conf().STORAGE
    return storages[alias] if alias else None


def _name(digest: str) -> str:
    return f"honest_sitemaps/{digest}.xml.gz"


def _upload(storage: Storage, coded: Coded) -> None:
    """A process killed in an upload leaves half a file under the name; it is replaced."""
    name = _name(coded.digest)
    if storage.exists(name):
        if _is_whole(storage, name, coded):
            return
        storage.delete(name)
    written = storage.save(name, ContentFile(coded.gzip))
    if written != name:  # a neighbour wrote the same bytes meanwhile
        storage.delete(written)


def _is_whole(storage: Storage, name: str, coded: Coded) -> bool:
    digest = sha256()
    try:
        with storage.open(name) as file:
            for piece in decoded(file.read()):
                digest.update(piece)
    except (OSError, zlib.error):
        return False
    return digest.hexdigest() == coded.digest
