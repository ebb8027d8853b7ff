"""Estimates of a population, from reports that weigh differently."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from candor import _rust
from candor._error import warn
from candor._names import listed, own, table_name
from candor._plan import Plan
from candor._result import Column, Result
from candor._scales import Ranking, Score
from candor._tables import Cell


class Weighted:
    """Reports that weigh differently."""

    def __init__(self, plan: Plan, paths: list[str], margins: str, options: dict[str, Any]) -> None:
        self._plan, self._paths, self._margins, self._options = plan, paths, margins, options

    def table(
        self,
        *attributes: str,
        given: str | Sequence[str] = (),
        reference: str | Sequence[str] = (),
        valid: bool = False,
        method: str = "inverse",
        confidence: float = 0.95,
    ) -> WeightedTable:
        """Estimates the shares of a population: unbiased, or with ``method="loglinear"`` as the best guess of all questions and pairs together, which is drawn
        towards fewer associations and has no standard errors, only the intervals of the unbiased estimates.

        ``given`` names attributes of the table whose categories form groups: shares are then within these, and compared with the ``reference``
        group. ``valid`` leaves refusals and missing answers out of the denominators. Neither goes with ``missing_at_random``.
        """
        options = self._options | {
            "tables": [table_name(attributes)],
            "given": listed(given),
            "reference": listed(reference),
            "valid": valid,
            "method": method,
            "confidence": confidence,
        }
        found, remark = _rust.weigh(own(self._plan), self._paths, self._margins, options)
        warn([] if remark is None else [remark])
        return WeightedTable(found)

    def score(
        self,
        name: str,
        *,
        by: str | None = None,
        quantiles: Sequence[float] = (0.25, 0.5, 0.75),
        confidence: float = 0.95,
    ) -> Score:
        """Mean, spread, reliability and quantiles of a score in a population, or of the number of choices of a question with several. Standard errors
        are by linearisation, whatever ``replicates``; a score does not go with ``missing_at_random``."""
        asked: dict[str, Any] = {"of": [name], "by": by, "quantiles": list(quantiles), "confidence": confidence}
        return Score(_rust.weigh_scores(own(self._plan), self._paths, self._margins, self._options, asked))

    def ranking(self, name: str, *, by: str | None = None, confidence: float = 0.95) -> Ranking:
        """Which items of a ranking the people of a population put first, their mean ranks, and which of two is put before the other; as :meth:`score`."""
        asked: dict[str, Any] = {"of": [name], "by": by, "confidence": confidence}
        return Ranking(_rust.weigh_rankings(own(self._plan), self._paths, self._margins, self._options, asked))


class WeightedTable(Result):
    """Estimated shares of a population, one for each cell."""

    @property
    def n(self) -> int:
        """The number of reports."""
        return self._document["tables"][0]["n"]

    @property
    def effective(self) -> float:
        """The effective sample size."""
        return self._document["tables"][0]["effective"]

    @property
    def differences(self) -> list[dict[str, Any]]:
        """Differences of every group from the reference group, where the table has groups (``given``)."""
        return self._document["tables"][0].get("differences", [])

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells."""
        return tuple(
            Cell(tuple(of["categories"]), of["estimate"], of["standard_error"], of["lower"], of["upper"], of["shown"])
            for of in self._document["tables"][0]["cells"]
        )

    def _columns(self) -> list[Column]:
        names = self._document["tables"][0]["attributes"]
        texts: list[Column] = [
            (name, "text", [cell.categories[place] for cell in self.cells]) for place, name in enumerate(names)
        ]
        numbers: list[Column] = [
            ("estimate", "real", [cell.estimate for cell in self.cells]),
            ("standard_error", "real", [cell.se for cell in self.cells]),
            ("lower", "real", [cell.low for cell in self.cells]),
            ("upper", "real", [cell.high for cell in self.cells]),
        ]
        return [*texts, *numbers]
