"""Which coding of a file a client gets: RFC 9110, section 12.5.3."""

from __future__ import annotations

import re
from typing import Literal

Coding = Literal["gzip", "identity"]

_QVALUE = re.compile(r"(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)")


def coding_for(accept_encoding: str | None) -> Coding:
    """
    ``gzip`` if the client likes it at least as much as plain bytes, else ``identity``.

    Without the header any coding is acceptable; plain bytes are what every client reads. A
    client that refuses both gets plain bytes, too: the section allows it.
    """
    if accept_encoding is None:
        return "identity"
    weights = _weights(accept_encoding)
    rest = weights.get("*", 0.0)
    gzip = max(weights.get("gzip", rest), weights.get("x-gzip", 0.0))
    # Plain bytes are acceptable unless they are named; unnamed, they are nobody's preference.
    identity = weights.get("identity", 0.0)
    return "gzip" if gzip > 0 and gzip >= identity else "identity"


def _weights(header: str) -> dict[str, float]:
    """Coding to weight; a weight that is none counts as a refusal."""
    weights: dict[str, float] = {}
    for member in header.split(","):
        coding, *parameters = (part.strip().lower() for part in member.split(";"))
        if coding:
            weights[coding] = _weight(parameters)
    return weights


def _weight(parameters: list[str]) -> float:
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip() == "q":
            value = value.strip()
            return float(value) if _QVALUE.fullmatch(value) else 0.0
    return 1.0
