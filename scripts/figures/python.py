"""Prints what the Python package takes: ten million reports of six questions from Parquet to all tables of pairs, in turns with the command line; and calls
on counts that are already there, in turns with those of its module in Rust.

Argument: the program. CANDOR_REPORTS and CANDOR_ROUNDS change how many reports and rounds there are.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import candor as cd
import numpy as np
import pyarrow as pa
from pyarrow import csv

PROGRAM = sys.argv[1]
REPORTS = int(os.environ.get("CANDOR_REPORTS", "10000000"))
ROUNDS = int(os.environ.get("CANDOR_ROUNDS", "5"))
TIMES = 300
SIZES = [2, 3, 4, 5, 2, 7]
NAMES = [f"q{place}" for place in range(len(SIZES))]
IN_PYTHON = "import sys, candor as cd; cd.read(sys.argv[1], sys.argv[2], progress=False).tables(pairs=True)"


def made(folder: Path) -> None:
    """A plan, and reports of it."""
    attributes = [{"name": name, "categories": [f"value {value}" for value in range(size)]} for name, size in zip(NAMES, SIZES, strict=True)]
    (folder / "survey.json").write_text(json.dumps({"survey": "s", "attributes": attributes, "privacy": {"record_epsilon": 4}}))
    run(folder, "design", "survey.json", "-o", "plan.json")
    draw = np.random.default_rng(1)
    with csv.CSVWriter(folder / "answers.csv", pa.schema([(name, pa.string()) for name in NAMES])) as answers:
        for begin in range(0, REPORTS, 1 << 18):
            people = min(1 << 18, REPORTS - begin)
            codes = [draw.integers(0, size, people).astype(np.int32) for size in SIZES]
            values = [pa.array([f"value {value}" for value in range(size)]) for size in SIZES]
            columns = [values[place].take(pa.array(own)) for place, own in enumerate(codes)]
            answers.write_table(pa.table(columns, names=NAMES))
    run(folder, "perturb", "plan.json", "--answers", "answers.csv", "--seed", "1", "-o", "reports.parquet")
    (folder / "answers.csv").unlink()


def run(folder: Path, *arguments: str) -> None:
    subprocess.run([PROGRAM, *arguments], cwd=folder, stdout=subprocess.DEVNULL, check=True)


def taken(folder: Path, *command: str) -> tuple[float, float]:
    """The seconds that a process takes, and its peak memory in MB."""
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def microseconds(call: Callable[[], object]) -> float:
    """The median time of a call."""
    each: list[float] = []
    for _ in range(TIMES):
        start = time.perf_counter()
        call()
        each.append((time.perf_counter() - start) * 1e6)
    return statistics.median(each)


def from_parquet(folder: Path) -> None:
    own, others = [], []
    for _ in range(ROUNDS):
        others.append(taken(folder, PROGRAM, "estimate", "plan.json", "reports.parquet", "--pairs", "--format", "json"))
        own.append(taken(folder, sys.executable, "-c", IN_PYTHON, "plan.json", "reports.parquet"))
    seconds = [[each[0] for each in of] for of in (others, own)]
    ratio = statistics.median(mine / theirs for theirs, mine in zip(*seconds, strict=True))
    print(f"| {REPORTS:,} reports from Parquet to all pairs | seconds | peak memory |\n|---|---|---|")
    for name, of in [("`candor estimate --pairs`", others), ("`cd.read(…).tables(pairs=True)`", own)]:
        print(f"| {name} | {statistics.median(each[0] for each in of):.2f} | {max(each[1] for each in of):.0f} MB |")
    print(f"| ratio of the seconds of a round | {ratio:.2f} | |\n")


def on_counts(folder: Path) -> None:
    reports = cd.read(folder / "plan.json", folder / "reports.parquet", progress=False)
    one, other = NAMES[:2]
    pair = {"tables": [f"{one},{other}"]}
    calls: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
        f'reports.table("{one}")': (lambda: reports.table(one), lambda: reports._counts.estimate({"tables": [one]})),
        f'reports.table("{one}", "{other}")': (lambda: reports.table(one, other), lambda: reports._counts.estimate(pair)),
        f'reports.test("{one}", "{other}")': (lambda: reports.test(one, other), lambda: reports._counts.test(pair)),
    }
    print("| a call on counts | all of it | the module in Rust | above that |\n|---|---|---|---|")
    for name, both in calls.items():
        rounds = [tuple(microseconds(call) for call in both) for _ in range(ROUNDS)]
        above = statistics.median(whole - rust for whole, rust in rounds)
        whole, rust = (statistics.median(of) for of in zip(*rounds, strict=True))
        print(f"| `{name}` | {whole:.0f} µs | {rust:.0f} µs | {above:.0f} µs |")


with tempfile.TemporaryDirectory() as name:
    made(Path(name))
    from_parquet(Path(name))
    on_counts(Path(name))
