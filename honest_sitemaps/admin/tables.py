"""Read-only tables on a row's page: plain HTML, no style and no script."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString


def html_table(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> SafeString | str:
    """A table of these rows, every cell escaped; a dash if there is none."""
    body = [(format_html_join("", "<td>{}</td>", ((cell,) for cell in row)),) for row in rows]
    if not body:
        return "-"
    return format_html(
        "<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>",
        format_html_join("", "<th>{}</th>", ((head,) for head in heads)),
        format_html_join("", "<tr>{}</tr>", body),
    )
