"""Reports that are read, and reports that are simulated."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from candor import _rust
from candor._error import Error
from candor._names import own, path_of, plain, table_name
from candor._plan import Plan
from candor._progress import bar
from candor._reports import Reports
from candor._sources import Frame, Source, capsule, is_lasting, opened


def read(
    plan: Plan | str | PathLike[str] | Mapping[str, Any],
    *sources: Source,
    tables: str | Iterable[Sequence[str]] = "pairs",
    corrects: Sequence[Plan] = (),
    counts: str | PathLike[str] | Mapping[str, Any] | None = None,
    progress: bool | None = None,
) -> Reports:
    """Counts reports; no report is kept.

    ``sources`` are files (CSV, JSON lines, Parquet, a collector's SQLite file) and tables of pyarrow, polars, pandas or DuckDB, or dictionaries of
    columns, with the perturbed answers under the names of questions. A report that comes again under the same id counts once. Reports of another plan
    are left out, unless this plan corrects it and ``corrects`` lists it.

    ``tables`` are the tables to count at once: ``"pairs"`` for every question and every pair, or lists of names. Another table that is asked for
    later is counted then, by reading the sources again. ``counts`` are counts that were made elsewhere, by ``candor count --format json`` or a query
    of ``candor sql``: a file, or the document. Reading takes about as long as decoding does, and memory for the counts alone. ``progress`` shows a bar of tqdm;
    unless it is given, on a terminal.
    """
    plan = plan if isinstance(plan, Plan) else Plan(plan)
    if counts is not None:
        if sources:
            raise TypeError("give either sources or counts")
        text = json.dumps(counts) if isinstance(counts, Mapping) else _text(counts)
        return Reports(plan, _rust.counted(own(plan), text), None)
    if not sources:
        raise TypeError("give at least one source of reports, or counts")
    if isinstance(tables, str) and tables != "pairs":
        raise Error("unknown-attribute", f"tables is {tables!r}; it must be 'pairs' or lists of names")
    named: set[str] = set() if isinstance(tables, str) else {table_name(names) for names in tables}
    pairs = isinstance(tables, str)

    def count(names: list[str]) -> _rust.Counts:
        paths = [path for path in map(path_of, sources) if path is not None]
        with bar(paths, progress) as tell:
            earlier = [own(plan) for plan in corrects]
            wanted = [*plain(plan), *names] if pairs else names
            return _rust.read(own(plan), [opened(source) for source in sources], wanted, pairs, earlier, tell)

    lasting = all(is_lasting(source) for source in sources)
    return Reports(plan, count(sorted(named)), count if lasting else None, sources)


def simulate(
    plan: Plan,
    truth: Frame,
    *,
    n: int | None = None,
    seed: int = 1,
    tables: Iterable[Sequence[str]] = (),
) -> Reports:
    """Reports of imagined people whose true answers are the rows of ``truth``, perturbed by the plan's law.

    With ``n``, that many people are drawn, each from all rows. The same seed gives the same reports, and without ``n`` those of
    ``candor perturb --seed``. An empty cell, or NaN, is no answer. Whoever knows the seed can subtract the noise: this is for experiments.
    """

    def count(named: list[str]) -> _rust.Counts:
        return _rust.simulate(own(plan), capsule(truth), n, seed, [*plain(plan), *named])

    names = sorted({table_name(names) for names in tables})
    return Reports(plan, count(names), count if is_lasting(truth) else None)


def _text(path: str | PathLike[str]) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as cause:
        raise Error("io", f"{path}: {cause.strerror}") from cause
    except ValueError as cause:
        raise Error("invalid-counts", f"{path}: not UTF-8 text") from cause
