"""Whatever is given, the answer is a result or an exception: the process never ends, and no message holds an answer."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import candor as cd
import pytest
from conftest import NIGHTLY, every
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

PLAN = cd.Survey("s").ask("a", ["no", "yes"]).ask("b", bins=[0, 10, 20]).design(record_epsilon=4)
REPORTS = cd.simulate(PLAN, {"a": ["no", "yes"], "b": [3, 15]}, n=500)

some = settings(max_examples=every(1000, 30), derandomize=not NIGHTLY, print_blob=True, deadline=None, suppress_health_check=list(HealthCheck))


def refused(compute: Any) -> cd.Error:
    with pytest.raises(cd.Error) as error:
        compute()
    assert error.value.code and str(error.value)
    return error.value


@some
@given(st.binary(max_size=300))
def test_any_file(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.mktemp("any") / "file"
    path.write_bytes(content)
    for source in [lambda: cd.read(PLAN, path), lambda: cd.Plan(path), lambda: cd.read(PLAN, counts=path)]:
        try:
            source()
        except cd.Error as error:
            assert error.code


@some
@given(st.data())
def test_a_plan_with_a_changed_byte(data: st.DataObject) -> None:
    text = PLAN.to_json()
    place = data.draw(st.integers(0, len(text) - 1))
    changed = data.draw(st.characters(min_codepoint=32, max_codepoint=126))
    if changed == text[place]:
        return
    try:
        document = json.loads(text[:place] + changed + text[place + 1 :])
    except ValueError:
        return
    if isinstance(document, dict):
        refused(lambda: cd.Plan(document))


@some
@given(st.dictionaries(st.sampled_from(["a", "b", "perturbed", "id", "plan", "x"]), st.lists(st.one_of(st.none(), st.integers(-5, 5), st.floats(), st.text(max_size=5)), max_size=4), max_size=4))
def test_any_table(frame: dict[str, list[Any]]) -> None:
    for compute in [lambda: cd.read(PLAN, frame), lambda: cd.simulate(PLAN, frame)]:
        try:
            compute()
        except (cd.Error, ValueError) as error:
            assert str(error)


numbers = st.one_of(st.floats(), st.integers(-(10**20), 10**20), st.none(), st.text(max_size=3))


@some
@given(
    st.lists(st.sampled_from(["a", "b", "c", "", "a,b"]), max_size=3),
    st.sampled_from(["inverse", "auto", "loglinear", "likelihood", "clusters:0", "clusters:2", "nonsense", ""]),
    numbers,
)
def test_any_request(names: list[str], method: str, number: Any) -> None:
    computations = [
        lambda: REPORTS.table(*names, method=method, confidence=number),
        lambda: REPORTS.test(*names, level=number),
        lambda: REPORTS.test(*names, hypothesis="fit", shares=[number, number]),
        lambda: REPORTS.quantile("b", [number]),
        lambda: REPORTS.mean("b", low=number),
        lambda: PLAN.power(*names, effect=number),
        lambda: PLAN.power(*names, odds_ratio=number),
        lambda: REPORTS.synthesize(3, tables=[names], method=method),
    ]
    for compute in computations:
        try:
            compute()
        except (cd.Error, TypeError, ValueError, OverflowError) as error:
            assert str(error)


def test_codes_of_common_mistakes(tmp_path: Path) -> None:
    codes = {
        "unknown-attribute": lambda: REPORTS.table("smoker"),
        "duplicate-table-attribute": lambda: REPORTS.table("a", "a"),
        "invalid-confidence": lambda: REPORTS.table("a", confidence=math.nan),
        "invalid-hypothesis": lambda: REPORTS.test("a", "b", hypothesis="trends"),
        "unknown-category": lambda: cd.simulate(PLAN, {"a": ["maybe"], "b": [3]}),
        "missing-answer": lambda: cd.simulate(PLAN, {"a": [None], "b": [3]}),
        "invalid-csv": lambda: cd.simulate(PLAN, {"a": ["no"]}),
        "unknown-column": lambda: cd.simulate(PLAN, {"a": ["no"], "b": [3], "c": ["x"]}),
        "io": lambda: cd.read(PLAN, tmp_path / "absent"),
        "plan-mismatch": lambda: cd.read(PLAN, counts=REPORTS.to_dict() | {"plan": "sha256:" + "0" * 64}),
        "invalid-survey": lambda: cd.Survey({"survey": "s", "attributes": [], "nonsense": 1}).design(),
        "needs-a-file": lambda: REPORTS.weigh(),
        "empty-sample": lambda: cd.simulate(PLAN, {"a": [], "b": []}, n=5),
    }
    assert {code: refused(compute).code for code, compute in codes.items()} == {code: code for code in codes}


def test_no_message_holds_an_answer() -> None:
    secret = "quite-a-secret"
    for frame in [{"a": [secret], "b": [3]}, {"a": ["no"], "b": [secret]}]:
        assert secret not in str(refused(lambda frame=frame: cd.simulate(PLAN, frame)))
    plan = cd.Survey("s").ask("a", ["no", "yes"]).design(record_epsilon=2, method="independent")
    assert secret not in str(refused(lambda: cd.read(plan, {"a": [secret]})))


def test_a_table_that_does_not_fit_is_refused_before_it_is_made() -> None:
    survey = cd.Survey("wide")
    for number in range(10):
        survey = survey.ask(f"q{number}", [str(value) for value in range(20)])
    plan = survey.design(record_epsilon=20, method="independent")
    reports = cd.simulate(plan, {f"q{number}": ["0"] for number in range(10)})
    assert refused(lambda: reports.table(*(f"q{number}" for number in range(10)))).code == "too-large"


def test_what_is_no_source_is_refused() -> None:
    for wrong in [5, None, [1, 2], object()]:
        with pytest.raises(TypeError):
            cd.read(PLAN, wrong)  # pyright: ignore[reportArgumentType]
    with pytest.raises(TypeError):
        cd.read(PLAN)
