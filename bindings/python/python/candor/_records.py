"""Synthetic records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from candor._result import Column, html, stream


class Records(Mapping[str, list[str]]):
    """Synthetic records: columns by their names, which polars, pandas and pyarrow take as a table."""

    def __init__(self, columns: list[tuple[str, list[str]]]) -> None:
        self._by_name = dict(columns)

    def __getitem__(self, name: str) -> list[str]:
        return self._by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name)

    def __len__(self) -> int:
        return len(self._by_name)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The records as a stream of Arrow."""
        return stream(self._columns())

    def __repr__(self) -> str:
        return f"Records: {len(next(iter(self._by_name.values()), []))} of {', '.join(self._by_name)}"

    def _repr_html_(self) -> str:
        return html([(name, kind, cells[:10]) for name, kind, cells in self._columns()], repr(self))

    def _columns(self) -> list[Column]:
        return [(name, "text", cells) for name, cells in self._by_name.items()]
