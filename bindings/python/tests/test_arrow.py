"""Tables of other programs, in and out, and files in every format."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import candor as cd
import pytest
from conftest import Case, run


@pytest.fixture(scope="module")
def plan() -> cd.Plan:
    return cd.Survey("s").ask("a", ["no", "yes"]).ask("b", ["1", "2", "3"]).design(record_epsilon=4, method="independent")


@pytest.fixture(scope="module")
def folder(plan: cd.Plan, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("arrow")
    plan.save(folder / "plan.json")
    with (folder / "answers.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["a", "b"])
        writer.writerows([["no", "yes"][row % 2], "123"[row % 3]] for row in range(1000))
    for name in ["r.csv", "r.parquet", "r.ndjson"]:
        run("perturb", folder / "plan.json", "--answers", folder / "answers.csv", "--seed", 1, "-o", folder / name)
    return folder


def columns(folder: Path) -> dict[str, list[str]]:
    with (folder / "r.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    return {name: [row[name] for row in rows] for name in rows[0]}


def test_all_formats_agree(plan: cd.Plan, folder: Path) -> None:
    counts = [cd.read(plan, folder / name).to_dict() for name in ["r.csv", "r.parquet", "r.ndjson"]]
    assert counts[0] == counts[1] == counts[2]
    assert cd.read(plan, columns(folder)).to_dict() == counts[0]


@pytest.mark.parametrize("library", ["pyarrow", "polars", "pandas", "duckdb"])
def test_tables_of_other_programs(plan: cd.Plan, folder: Path, library: str) -> None:
    module = pytest.importorskip(library)
    own = columns(folder)
    theirs = cd.read(plan, own).to_dict()
    numbers = {"a": own["a"], "b": [int(cell) for cell in own["b"]]}
    if library == "pyarrow":
        table = module.table(own)
        encoded = table.set_column(0, "a", table["a"].dictionary_encode())
        batched = module.Table.from_batches(table.to_batches(max_chunksize=77))
        frames = [table, encoded, batched, module.table(numbers), table.cast(module.schema({"a": module.string_view(), "b": module.large_string()}))]
    elif library == "polars":
        frames = [module.DataFrame(own), module.DataFrame(numbers), module.DataFrame(own).cast(module.Categorical)]
    elif library == "pandas":
        frames = [module.DataFrame(own), module.DataFrame(numbers), module.DataFrame(own).astype("category")]
    else:
        frames = [module.sql(f"from '{folder / 'r.parquet'}'")]
    for frame in frames:
        assert cd.read(plan, frame).to_dict() == theirs
    # A connection of DuckDB has one open stream at a time.
    if library != "duckdb":
        assert cd.read(plan, frames[0], frames[0]).n == 2000


def test_results_become_tables_of_other_programs(plan: cd.Plan, folder: Path) -> None:
    reports = cd.read(plan, folder / "r.csv")
    table = reports.table("a", "b")
    pyarrow, polars, pandas = (pytest.importorskip(name) for name in ["pyarrow", "polars", "pandas"])
    results = [table, reports.screen(), reports.logit("a ~ b"), reports.test("a", "b"), plan.promises, reports.synthesize(20)]
    for result in results:
        arrow = pyarrow.table(result)
        assert arrow.num_rows > 0
        assert polars.DataFrame(result).height == arrow.num_rows == len(pandas.DataFrame.from_arrow(result))
    frame = polars.DataFrame(table)
    assert frame.columns == ["a", "b", "estimate", "standard_error", "lower", "upper"]
    assert frame["estimate"].to_list() == table.estimate.tolist()
    guess = polars.DataFrame(reports.table("a", method="loglinear"))
    assert guess["standard_error"].null_count() == 2 and guess["standard_error"].dtype == polars.Float64


def test_a_stream_is_read_once(plan: cd.Plan, folder: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table(columns(folder))
    reports = cd.read(plan, table.to_reader())
    assert reports.table("a", "b").n == 1000
    with pytest.raises(cd.Error) as refused:
        reports.table("b", "a")
    assert refused.value.code == "invalid-counts"
    assert cd.read(plan, table.to_reader(), tables=[["b", "a"]]).table("b", "a").n == 1000
    assert cd.read(plan, table).table("b", "a").n == 1000


def test_ids_and_other_plans(plan: cd.Plan) -> None:
    own, other = plan.fingerprint, "sha256:" + "0" * 64
    ids = ["AAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAQ", "AAAAAAAAAAAAAAAAAAAAAA"]
    frame = {"a": ["no", "yes", "no"], "b": ["1", "2", "1"], "id": ids, "plan": [own, own, own]}
    assert cd.read(plan, frame).n == 2
    assert cd.read(plan, frame | {"plan": [own, other, own]}).n == 1
    with pytest.raises(cd.Error) as refused:
        cd.read(plan, frame | {"a": ["no", "yes", "yes"]})
    assert refused.value.code == "id-conflict"


def test_labelled_reports_from_a_table(health: Case) -> None:
    polars = pytest.importorskip("polars")
    path = health.folder / "reports.csv"
    run("perturb", health.plan, "--answers", health.answers, "--seed", 5, "-o", path)
    frame = polars.read_csv(path)
    assert cd.read(health.plan, frame).to_dict() == cd.read(health.plan, path).to_dict()


class Wrapped:
    """A frame that has nothing but Arrow's interface, as narwhals wraps those of others."""

    def __init__(self, frame: Any) -> None:
        self._frame = frame

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._frame.__arrow_c_stream__(requested_schema)


def test_truth_from_frames(plan: cd.Plan) -> None:
    pyarrow, polars, pandas, duckdb = (pytest.importorskip(name) for name in ["pyarrow", "polars", "pandas", "duckdb"])
    rows = {"a": ["no", "yes", "no", "yes"], "b": ["1", "2", "3", "3"]}
    theirs = cd.simulate(plan, rows, n=300, seed=4).to_dict()
    arrow = pyarrow.table(rows)
    for frame in [pandas.DataFrame(rows), polars.DataFrame(rows), arrow, duckdb.sql("from arrow"), Wrapped(arrow)]:
        assert cd.simulate(plan, frame, n=300, seed=4).to_dict() == theirs
    assert cd.simulate(plan, rows, n=300, seed=5).to_dict() != theirs
    assert theirs["n"] == 300
