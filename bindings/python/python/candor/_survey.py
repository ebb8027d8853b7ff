"""Surveys: the questions, before a plan is made of them."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from candor import _rust
from candor._error import Error
from candor._plan import Plan, Promises, given


class Survey:
    """A survey: questions, and the privacy asked for.

    ``source`` is a file whose name ends in ``.json``, a dictionary with the document, or the name of a new survey, to which :meth:`ask` adds
    questions. Surveys do not change: every method returns a new one.
    """

    def __init__(self, source: str | os.PathLike[str] | Mapping[str, Any]) -> None:
        if isinstance(source, Mapping):
            self._document: dict[str, Any] = copy.deepcopy(dict(source))
        elif isinstance(source, os.PathLike) or source.endswith(".json"):
            self._document = _read(Path(source))
        else:
            self._document = {"survey": source, "attributes": []}

    def ask(
        self,
        name: str,
        categories: Sequence[str | Mapping[str, Any]] | None = None,
        *,
        question: str | Mapping[str, str] | None = None,
        bins: Sequence[float | None] | None = None,
        **more: Any,
    ) -> Survey:
        """Adds a question with these categories, or with ``bins`` of numbers, given by their edges (``None`` at an open end). ``more`` are other
        members of a question of ``docs/documents.md``, such as ``optional=True``."""
        asked = given(
            name=name,
            question=question,
            categories=None if categories is None else list(categories),
            bins=None if bins is None else list(bins),
        )
        return self._with(attributes=[*self._document["attributes"], asked | more])

    def to_dict(self) -> dict[str, Any]:
        """The document."""
        return copy.deepcopy(self._document)

    def design(
        self,
        *,
        record_epsilon: float | None = None,
        tables: str | Sequence[Sequence[str]] | None = None,
        respondents: int | None = None,
        method: str | None = None,
        reads: str | None = None,
        attribute_epsilon: float | None = None,
        allow_raised: bool = False,
        max_plan_size: int = 256,
        revises: Plan | None = None,
        standard_error: float | None = None,
    ) -> Plan:
        """Turns the survey into a plan. What is given here replaces what the survey says.

        ``record_epsilon`` is the privacy budget of a whole report, spent on ``tables``: a list of lists of questions, or ``"pairs"`` for every
        question and every pair. ``respondents`` lets the promises tell the errors to expect. ``max_plan_size`` is in KB. A design of six questions
        takes a fraction of a second, one of forty up to minutes.
        """
        survey = self
        if record_epsilon is not None or attribute_epsilon is not None:
            privacy = self._document.get("privacy") or {}
            budget = given(record_epsilon=record_epsilon, attribute_epsilon=attribute_epsilon)
            survey = survey._with(privacy=privacy | budget)
        if isinstance(tables, str):
            if tables != "pairs":
                raise Error("invalid-survey", f"tables is {tables!r}; it must be 'pairs' or a list of lists of questions")
            survey = survey._with(tables=[])
        elif tables is not None:
            survey = survey._with(tables=[list(table) for table in tables])
        if respondents is not None:
            survey = survey._with(respondents=respondents)
        options = given(method=method, reads=reads) | {"allow_raised": allow_raised, "max_plan_size": max_plan_size}
        earlier = None if revises is None else revises._own  # pyright: ignore[reportPrivateUsage]
        text = json.dumps(survey._document)
        own, promises, said = _rust.design(text, options, earlier, standard_error)
        return Plan._designed(own, Promises((promises, said)))  # pyright: ignore[reportPrivateUsage]

    def _with(self, **members: Any) -> Survey:
        return Survey(self._document | members)

    def __repr__(self) -> str:
        names = ", ".join(str(asked.get("name")) for asked in self._document["attributes"])
        return f"Survey {self._document['survey']}: {names}"


def _read(path: Path) -> dict[str, Any]:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as cause:
        raise Error("io", f"{path}: {cause.strerror}") from cause
    except ValueError as cause:
        raise Error("invalid-survey", f"{path}: {cause}") from cause
    if not isinstance(document, dict) or not isinstance(document.get("attributes"), list):
        raise Error("invalid-survey", f"{path}: not a survey document")
    return document
