"""Estimated tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from candor._error import Error
from candor._result import Column, Result, html

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Cell:
    """One cell: a share of people. The best guess has no standard error, which is then ``None``."""

    categories: tuple[str, ...]
    estimate: float
    se: float | None
    low: float | None
    high: float | None
    shown: float | None
    """The number to show to people: the estimate within its interval, or ``None`` where there are too few reports."""


class Table(Result):
    """Estimated true shares of a table, one for each cell, the last question fastest.

    Arrays have a number for each of :attr:`cells`; what a reconstruction does not have is NaN.
    """

    cells: tuple[Cell, ...]

    def __init__(
        self,
        document: dict[str, Any],
        text: str,
        table: dict[str, Any],
        covariance: Callable[[], list[list[float]]],
    ) -> None:
        self._document, self._text, self._table, self._covariance = document, text, table, covariance
        self._cov: Array | None = None
        self.cells = tuple(
            Cell(
                tuple(cell["categories"]),
                cell["estimate"],
                cell["standard_error"],
                cell["lower"],
                cell["upper"],
                cell["shown"],
            )
            for cell in table["cells"]
        )

    @property
    def attributes(self) -> tuple[str, ...]:
        """The names of the questions."""
        return tuple(self._table["attributes"])

    @property
    def categories(self) -> list[tuple[str, ...]]:
        """The categories of every cell."""
        return [cell.categories for cell in self.cells]

    @property
    def n(self) -> int:
        """The number of reports."""
        return self._document["n"]

    @property
    def confidence(self) -> float:
        """The confidence of the intervals."""
        return self._document["confidence"]

    @property
    def method(self) -> str:
        """The reconstruction that was used."""
        return self._table["method"]

    @property
    def reason(self) -> str | None:
        """Why that reconstruction was chosen, where ``method="auto"`` chose."""
        return self._table.get("reason")

    @property
    def influence(self) -> float | None:
        """The most by which one forged report can change a cell."""
        return self._table["influence"]

    @property
    def misfit(self) -> dict[str, Any] | None:
        """The test that accuses these reports of not fitting their plan; ``None`` where none does."""
        return self._table.get("misfit")

    @property
    def differences(self) -> list[dict[str, Any]]:
        """Differences of every group from the reference group, where the table has groups (``given``)."""
        return self._table.get("differences", [])

    @property
    def estimate(self) -> Array:
        """The shares."""
        return np.array([cell.estimate for cell in self.cells], dtype=np.float64)

    @property
    def se(self) -> Array:
        """Their standard errors, of sampling and of the plan's noise together."""
        return np.array([cell.se for cell in self.cells], dtype=np.float64)

    @property
    def cov(self) -> Array:
        """The covariance matrix of the shares, computed when it is first asked for."""
        if self._cov is None:
            self._cov = np.array(self._covariance(), dtype=np.float64)
        return self._cov

    def conf_int(self) -> Array:
        """The intervals: a row with both ends for each cell."""
        return np.array([[cell.low, cell.high] for cell in self.cells], dtype=np.float64).reshape(-1, 2)

    def __getitem__(self, categories: str | tuple[str, ...]) -> Cell:
        """The cell with these categories: ``table["yes", "old"]``."""
        wanted = (categories,) if isinstance(categories, str) else categories
        for cell in self.cells:
            if cell.categories == wanted:
                return cell
        raise KeyError(wanted)

    def __len__(self) -> int:
        return len(self.cells)

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draws the shares with their intervals, on these axes of matplotlib or on new ones."""
        try:
            from matplotlib import pyplot
        except ImportError as missing:
            raise ImportError("Table.plot needs matplotlib: pip install candor-ldp[plot]") from missing
        if ax is None:
            _, ax = pyplot.subplots(figsize=(6, 0.8 + 0.3 * len(self.cells)))
        places, shares, intervals = range(len(self.cells)), self.estimate, self.conf_int()
        ax.barh(places, shares, color="#7a9cc6")
        lengths = np.abs(intervals.T - shares)
        if not np.isnan(lengths).all():
            ax.errorbar(shares, places, xerr=lengths, fmt="none", ecolor="#1f2d3d", capsize=3)
        ax.set_yticks(list(places), [" · ".join(cell.categories) for cell in self.cells])
        ax.invert_yaxis()
        ax.set_xlabel("share of people")
        ax.set_title(f"{' × '.join(self.attributes)} ({self.n:,} reports, {self.confidence:.0%} intervals)")
        return ax

    def _columns(self) -> list[Column]:
        names: list[Column] = [
            (name, "text", [cell.categories[place] for cell in self.cells])
            for place, name in enumerate(self.attributes)
        ]
        numbers: list[Column] = [
            ("estimate", "real", [cell.estimate for cell in self.cells]),
            ("standard_error", "real", [cell.se for cell in self.cells]),
            ("lower", "real", [cell.low for cell in self.cells]),
            ("upper", "real", [cell.high for cell in self.cells]),
        ]
        return [*names, *numbers]

    def _repr_html_(self) -> str:
        said = [f"{self.n:,} reports", f"{self.confidence:.0%} intervals", f"method {self.method}"]
        if self.reason is not None:
            said.append(self.reason)
        if self.influence is not None:
            said.append(f"one forged report changes a share by at most {self.influence:.2g}")
        if self.misfit is not None:
            said.append("these reports do not fit their plan")
        return html(self._columns(), " × ".join(self.attributes)) + f"<p>{escape('; '.join(said))}</p>"


def covariance_of(document: dict[str, Any]) -> list[list[float]]:
    """The covariance matrix of the only table of a document."""
    (table,) = document["tables"]
    if table.get("covariance") is None:
        raise Error("undefined-statistic", f"the method {table['method']} has no covariances")
    return table["covariance"]
