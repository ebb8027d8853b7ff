"""Reports, of which only counts are kept, and all that is estimated from them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from candor import _rust
from candor._error import Error, warn
from candor._models import Model, formula
from candor._names import listed, own, path_of, table_name
from candor._plan import Plan, given
from candor._records import Records
from candor._scales import Number, Quantiles, Ranking, Score, number
from candor._sources import Source
from candor._tables import Table, covariance_of
from candor._tests import Screen, Test
from candor._weighted import Weighted


class Reports:
    """Counted reports of a plan. A call on tables that were counted takes as long as its Rust code, often less than a millisecond."""

    def __init__(
        self,
        plan: Plan,
        counts: _rust.Counts,
        count: Callable[[list[str]], _rust.Counts] | None,
        sources: Sequence[Source] = (),
    ) -> None:
        self._plan, self._counts, self._count, self._sources = plan, counts, count, sources
        self._held = set(counts.tables())
        self._named: set[str] = set()

    @property
    def plan(self) -> Plan:
        """The plan."""
        return self._plan

    @property
    def n(self) -> int:
        """The number of reports."""
        return self._counts.n()

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"Reports of {self._plan.survey}: {self._counts.summary()}"

    def to_dict(self) -> dict[str, Any]:
        """The counts, as ``candor count --format json`` writes them; :func:`read` takes them as ``counts``."""
        return json.loads(self._counts.document()[0])

    def table(
        self,
        *attributes: str,
        method: str = "inverse",
        given: str | Sequence[str] = (),
        reference: str | Sequence[str] = (),
        valid: bool = False,
        confidence: float = 0.95,
        simultaneous: str | None = None,
        project: bool = False,
        population: int | None = None,
        robust: bool = False,
        check: bool = False,
        seed: int | None = None,
        tolerance: float | None = None,
    ) -> Table:
        """Estimates the true shares of a table, with standard errors and intervals.

        ``method`` is the reconstruction: ``"inverse"`` is unbiased, ``"loglinear"`` the best guess of all tables together, ``"auto"`` chooses and
        says why; ``candor estimate --help`` has all of them. ``given`` names attributes of the table whose categories form groups: shares are then
        within these, and compared with the ``reference`` group. ``valid`` leaves refusals and missing answers out of the denominators. An
        inverse estimate may lie outside of 0 and 1; its interval does not.
        """
        options: dict[str, Any] = {
            "tables": [table_name(attributes)],
            "method": method,
            "given": listed(given),
            "reference": listed(reference),
            "valid": valid,
            "confidence": confidence,
            "project": project,
            "robust": robust,
            "check": check,
        }
        options |= _given(simultaneous=simultaneous, population=population, tolerance=tolerance, seed=seed)
        document, text = self._estimate(options)
        if len(document["tables"]) != 1:
            raise Error("unknown-attribute", f"{table_name(attributes)!r} stands for several tables; use Reports.tables")
        return self._estimated(document, text, document["tables"][0], options)

    def tables(
        self,
        *tables: str | Sequence[str],
        pairs: bool = False,
        method: str = "inverse",
        consistent: bool = False,
        confidence: float = 0.95,
        project: bool = False,
        population: int | None = None,
        robust: bool = False,
    ) -> list[Table]:
        """Estimates several tables together: each a name or a list of names, by default every question, with ``pairs`` also every pair.

        ``consistent`` makes tables that share attributes agree on their common margins. Tables that the plan's law erases are left out with a
        warning, unless they are named.
        """
        options: dict[str, Any] = {
            "tables": [table_name(names) for names in tables],
            "pairs": pairs,
            "method": method,
            "consistent": consistent,
            "confidence": confidence,
            "project": project,
            "robust": robust,
        }
        options |= _given(population=population)
        document, text = self._estimate(options)
        return [self._estimated(document, text, table, options) for table in document["tables"]]

    def test(
        self,
        *attributes: str,
        hypothesis: str = "independence",
        scores: Sequence[float] | None = None,
        shares: Sequence[float] = (),
        statistic: str = "score",
        method: str = "inverse",
        level: float = 0.05,
        robust: bool = False,
        other: Reports | None = None,
    ) -> Test:
        """Tests a hypothesis on a table: ``"independence"``, ``"trend"`` (with ``scores``), ``"fit"`` (of ``shares``), ``"tdt"``, or
        ``"equality"`` with the same table of ``other`` reports."""
        options: dict[str, Any] = {
            "tables": [table_name(attributes)],
            "test": hypothesis,
            "shares": list(shares),
            "statistic": statistic,
            "method": method,
            "level": level,
            "robust": robust,
        }
        options |= {} if scores is None else {"scores": list(scores)}
        self._hold("test", options)
        if other is not None:
            other._hold("test", options)
        document, text = _parsed(self._counts.test(options, None if other is None else other._counts))
        return Test(document, text, document["tables"][0])

    def screen(
        self, *, statistic: str = "score", method: str = "inverse", level: float = 0.05, robust: bool = False
    ) -> Screen:
        """Tests the independence of every pair of questions, the smallest p-value first."""
        options = {"test": "screen", "statistic": statistic, "method": method, "level": level, "robust": robust}
        self._hold("test", options)
        screen = Screen(self._counts.test(options))
        warn(screen.to_dict()["warnings"])
        return screen

    def mean(
        self,
        name: str,
        *,
        low: float | None = None,
        high: float | None = None,
        method: str = "inverse",
        confidence: float = 0.95,
    ) -> Number:
        """The mean of a question in bins. A bin with an open end has to be closed, by ``low`` or ``high``."""
        document, _ = self._numbers(name, (low, high), [0.5], method, confidence)
        mean = number(document["questions"][0]["mean"])
        if mean is None:
            raise Error("undefined-statistic", " ".join(document["warnings"]))
        return mean

    def quantile(
        self,
        name: str,
        shares: float | Sequence[float] = (0.25, 0.5, 0.75),
        *,
        low: float | None = None,
        high: float | None = None,
        method: str = "inverse",
        confidence: float = 0.95,
    ) -> Quantiles:
        """Quantiles of a question in bins, each given by the share of people below it."""
        wanted = [float(shares)] if isinstance(shares, (int, float)) else [float(share) for share in shares]
        document, text = self._numbers(name, (low, high), wanted, method, confidence)
        return Quantiles((json.dumps(document), text))

    def score(
        self,
        name: str,
        *,
        by: str | None = None,
        quantiles: Sequence[float] = (0.25, 0.5, 0.75),
        confidence: float = 0.95,
    ) -> Score:
        """Mean, spread, reliability and quantiles of a score, or of the number of choices of a question with several."""
        options: dict[str, Any] = {"of": [name], "quantiles": list(quantiles), "confidence": confidence}
        options |= _given(by=by)
        self._hold("scores", options)
        return Score(self._counts.scores(options))

    def ranking(self, name: str, *, by: str | None = None, confidence: float = 0.95) -> Ranking:
        """Which items of a ranking people put first, their mean ranks, and which of two is put before the other."""
        options: dict[str, Any] = {"of": [name], "confidence": confidence} | _given(by=by)
        self._hold("rankings", options)
        return Ranking(self._counts.rankings(options))

    def logit(
        self,
        formula: str,
        *,
        join: Sequence[str] = (),
        ridge: bool = False,
        against: str | None = None,
        confidence: float = 0.95,
    ) -> Model:
        """Fits a logistic regression, or a multinomial one of an outcome with several answers: ``"smoker ~ age + region"``.

        ``join`` merges categories (``"age:30-44+45-59"``), ``ridge`` shrinks coefficients towards 0 so that there always is an estimate, and
        ``against`` compares with a model of some of the terms (``"age"``).
        """
        outcome, terms = _formula(formula)
        options: dict[str, Any] = {"outcome": outcome, "on": terms, "join": list(join), "ridge": ridge}
        smaller = None if against is None else _formula(f"{outcome} ~ {against}")[1]
        options |= {"confidence": confidence} | _given(against=smaller)
        self._hold("model", options)
        return Model(self._counts.model(options), lambda: self._counts.model(options | {"covariance": True}))

    def weigh(
        self,
        population: Mapping[str, Mapping[str, float]] | None = None,
        *,
        on: Sequence[str] | None = None,
        weight: str | None = None,
        stratum: str | None = None,
        cluster: str | None = None,
        missing_at_random: Sequence[str] = (),
        ignore: Sequence[str] = (),
        replicates: int | None = None,
    ) -> Weighted:
        """Reports that weigh differently, read again from the files: raked to the margins of a population (``{"region": {"north": 0.3, "south": 0.7}}``,
        of which ``on`` chooses some), or with the weights, strata and clusters in these columns."""
        margins = {name: dict(shares) for name, shares in (population or {}).items()}
        if on is not None:
            absent = [name for name in on if name not in margins]
            if absent:
                raise Error("invalid-weights", f"the population has no margin {absent[0]!r}")
            margins = {name: margins[name] for name in on}
        paths = [path for path in map(path_of, self._sources) if path is not None]
        if not paths or len(paths) < len(self._sources):
            raise Error("needs-a-file", "reports are weighed as they are read: give read() the names of files")
        options: dict[str, Any] = {"missing_at_random": list(missing_at_random), "ignore": list(ignore)}
        options |= _given(weight=weight, stratum=stratum, cluster=cluster, replicates=replicates)
        return Weighted(self._plan, paths, json.dumps(margins), options)

    def synthesize(
        self,
        n: int | None = None,
        *,
        seed: int | None = None,
        tables: Iterable[Sequence[str]] = (),
        tree: bool = False,
        method: str = "auto",
    ) -> Records:
        """Draws synthetic records from the estimated tables, by default as many as there are reports. No record is that of a person, and standard
        errors computed from records are too small: for numbers to report, use :meth:`table`."""
        options: dict[str, Any] = {"tables": [table_name(names) for names in tables], "tree": tree, "method": method}
        options |= _given(records=n, seed=seed)
        self._hold("synthesize", options)
        columns, remarks = self._counts.synthesize(options)
        warn(remarks)
        return Records(columns)

    def _numbers(
        self, name: str, ends: tuple[float | None, float | None], shares: list[float], method: str, confidence: float
    ) -> tuple[dict[str, Any], str]:
        low, high = ("" if end is None else repr(float(end)) for end in ends)
        of = f"{name}={low}..{high}" if low or high else name
        options: dict[str, Any] = {"of": [of], "quantiles": shares, "method": method, "confidence": confidence}
        self._hold("numbers", options)
        return _parsed(self._counts.numbers(options))

    def _estimate(self, options: dict[str, Any]) -> tuple[dict[str, Any], str]:
        self._hold("estimate", options)
        document, text = _parsed(self._counts.estimate(options))
        warn(document["warnings"])
        return document, text

    def _estimated(
        self, document: dict[str, Any], text: str, table: dict[str, Any], options: dict[str, Any]
    ) -> Table:
        def covariance() -> list[list[float]]:
            alone = options | {"tables": [",".join(table["attributes"])], "pairs": False, "consistent": False, "check": False}
            again = alone | {"method": table["method"], "covariance": True}
            return covariance_of(_parsed(self._counts.estimate(again))[0])

        return Table(document, text, table, covariance)

    def _hold(self, kind: str, options: dict[str, Any]) -> None:
        """Counts the tables that a result takes, where they were not counted yet."""
        missing = set(own(self._plan).needed(kind, options)) - self._held
        if not missing or self._count is None:
            return
        self._named |= missing
        self._counts = self._count(sorted(self._named))
        self._held = set(self._counts.tables())


_given, _formula = given, formula


def _parsed(found: tuple[str, str]) -> tuple[dict[str, Any], str]:
    return json.loads(found[0]), found[1]
