"""What a search engine calls significant, reduced to one digest."""

from honest_sitemaps.fingerprint.difference import (
    Block,
    Form,
    LineChange,
    differing,
    explained_by,
    forms_of,
    grouped,
    line_of_shape,
    shape_of,
)
from honest_sitemaps.fingerprint.mark import (
    PARTS,
    RECIPE,
    Fingerprint,
    Unfingerprintable,
    of_document,
    of_html,
    of_page,
    recipe_of,
)
from honest_sitemaps.fingerprint.place import (
    Place,
    lines_selected,
    list_of,
    place_of,
    selectors_like,
)
from honest_sitemaps.fingerprint.rules import Rules

__all__ = [
    "PARTS",
    "RECIPE",
    "Block",
    "Fingerprint",
    "Form",
    "LineChange",
    "Place",
    "Rules",
    "Unfingerprintable",
    "differing",
    "explained_by",
    "forms_of",
    "grouped",
    "line_of_shape",
    "lines_selected",
    "list_of",
    "of_document",
    "of_html",
    "of_page",
    "place_of",
    "recipe_of",
    "selectors_like",
    "shape_of",
]
