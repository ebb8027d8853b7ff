"""What the package feels like: texts, arrays, HTML, pictures, warnings, Ctrl-C."""

from __future__ import annotations

import _thread
import pickle
import signal
import subprocess
import threading
from pathlib import Path

import candor as cd
import numpy as np
import pytest
from conftest import PROGRAM, Case, Refusal, cli, run


@pytest.fixture(scope="module")
def reports(health: Case) -> cd.Reports:
    return cd.read(health.plan, health.reports)


def test_table(health: Case, reports: cd.Reports) -> None:
    first, second = health.names[0], health.names[1]
    table = reports.table(first, second)
    sizes = [len(reports.plan.questions[name]) for name in (first, second)]
    assert table.attributes == (first, second)
    assert len(table) == len(table.categories) == sizes[0] * sizes[1] == table.estimate.size
    assert table.n == reports.n == len(health.truth[first])
    assert table.estimate.sum() == pytest.approx(1)
    assert table.conf_int().shape == (len(table), 2)
    assert np.sqrt(np.diag(table.cov)) == pytest.approx(table.se)
    assert table[table.categories[0]] == table.cells[0]
    with pytest.raises(KeyError):
        table["none", "such"]
    assert table.influence is not None and table.influence > 0
    assert table.misfit is None
    assert str(table) == repr(table) == run("estimate", health.plan, health.reports, "--tables", f"{first},{second}").rstrip("\n")


def test_reason_of_auto(health: Case, reports: cd.Reports) -> None:
    table = reports.table(*health.names[:3], method="auto")
    assert table.reason
    assert table.reason in table._repr_html_()


def test_html_escapes_what_surveys_say() -> None:
    survey = cd.Survey("odd").ask("<b>", ["<script>", "&"]).ask("other", ["no", "yes"])
    plan = survey.design(record_epsilon=4)
    reports = cd.simulate(plan, {"<b>": ["<script>", "&"], "other": ["no", "yes"]}, n=500)
    page = reports.table("<b>", "other")._repr_html_()
    assert "<script>" not in page and "&lt;script&gt;" in page and page.count("<tr>") == 5
    assert "<script>" not in plan._repr_html_()


def test_label(health: Case, tmp_path: Path) -> None:
    plan = cd.Plan(health.plan)
    path = tmp_path / "label.html"
    run("label", health.plan, "--language", "de", "--page", "Amt", "-o", path)
    label = plan.label(language="de", page="Amt")
    assert label == path.read_text()
    label.save(tmp_path / "own.html")
    assert (tmp_path / "own.html").read_text() == path.read_text()
    assert "srcdoc" in label._repr_html_()
    with pytest.raises(cd.Error, match="labels are in"):
        plan.label(language="xx")


def test_plans_and_surveys(health: Case, tmp_path: Path) -> None:
    plan = cd.Plan(health.plan)
    plan.save(tmp_path / "plan.json")
    assert (tmp_path / "plan.json").read_bytes() == health.plan.read_bytes()
    assert plan == cd.Plan(tmp_path / "plan.json") and hash(plan) == hash(cd.Plan(health.plan))
    assert plan.promises.record <= 6 and set(plan.promises.column) == set(health.names)
    with pytest.raises(cd.Error) as refused:
        plan.verify(max_record_epsilon=0.1)
    assert Refusal(refused.value.code, str(refused.value)).code == "cap-exceeded"
    theirs = cli("verify", health.plan, "--max-record-epsilon", "0.1")
    assert isinstance(theirs, Refusal) and theirs.message.endswith(str(refused.value))
    survey = cd.Survey("habits").ask("smoker", ["no", "yes"], question="Do you smoke?").ask("age", bins=[0, 30, 60])
    assert survey.to_dict()["attributes"][1] == {"name": "age", "bins": [0, 30, 60]}
    designed = survey.design(record_epsilon=3, tables=[["smoker", "age"]], respondents=2000)
    assert designed.promises.expected is not None
    assert designed.promises.record <= 3
    again = survey.design(record_epsilon=3, tables="pairs", revises=designed)
    assert designed.fingerprint in again.to_json()


