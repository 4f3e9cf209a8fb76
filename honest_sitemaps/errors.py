"""
Everything this package raises on purpose.

::

    HonestSitemapsError
      ConfigurationError       settings or registrations cannot be used
      UnknownSection           carries .name, .known
      SourceFailed             a source raised while it was walked; carries .section
      CaptureEnvironmentError  pages fail for lack of something in our own process; .loc
      SectionBusy              another process scans this section; carries .section, .owner
      OriginBusy               as many batches are at work as may be; carries .origin
      ScanNotReady             a scan may not be settled yet; carries .scan
      NothingHeld              no scan of this section waits for a person
      OverrideRefused          a person cannot decide this of a URL; carries .loc
      RebaseImpossible         a held scan cannot be re-based; carries .section
      ShardOverflow            a file would break a protocol limit; carries .urls, .limit
      ReleaseError
        ReleaseRefused         the gate found faults; carries .findings
        OriginPinned           a rollback pinned the origin; carries .origin, .why
        NothingToRollBackTo
        NothingPinned          no rollback pins this origin; carries .origin
      TransferError            a ledger export cannot be read; carries .line

Each class says in its docstring what the caller can do about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.core.exceptions import ImproperlyConfigured


class HonestSitemapsError(Exception):
    """Base class. Catch it to catch all the package's own errors; never raised itself."""


class ConfigurationError(HonestSitemapsError, ImproperlyConfigured):
    """A setting or registration is missing, misspelt or of the wrong kind. Run ``check``."""


class UnknownSection(HonestSitemapsError):
    """No section of this name is registered. The message names the sections there are."""

    def __init__(self, name: str, *, known: Iterable[str]) -> None:
        self.name = name
        self.known = sorted(known)
        super().__init__(
            f"No section is named {name!r}. Registered: {', '.join(self.known) or 'none'}."
        )


class SourceFailed(HonestSitemapsError):
    """A source raised while it was walked. Its scan failed; mend the source and scan again."""

    def __init__(self, *, section: str, error: Exception) -> None:
        super().__init__(f"The source failed: {type(error).__name__}: {error}")
        self.section = section


class CaptureEnvironmentError(HonestSitemapsError):
    """
    Pages cannot be rendered because this process lacks something that the site has.

    The message says what and how to supply it (``collectstatic``, ``ALLOWED_HOSTS``, …). The
    scan fails as a whole and no row changes.
    """

    def __init__(self, message: str, *, loc: str = "") -> None:
        super().__init__(message)
        self.loc = loc


class SectionBusy(HonestSitemapsError):
    """Another process scans this section. Wait for it; a dead one is resumed by itself."""

    def __init__(self, *, section: str, owner: str, since: str) -> None:
        super().__init__(f"Section {section} is being scanned by {owner} since {since}.")
        self.section = section
        self.owner = owner


class OriginBusy(HonestSitemapsError):
    """As many batches of this origin are at work as may be at once. Try again in a while."""

    def __init__(self, *, origin: str) -> None:
        super().__init__(f"As many batches of {origin} are at work as BATCHES_AT_ONCE allows.")
        self.origin = origin


class ScanNotReady(HonestSitemapsError):
    """A scan is settled only after its walk ended and every batch is done. Try again later."""

    def __init__(self, *, scan: int, why: str) -> None:
        super().__init__(f"Scan {scan} cannot be settled yet: {why}.")
        self.scan = scan


class NothingHeld(HonestSitemapsError):
    """No scan of this section is held. ``sitemap_holds list`` shows those that are."""

    def __init__(self, section: str) -> None:
        super().__init__(f"No scan of section {section} is held.")
        self.section = section


class OverrideRefused(HonestSitemapsError):
    """What was asked about a URL by hand cannot be. Nothing changed; the message says why."""

    def __init__(self, loc: str, why: str) -> None:
        super().__init__(f"{loc or 'This candidate'}: {why}")
        self.loc = loc


class RebaseImpossible(HonestSitemapsError):
    """
    The lines of the changed pages are not stored, so blocks cannot be told from edits.

    *accept* moves the dates of all of them, *discard* forgets the scan.
    """

    def __init__(self, *, section: str, why: str) -> None:
        super().__init__(f"The held scan of section {section} cannot be re-based: {why}.")
        self.section = section


class ShardOverflow(HonestSitemapsError):
    """A file would break a limit of the protocol. Lower the section's capacity."""

    def __init__(self, *, urls: int = 0, size_bytes: int = 0, limit: int) -> None:
        what = f"{urls:,} URLs" if urls else f"{size_bytes:,} bytes"
        unit = "" if urls else " bytes"
        super().__init__(
            f"{what} do not fit a sitemap file; the protocol allows {limit:,}{unit}."
        )
        self.urls = urls
        self.size_bytes = size_bytes
        self.limit = limit


class ReleaseError(HonestSitemapsError):
    """Base class of what stops a release. The live release stays live."""


class ReleaseRefused(ReleaseError):
    """The gate read a new file and found it untrue. Each finding names file and fault."""

    def __init__(self, findings: Sequence[str]) -> None:
        super().__init__(f"The release was refused: {'; '.join(findings)}")
        self.findings = list(findings)


class OriginPinned(ReleaseError):
    """The origin is pinned by a rollback. ``sitemap_release --unpin`` builds and unpins."""

    def __init__(self, *, origin: str, why: str) -> None:
        super().__init__(
            f"{origin} is pinned to an earlier release: {why.rstrip('.')}. "
            f"Run sitemap_release --unpin to build anew."
        )
        self.origin = origin
        self.why = why


class NothingToRollBackTo(ReleaseError):
    """No older release that was once live is kept (``KEEP_RELEASES``)."""

    def __init__(self, origin: str) -> None:
        super().__init__(f"No earlier release of {origin} is kept to roll back to.")


class NothingPinned(ReleaseError):
    """No rollback pins this origin, so there is nothing to unpin: releases go live as ever."""

    def __init__(self, origin: str) -> None:
        super().__init__(f"No rollback pins {origin}; its releases go live as ever.")
        self.origin = origin


class TransferError(HonestSitemapsError):
    """A line of a ledger export cannot be read. Nothing of the file was imported."""

    def __init__(self, message: str, *, line: int) -> None:
        super().__init__(f"Line {line}: {message}")
        self.line = line
