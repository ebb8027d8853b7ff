"""Where reports and answers come from: files, and tables of other programs."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from candor._error import Error
from candor._result import Kind, stream


@runtime_checkable
class ArrowStream(Protocol):
    """A table of pyarrow, polars, pandas, DuckDB or another program with Arrow's PyCapsule interface."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...


Frame = ArrowStream | Mapping[str, Sequence[Any]]
Source = str | os.PathLike[str] | Frame


def opened(source: Source) -> object:
    """A file's name, or a capsule with a stream."""
    if isinstance(source, (str, os.PathLike)):
        return os.fspath(source)
    return capsule(source)


def capsule(frame: Frame) -> object:
    """A capsule with the stream of a table."""
    if isinstance(frame, Mapping):
        return stream([(name, *_cells(name, list(cells))) for name, cells in frame.items()])
    if isinstance(frame, ArrowStream):  # pyright: ignore[reportUnnecessaryIsInstance]
        return frame.__arrow_c_stream__()
    raise TypeError(
        f"{type(frame).__name__} is no table: give a dictionary of columns, or a table of pyarrow, polars, pandas or DuckDB"
    )


def is_lasting(source: Source) -> bool:
    """Whether a source can be read again: a stream that is no table in memory is gone once it was read."""
    is_table = hasattr(source, "__len__") or hasattr(source, "num_rows") or hasattr(source, "shape")
    return is_table or isinstance(source, os.PathLike)


def _cells(name: str, cells: list[Any]) -> tuple[Kind, list[Any]]:
    known = [cell for cell in cells if cell is not None]
    if all(isinstance(cell, str) for cell in known):
        return "text", cells
    if all(isinstance(cell, int) and not isinstance(cell, bool) for cell in known):
        return "whole", cells
    if all(isinstance(cell, (int, float)) and not isinstance(cell, bool) for cell in known):
        return "real", [None if cell is None else float(cell) for cell in cells]
    raise Error("invalid-csv", f"column {name!r} has to hold either text or numbers")
