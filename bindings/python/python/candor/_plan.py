"""Plans: what devices follow, and what it promises."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from candor import _rust
from candor._result import Column, Result


class Promises(Result):
    """What a plan promises: by how much a report can change odds about a person at most, as ε."""

    @property
    def record(self) -> float:
        """The ε of the whole record."""
        return self._document["record"]

    @property
    def record_lower_bound(self) -> float | None:
        """The least record ε that any law with these columns can have, where that is known."""
        return self._document.get("record_lower_bound")

    @property
    def method(self) -> str:
        """How the plan was designed."""
        return self._document["method"]

    @property
    def column(self) -> dict[str, float]:
        """The ε of every question's column: what its own perturbed answer reveals."""
        return {of["name"]: of["column"] for of in self._document["attributes"]}

    @property
    def attribute(self) -> dict[str, float]:
        """The ε of every question: what the whole report reveals of its answer, to somebody who knows all others."""
        return {of["name"]: of["attribute"] for of in self._document["attributes"]}

    @property
    def expected(self) -> dict[str, Any] | None:
        """The errors to expect of the declared tables; only of a plan that was designed here."""
        return self._document.get("expected")

    def _columns(self) -> list[Column]:
        of = self._document["attributes"]
        return [
            ("question", "text", [each["name"] for each in of]),
            ("categories", "whole", [each["categories"] for each in of]),
            ("column", "real", [each["column"] for each in of]),
            ("attribute", "real", [each["attribute"] for each in of]),
        ]


class Power(Result):
    """How many respondents a test or a regression takes."""

    @property
    def respondents(self) -> int | None:
        """The number of respondents with which the effect is found with the power; ``None`` where no number is enough. Of a regression,
        the number for the coefficient that takes the most."""
        if "plan" in self._document:
            return self._document["plan"]["respondents"]
        return max(own["respondents"] for own in self._document["coefficients"])

    @property
    def bound(self) -> int | None:
        """The number that any protocol with the same record ε takes at least; not of a regression."""
        return self._document.get("bound", {}).get("respondents")

    def _columns(self) -> list[Column]:
        if "plan" in self._document:
            laws = [(law, self._document.get(law)) for law in ("plan", "independent", "bound")]
            known = [(law, own) for law, own in laws if own is not None]
            return [
                ("law", "text", [law for law, _ in known]),
                ("respondents", "whole", [own["respondents"] for _, own in known]),
            ]
        of = self._document["coefficients"]
        return [
            ("coefficient", "text", ["Intercept" if own["term"] is None else ": ".join(own["term"]) for own in of]),
            ("respondents", "whole", [own["respondents"] for own in of]),
        ]


class Label(str):
    """A plan's privacy label, as text of HTML or JSON."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes it to a file."""
        Path(path).write_text(self, encoding="utf-8")

    def _repr_html_(self) -> str:
        source = f"<pre>{escape(self)}</pre>" if self.startswith("{") else self
        frame = f'<iframe title="privacy label" srcdoc="{escape(source)}" sandbox'
        return f'{frame} style="width:100%;height:30em;border:0"></iframe>'


class Plan:
    """A verified plan: the questions, the law by which a device perturbs a record, and the promises that follow from it.

    ``source`` is the name of a file, or the document itself as a dictionary. Its promises are recomputed from its integers, and it is refused
    if they claim more than holds.
    """

    def __init__(
        self, source: str | os.PathLike[str] | Mapping[str, Any], *, max_record_epsilon: float | None = None
    ) -> None:
        if isinstance(source, Mapping):
            self._own = _rust.Plan.of_text(json.dumps(source), max_record_epsilon)
        else:
            self._own = _rust.Plan.of_file(os.fspath(source), max_record_epsilon)
        self._promises = Promises(self._own.promises())

    @classmethod
    def _designed(cls, own: _rust.Plan, promises: Promises) -> Plan:
        plan = cls.__new__(cls)
        plan._own, plan._promises = own, promises
        return plan

    @property
    def survey(self) -> str:
        """The name of the survey."""
        return self._own.survey()

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the plan, which every report names."""
        return self._own.fingerprint()

    @property
    def promises(self) -> Promises:
        """What the plan promises."""
        return self._promises

    @property
    def questions(self) -> dict[str, list[str]]:
        """The categories of every question, and of what reports carry in clear."""
        return {of["name"]: of["categories"] for of in json.loads(self._own.questions())}

    def to_json(self) -> str:
        """The document, as it is published."""
        return self._own.text()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the document to a file, as ``candor design -o`` does."""
        Path(path).write_text(f"{self.to_json()}\n", encoding="utf-8")

    def verify(self, *, max_record_epsilon: float | None = None, public_key: str | None = None) -> Promises:
        """Recomputes the promises from the plan's integers; raises ``cap-exceeded`` if the record ε is above the cap, and ``signature-mismatch`` unless
        the plan carries the signature of this Ed25519 key, 32 bytes in base64url."""
        verified = _rust.Plan.of_text(self.to_json(), max_record_epsilon)
        if public_key is not None:
            verified.check_signature(public_key)
        return Promises(verified.promises())

    def label(
        self,
        *,
        language: str = "en",
        format: str = "html",
        page: str = "",
        collector: str = "",
        readers: str = "",
        retention: str = "",
        respondents: int | None = None,
        step: int | None = None,
    ) -> Label:
        """The privacy label: what is promised, by whom, and what is not. ``format`` is ``"html"``, ``"json"``, or ``"annex"`` for an annex to
        an impact assessment."""
        options: dict[str, Any] = {
            "language": language,
            "format": format,
            "page": page,
            "collector": collector,
            "readers": readers,
            "retention": retention,
        }
        return Label(self._own.label(options | given(respondents=respondents, step=step)))

    def power(
        self,
        *table: str,
        effect: float | None = None,
        truth: Sequence[float] | None = None,
        proportions: Sequence[float] | None = None,
        odds_ratio: float | None = None,
        test: str = "independence",
        groups: Sequence[float] = (),
        scores: Sequence[float] | None = None,
        shares: Sequence[float] = (),
        join: Sequence[str] = (),
        power: float = 0.8,
        level: float = 0.05,
        respondents: int | None = None,
    ) -> Power:
        """How many respondents a test of this table takes, or with ``odds_ratio`` a regression of the first question on the others.

        Exactly one of ``effect`` (Cramér's V), ``truth`` (the share of every cell), ``proportions`` (the share of the second of two answers in
        each group) and ``odds_ratio`` says what is to be found.
        """
        options: dict[str, Any] = {
            "table": list(table),
            "test": test,
            "groups": list(groups),
            "shares": list(shares),
            "join": list(join),
            "power": power,
            "level": level,
        }
        lists = given(truth=truth, proportions=proportions, scores=scores)
        numbers = given(cramers_v=effect, odds_ratio=odds_ratio, respondents=respondents)
        return Power(self._own.power(options | {name: list(own) for name, own in lists.items()} | numbers))

    def __repr__(self) -> str:
        return f"Plan {self.survey}: {len(self.questions)} questions, record ε {self.promises.record:.4g}"

    def _repr_html_(self) -> str:
        return f"<p>{escape(repr(self))}</p>{self.promises._repr_html_()}"  # pyright: ignore[reportPrivateUsage]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plan) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)


def given(**options: Any) -> dict[str, Any]:
    """The options that are not ``None``."""
    return {name: value for name, value in options.items() if value is not None}
