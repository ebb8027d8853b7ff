"""Random surveys, and the command line with which all numbers are compared."""

from __future__ import annotations

import csv
import json
import os
import random
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = Path(os.environ.get("CANDOR_PROGRAM", ROOT / "target/debug/candor"))

NIGHTLY = os.environ.get("CANDOR_NIGHTLY") == "1"


def every(nightly: int, otherwise: int) -> int:
    """How many of something are tested: all nightly, fewer otherwise."""
    return nightly if NIGHTLY else otherwise


@dataclass(frozen=True)
class Refusal:
    """An error, of the command line or of the package."""

    code: str
    message: str


def run(*arguments: object) -> str:
    """What the command line prints; an error fails the test."""
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def cli(*arguments: object) -> dict[str, Any] | Refusal:
    """The document that a command writes, or its refusal."""
    command = [PROGRAM, *map(str, arguments), "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return json.loads(done.stdout)
    last = next(line for line in done.stderr.splitlines() if line.startswith("error["))
    code, _, message = last.removeprefix("error[").partition("]: ")
    return Refusal(code, message)


@dataclass(frozen=True)
class Case:
    """A random survey, with its plan, its imagined people and their reports."""

    survey: dict[str, Any]
    truth: dict[str, list[str]]
    plan: Path
    answers: Path
    reports: Path
    folder: Path

    @property
    def names(self) -> list[str]:
        return list(self.truth)

    @property
    def binned(self) -> list[str]:
        return [asked["name"] for asked in self.survey["attributes"] if "bins" in asked]


def random_survey(seed: int) -> dict[str, Any]:
    """A survey of two to five questions, some of them with bins, under one of four kinds of design."""
    draw = random.Random(seed)
    attributes: list[dict[str, Any]] = []
    for number in range(draw.randint(2, 5)):
        name = f"q{number}"
        if draw.random() < 0.25:
            attributes.append({"name": name, "bins": [0, 10, 25, 60][: draw.randint(3, 4)]})
        else:
            size = draw.randint(2, 4)
            attributes.append({"name": name, "categories": [f"{name} {place}" for place in range(size)]})
    kind = draw.choice(["labelled", "analysis", "independent", "columns"])
    document: dict[str, Any] = {"survey": f"random-{seed}", "attributes": attributes}
    if kind == "columns":
        for asked in attributes:
            asked["epsilon"] = draw.choice([0.5, 1, 2, 3])
        document["privacy"] = {"method": "independent"}
    else:
        document["privacy"] = {"record_epsilon": draw.choice([1, 2, 4, 6]), "method": kind}
    return document


def made(seed: int, folder: Path) -> Case:
    """The survey with this seed, designed and answered by the command line."""
    survey = random_survey(seed)
    draw = random.Random(-seed)
    path = folder / "survey.json"
    path.write_text(json.dumps(survey))
    plan = folder / "plan.json"
    run("design", path, "-o", plan)
    categories = {
        of["name"]: [category["value"] for category in of["categories"]] if isinstance(of["categories"][0], dict) else of["categories"]
        for of in json.loads(plan.read_text())["attributes"]
    }
    people = draw.randint(300, 3000)
    together = draw.random()
    truth: dict[str, list[str]] = {name: [] for name in categories}
    for _ in range(people):
        shared = draw.random() if draw.random() < together else None
        for name, values in categories.items():
            place = shared if shared is not None else draw.random() ** 1.5
            truth[name].append(values[int(place * len(values))])
    answers = folder / "answers.csv"
    with answers.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(truth)
        writer.writerows(zip(*truth.values(), strict=True))
    reports = folder / "reports.ndjson"
    run("perturb", plan, "--answers", answers, "--seed", seed, "-o", reports)
    return Case(survey, truth, plan, answers, reports, folder)


@pytest.fixture(scope="session")
def health(tmp_path_factory: pytest.TempPathFactory) -> Case:
    """A survey that most tests of the interface use: the first random one with three or more questions, one of them with bins."""
    seed = next(seed for seed in range(1000) if is_rich(random_survey(seed)))
    return made(seed, tmp_path_factory.mktemp("health"))


def is_rich(survey: dict[str, Any]) -> bool:
    """Whether a survey has three questions, one of them with bins, and a large record ε."""
    attributes = survey["attributes"]
    is_precise = survey["privacy"].get("record_epsilon", 0) >= 4 and survey["privacy"]["method"] == "labelled"
    return len(attributes) >= 3 and is_precise and "bins" in attributes[1] and "categories" in attributes[0]
