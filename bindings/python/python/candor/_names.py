"""Names of tables, as the command line writes them, and the Rust side of a plan."""

from __future__ import annotations

import json
from collections.abc import Sequence
from os import PathLike

from candor import _rust
from candor._plan import Plan
from candor._sources import Source


def own(plan: Plan) -> _rust.Plan:
    """The plan in Rust."""
    return plan._own  # pyright: ignore[reportPrivateUsage]


def plain(plan: Plan) -> list[str]:
    """The names of what reports carry in clear."""
    return [of["name"] for of in json.loads(own(plan).questions()) if of["plain"]]


def table_name(names: str | Sequence[str]) -> str:
    """A table, as names joined by commas."""
    return names if isinstance(names, str) else ",".join(names)


def listed(names: str | Sequence[str]) -> list[str]:
    """A name or several as a list."""
    return [names] if isinstance(names, str) else list(names)


def path_of(source: Source) -> str | None:
    """The name of a file, if the source is one."""
    return str(source) if isinstance(source, (str, PathLike)) else None
