"""Means and quantiles, scores and rankings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from candor._result import Column, Result


@dataclass(frozen=True)
class Number:
    """A number with its standard error and interval; what cannot be told is ``None``."""

    estimate: float
    se: float | None
    low: float | None
    high: float | None

    def conf_int(self) -> tuple[float | None, float | None]:
        """Both ends of the interval."""
        return self.low, self.high

    def __float__(self) -> float:
        return self.estimate


def number(of: dict[str, Any] | None) -> Number | None:
    """The number of a document, if there is one."""
    if of is None:
        return None
    return Number(of["estimate"], of.get("standard_error"), of["lower"], of["upper"])


class Quantiles(Result):
    """Quantiles of a question in bins. One that lies in a bin with an open end is NaN."""

    @property
    def _quantiles(self) -> list[dict[str, Any]]:
        return self._document["questions"][0]["quantiles"]

    @property
    def shares(self) -> npt.NDArray[np.float64]:
        """The shares of people below them."""
        return np.array([of["share"] for of in self._quantiles], dtype=np.float64)

    @property
    def estimate(self) -> npt.NDArray[np.float64]:
        """The quantiles."""
        return np.array([of["estimate"] for of in self._quantiles], dtype=np.float64)

    def conf_int(self) -> npt.NDArray[np.float64]:
        """Their intervals: a row with both ends for each."""
        ends = [[of["lower"], of["upper"]] for of in self._quantiles]
        return np.array(ends, dtype=np.float64).reshape(-1, 2)

    def _columns(self) -> list[Column]:
        of = self._quantiles
        return [(name, "real", [each[name] for each in of]) for name in ("share", "estimate", "lower", "upper")]


class Score(Result):
    """Mean, spread, reliability and quantiles of a score, by groups if wanted."""

    @property
    def _score(self) -> dict[str, Any]:
        return self._document["scores"][0]

    @property
    def name(self) -> str:
        """The name of the score."""
        return self._score["name"]

    @property
    def n(self) -> int:
        """The number of reports."""
        return self._score["n"]

    @property
    def mean(self) -> Number:
        """The mean."""
        return _known(self._score["mean"])

    @property
    def sd(self) -> Number | None:
        """The standard deviation."""
        return number(self._score["standard_deviation"])

    @property
    def alpha(self) -> Number | None:
        """Cronbach's alpha."""
        return number(self._score["alpha"])

    @property
    def quantiles(self) -> dict[float, Number | None]:
        """The quantiles, by the share of people below them."""
        return {of["share"]: number(of) for of in self._score["quantiles"] or []}

    @property
    def distribution(self) -> dict[float, Number | None]:
        """The share of people with each value."""
        return {of["value"]: number(of["share"]) for of in self._score["distribution"] or []}

    @property
    def groups(self) -> dict[str, Number | None]:
        """The mean of each group."""
        return {of["group"]: number(of["mean"]) for of in self._score.get("groups", [])}

    @property
    def differences(self) -> dict[str, Number | None]:
        """The differences of the groups' means from that of the first."""
        return {of["group"]: number(of["difference"]) for of in self._score.get("differences", [])}

    def _columns(self) -> list[Column]:
        rows = [("mean", self.mean), ("standard deviation", self.sd), ("alpha", self.alpha)]
        rows += [(f"quantile {share}", own) for share, own in self.quantiles.items()]
        rows += [(f"mean of {group}", own) for group, own in self.groups.items()]
        return _rows([(name, own) for name, own in rows if own is not None])


class Ranking(Result):
    """Which items people put first, and their mean ranks, by groups if wanted."""

    @property
    def _ranking(self) -> dict[str, Any]:
        return self._document["rankings"][0]

    @property
    def name(self) -> str:
        """The name of the ranking."""
        return self._ranking["name"]

    @property
    def n(self) -> int:
        """The number of reports."""
        return self._ranking["n"]

    @property
    def items(self) -> list[str]:
        """The items."""
        return [of["item"] for of in self._ranking["items"]]

    @property
    def first(self) -> dict[str, Number | None]:
        """The share of people who put each item first."""
        return {of["item"]: number(of["first"]) for of in self._ranking["items"]}

    @property
    def mean_rank(self) -> dict[str, Number | None]:
        """The mean rank of each item."""
        return {of["item"]: number(of["mean_rank"]) for of in self._ranking["items"]}

    @property
    def first_of(self) -> dict[str, dict[str, Number | None]]:
        """The share of each group that puts each item first, by item and group."""
        return self._of_groups("first")

    @property
    def mean_rank_of(self) -> dict[str, dict[str, Number | None]]:
        """The mean rank of each item in each group, by item and group."""
        return self._of_groups("mean_rank")

    def _of_groups(self, what: str) -> dict[str, dict[str, Number | None]]:
        items = self._ranking["items"]
        return {of["item"]: {own["group"]: number(own[what]) for own in of.get("groups", [])} for of in items}

    @property
    def pairs(self) -> list[dict[str, Any]]:
        """Of two items, how many people put which before the other."""
        return self._ranking["pairs"]

    def _columns(self) -> list[Column]:
        rows: list[tuple[str, Number | None]] = []
        for what, of_all, of_groups in [("first", self.first, self.first_of), ("mean rank", self.mean_rank, self.mean_rank_of)]:
            for item, own in of_all.items():
                rows += [(f"{item}: {what}", own)] + [(f"{item}: {what} of {group}", each) for group, each in of_groups[item].items()]
        return _rows([(name, own) for name, own in rows if own is not None])


def _known(of: dict[str, Any]) -> Number:
    return Number(of["estimate"], of["standard_error"], of["lower"], of["upper"])


def _rows(rows: list[tuple[str, Number]]) -> list[Column]:
    return [
        ("name", "text", [name for name, _ in rows]),
        ("estimate", "real", [own.estimate for _, own in rows]),
        ("standard_error", "real", [own.se for _, own in rows]),
        ("lower", "real", [own.low for _, own in rows]),
        ("upper", "real", [own.high for _, own in rows]),
    ]
