"""Regressions, and the formulas that specify them."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from candor._error import Error
from candor._result import Column, Result

Array = npt.NDArray[np.float64]


class Model(Result):
    """A logistic or multinomial regression. Arrays have a number for each of :attr:`names`."""

    def __init__(self, found: tuple[str, str], with_covariance: Callable[[], tuple[str, str]]) -> None:
        super().__init__(found)
        self._with_covariance = with_covariance

    @property
    def names(self) -> list[str]:
        """The names of the coefficients: ``Intercept``, or the category of a regressor; with the answer of the outcome if there are several."""
        coefficients = self._document["coefficients"]
        several = len({own["outcome"] for own in coefficients}) > 1
        named: list[str] = []
        for own in coefficients:
            name = "Intercept" if own["term"] is None else f"{own['term'][0]}[{own['term'][1]}]"
            named.append(f"{own['outcome']}: {name}" if several else name)
        return named

    @property
    def nobs(self) -> int:
        """The number of reports."""
        return self._document["n"]

    @property
    def params(self) -> Array:
        """The coefficients: log odds, and log odds ratios against the first categories."""
        return self._numbers("estimate")

    @property
    def bse(self) -> Array:
        """Their standard errors."""
        return self._numbers("standard_error")

    def cov_params(self) -> Array:
        """Their covariance matrix, for which the model is fitted again."""
        return np.array(json.loads(self._with_covariance()[0])["covariance"], dtype=np.float64)

    @property
    def pvalues(self) -> Array:
        """The p-values of the hypotheses that they are 0."""
        return np.array([own["test"]["p_value"] for own in self._document["coefficients"]], dtype=np.float64)

    def conf_int(self) -> Array:
        """Their intervals: a row with both ends for each."""
        ends = [own["interval"] for own in self._document["coefficients"]]
        return np.array(ends, dtype=np.float64).reshape(-1, 2)

    def summary(self) -> str:
        """The fit as text."""
        return self._text

    def _numbers(self, name: str) -> Array:
        return np.array([own[name] for own in self._document["coefficients"]], dtype=np.float64)

    def _columns(self) -> list[Column]:
        low, high = self.conf_int().T.tolist()
        return [
            ("name", "text", self.names),
            ("params", "real", self.params.tolist()),
            ("bse", "real", self.bse.tolist()),
            ("lower", "real", low),
            ("upper", "real", high),
            ("pvalues", "real", self.pvalues.tolist()),
        ]


def formula(text: str) -> tuple[str, str]:
    """The outcome and the terms of ``"smoker ~ age + region"``; ``age * region`` is both and their interaction ``age:region``."""
    outcome, tilde, right = text.partition("~")
    terms = [term.strip() for term in right.split("+")]
    if not tilde or not outcome.strip() or not all(terms):
        raise Error("invalid-hypothesis", f"{text!r} is not a formula such as 'smoker ~ age + region'")
    return outcome.strip(), ",".join(dict.fromkeys(each for term in terms for each in _expanded(term)))


def _expanded(term: str) -> list[str]:
    factors = [factor.strip() for factor in term.split("*")]
    if len(factors) == 1:
        return [":".join(factor.strip() for factor in term.split(":"))]
    pairs = [f"{one}:{two}" for place, one in enumerate(factors) for two in factors[place + 1 :]]
    return [*factors, *pairs]
