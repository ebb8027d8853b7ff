"""Results of hypothesis tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from candor._result import Column, Result


class Test(Result):
    """The test of a hypothesis on one table. The p-value accounts for the plan's noise."""

    __test__ = False  # not one of pytest

    def __init__(self, document: dict[str, Any], text: str, table: dict[str, Any]) -> None:
        self._document, self._text, self._table = document, text, table

    @property
    def attributes(self) -> tuple[str, ...]:
        """The names of the questions."""
        return tuple(self._table["attributes"])

    @property
    def hypothesis(self) -> str:
        """What was tested."""
        return self._document["test"]

    @property
    def n(self) -> int:
        """The number of reports."""
        return self._table["n"]

    @property
    def statistic(self) -> float:
        """The calibrated statistic."""
        return self._table["calibrated"]["value"]

    @property
    def df(self) -> float:
        """Its degrees of freedom."""
        return self._table["calibrated"]["degrees_of_freedom"]

    @property
    def pvalue(self) -> float:
        """Its p-value."""
        return self._table["calibrated"]["p_value"]

    @property
    def holm(self) -> float:
        """The p-value, adjusted by Holm where several tables were tested together."""
        return self._table.get("holm", self.pvalue)

    @property
    def rejected(self) -> bool:
        """Whether the hypothesis is rejected at the level of the test."""
        return self._table["rejected"]

    @property
    def strength(self) -> dict[str, float] | None:
        """Cramér's V with its interval, for a test of independence."""
        return self._table.get("strength")

    @property
    def effects(self) -> dict[str, Any] | None:
        """Risk ratio, odds ratio and difference, for a table of two groups and two outcomes."""
        return self._table.get("effects")

    @property
    def published(self) -> dict[str, float] | None:
        """The published statistic, which rejects true hypotheses too often."""
        return self._table["published"]

    def _columns(self) -> list[Column]:
        return columns([self])


class Screen(Result):
    """Tests of several tables in a row, with p-values that are adjusted for their number."""

    def __init__(self, found: tuple[str, str]) -> None:
        super().__init__(found)
        self._tests = [Test(self._document, self._text, table) for table in self._document["tables"]]

    def __getitem__(self, index: int) -> Test:
        return self._tests[index]

    def __len__(self) -> int:
        return len(self._tests)

    def __iter__(self) -> Iterator[Test]:
        return iter(self._tests)

    def _columns(self) -> list[Column]:
        return columns(self._tests)


def columns(tests: list[Test]) -> list[Column]:
    """The tests, one a row."""
    return [
        ("table", "text", [" × ".join(test.attributes) for test in tests]),
        ("n", "whole", [test.n for test in tests]),
        ("statistic", "real", [test.statistic for test in tests]),
        ("df", "real", [float(test.df) for test in tests]),
        ("pvalue", "real", [test.pvalue for test in tests]),
        ("holm", "real", [test.holm for test in tests]),
        ("cramers_v", "real", [(test.strength or {}).get("cramers_v") for test in tests]),
    ]
