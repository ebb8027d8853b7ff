"""What all results have in common: their document, their text, and their rows for other programs."""

from __future__ import annotations

import json
from html import escape
from typing import Any, Literal

from candor import _rust

Kind = Literal["text", "whole", "real"]
Column = tuple[str, Kind, list[Any]]


class Result:
    """A result: the document that the command line writes as JSON, shown as the command line shows it."""

    _document: dict[str, Any]
    _text: str

    def __init__(self, found: tuple[str, str]) -> None:
        document, self._text = found
        self._document = json.loads(document)

    def to_dict(self) -> dict[str, Any]:
        """The document that the command line writes with ``--format json``."""
        return self._document

    def __repr__(self) -> str:
        return self._text.rstrip("\n")

    def _repr_html_(self) -> str:
        return html(self._columns(), type(self).__name__)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows as a stream of Arrow, which pyarrow, polars, pandas and DuckDB take."""
        return stream(self._columns())

    def _columns(self) -> list[Column]:
        raise NotImplementedError


def stream(columns: list[Column]) -> object:
    """Columns as a stream of Arrow."""
    return _rust.arrow_stream([(name, {kind: cells}) for name, kind, cells in columns])


def plain_text(columns: list[Column], caption: str) -> str:
    """Columns as a table of text."""
    rows = [[name for name, _, _ in columns]]
    cells = zip(*(cells for _, _, cells in columns), strict=True)
    rows += [["–" if cell is None else f"{cell:.4f}" if isinstance(cell, float) else str(cell) for cell in row] for row in cells]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([caption, *lines])


def html(columns: list[Column], caption: str) -> str:
    """Columns as an HTML table."""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name, _, _ in columns)
    rows = "".join(
        "<tr>" + "".join(_cell(kind, cell) for (_, kind, _), cell in zip(columns, row, strict=True)) + "</tr>"
        for row in zip(*(cells for _, _, cells in columns), strict=True)
    )
    table = f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody>"
    return f'<table class="candor"><caption>{escape(caption)}</caption>{table}</table>'


def _cell(kind: Kind, cell: object) -> str:
    if cell is None:
        return "<td>–</td>"
    if kind == "text":
        return f"<td>{escape(str(cell))}</td>"
    return f'<td style="text-align:right">{cell:.4g}</td>' if kind == "real" else f"<td>{cell}</td>"
