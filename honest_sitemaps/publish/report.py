"""What a release answers."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

Outcome = Literal["LIVE", "UNCHANGED", "REFUSED"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseReport:
    """Also the JSON of ``sitemap_release``."""

    release: int | None
    """The new release; the live one if nothing changed (``None``: there is none)."""

    status: Outcome
    files: int
    """Files of the release beside the index, the empty ones included."""

    urls: int
    changed_files: list[str] = field(default_factory=list)
    """Names whose bytes are new, other or gone; the index is not named, it always follows."""

    findings: list[str] = field(default_factory=list)
    """Why it was refused: file and fault, or the pin."""

    @classmethod
    def refused(cls, why: str) -> ReleaseReport:
        """The report of a release that was not even begun."""
        return cls(release=None, status="REFUSED", files=0, urls=0, findings=[why])

    def as_json(self) -> dict[str, Any]:
        return asdict(self)
