"""placeholder while the lead writes it"""

from enum import StrEnum


class Move(StrEnum):
    NEW = "NEW"
    SAME = "SAME"
    CHANGED = "CHANGED"
    REBASED = "REBASED"
    KEPT = "KEPT"
    RELISTED = "RELISTED"
    EXCLUDED = "EXCLUDED"
    WITHDRAWN = "WITHDRAWN"
    OVERRIDDEN = "OVERRIDDEN"
    MOVED = "MOVED"