def test_signatures(health: Case, tmp_path: Path) -> None:
    def signed(name: str) -> tuple[cd.Plan, str]:
        command = [PROGRAM, "sign", health.plan, "--key", tmp_path / f"{name}.pem", "--new-key", "-o", tmp_path / name]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return cd.Plan(tmp_path / name), done.stderr.split()[-1]

    (own, key), (_, other) = signed("own"), signed("other")
    assert own.verify(public_key=key).to_dict() == own.promises.to_dict()
    for plan, wrong in [(own, other), (cd.Plan(health.plan), key), (own, "no key")]:
        plan.save(tmp_path / "plan.json")
        with pytest.raises(cd.Error) as refused:
            plan.verify(public_key=wrong)
        theirs = cli("verify", tmp_path / "plan.json", "--public-key", wrong)
        assert Refusal(refused.value.code, str(refused.value)) == theirs


def test_errors_have_codes_and_survive_pickling() -> None:
    with pytest.raises(cd.Error) as refused:
        cd.Plan("absent.json")
    assert refused.value.code == "io" and str(refused.value).startswith("absent.json: ")
    copy = pickle.loads(pickle.dumps(refused.value))
    assert (copy.code, str(copy)) == (refused.value.code, str(refused.value))
    assert type(refused.value).__module__ == "candor"


def test_formulas(health: Case, reports: cd.Reports) -> None:
    one, two = health.names[0], health.names[2]
    model = reports.logit(f"{one} ~ {two}", ridge=True)
    assert model.names[0].endswith("Intercept")
    assert len(model.names) == model.params.size == model.bse.size == model.pvalues.size == len(model.conf_int())
    assert model.summary() == repr(model) + "\n"
    for wrong in ["smoker", "~ age", "smoker ~", "smoker ~ age +"]:
        with pytest.raises(cd.Error, match="is not a formula"):
            reports.logit(wrong)


def test_picture(health: Case, reports: cd.Reports) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    table = reports.table(health.names[0])
    axes = table.plot()
    assert [bar.get_width() for bar in axes.patches] == table.estimate.tolist()
    assert len(axes.get_yticklabels()) == len(table)


def test_hidden_tables_warn() -> None:
    survey = cd.Survey("few").ask("a", ["0", "1"]).ask("b", ["0", "1"]).ask("c", ["0", "1"])
    plan = survey.design(record_epsilon=1, tables=[["a"], ["b"], ["c"]])
    rows = {name: ["0", "1", "1"] for name in "abc"}
    reports = cd.simulate(plan, rows, n=400)
    with pytest.warns(cd.CandorWarning, match="left out"):
        tables = reports.tables(pairs=True)
    assert [table.attributes for table in tables][:3] == [("a",), ("b",), ("c",)]
    with pytest.raises(cd.Error) as refused:
        reports.table("a", "b")
    assert refused.value.code == "unidentifiable-table"


def test_a_table_that_was_not_counted_is_counted_when_it_is_asked_for(health: Case) -> None:
    reports = cd.read(health.plan, health.reports, tables=[health.names[:1]])
    assert len(reports.to_dict()["tables"]) == 1
    assert reports.table(*health.names[:3]).attributes == tuple(health.names[:3])
    theirs = cli("estimate", health.plan, health.reports, "--tables", ",".join(health.names[:3]))
    assert reports.table(*health.names[:3]).to_dict() == theirs


def test_counts_are_read_back(health: Case, reports: cd.Reports, tmp_path: Path) -> None:
    path = tmp_path / "counts.json"
    path.write_text(run("count", health.plan, health.reports, "--format", "json"))
    counted = cd.read(health.plan, counts=path)
    first = health.names[0]
    assert counted.table(first).to_dict() == reports.table(first).to_dict()
    with pytest.raises(cd.Error) as refused:
        counted.table(*health.names[:2])
    assert refused.value.code == "invalid-counts"


def test_ctrl_c_ends_the_wait() -> None:
    survey = cd.Survey("long")
    for number in range(12):
        survey = survey.ask(f"q{number}", [str(value) for value in range(2 + number % 5)])
    # A process in the background ignores it, and a shell starts tests there.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    pressed = threading.Timer(0.5, _thread.interrupt_main)
    pressed.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            while True:  # a machine that designs faster than this asks again
                survey.design(record_epsilon=20)
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads_run_while_work_is_done(health: Case) -> None:
    ticks: list[None] = []
    done = threading.Event()

    def tick() -> None:
        while not done.is_set():
            ticks.append(None)
            done.wait(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    survey = cd.Survey(health.survey)
    before = len(ticks)
    while len(ticks) < before + 20:
        survey.design()
    done.set()
    thread.join()
    assert len(ticks) >= before + 20
