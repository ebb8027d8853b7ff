"""Every number is that of the command line, to the last digit, and every refusal has its code and its sentence."""

from __future__ import annotations

import csv
import json
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import candor as cd
import numpy as np
import pytest
from conftest import Case, Refusal, cli, every, made, run


def outcome(compute: Callable[[], Any]) -> Any:
    """The document of a result, or its refusal."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", cd.CandorWarning)
            return compute()
    except cd.Error as error:
        return Refusal(error.code, str(error))


@pytest.fixture(params=range(every(200, 20)))
def case(request: pytest.FixtureRequest, tmp_path: Path) -> Case:
    return made(request.param, tmp_path)


def test_random_survey(case: Case) -> None:
    plan = cd.Survey(case.survey).design()
    assert plan.to_json() == case.plan.read_text().rstrip("\n")
    assert plan.promises.to_dict() == cli("design", case.folder / "survey.json", "-o", case.folder / "again.json")
    assert plan.verify().to_dict() == cli("verify", case.plan)
    reports = cd.read(plan, case.reports)
    assert reports.to_dict() == cli("count", case.plan, case.reports, "--tables", *case.names, "--pairs")
    assert cd.simulate(plan, case.truth, seed=int(case.survey["survey"].split("-")[1])).to_dict() == reports.to_dict()
    tables(case, reports)
    hypotheses(case, reports)
    models(case, reports)
    powers(case, plan)
    records(case, reports)


def tables(case: Case, reports: cd.Reports) -> None:
    first, second = case.names[:2]
    for names in [[first], [first, second], [second, first], case.names[:3]]:
        for method in ["inverse", "auto", "loglinear", "likelihood"]:
            theirs = cli("estimate", case.plan, case.reports, "--tables", ",".join(names), "--method", method)
            assert outcome(lambda n=names, m=method: reports.table(*n, method=m).to_dict()) == theirs, (names, method)
    given = ["--tables", f"{first},{second}", "--given", second, "--project"]
    theirs = cli("estimate", case.plan, case.reports, *given)
    assert outcome(lambda: reports.table(first, second, given=second, project=True).to_dict()) == theirs
    theirs = cli("estimate", case.plan, case.reports, "--tables", first, "--covariance")
    if isinstance(theirs, Refusal):
        return
    assert reports.table(first).cov.tolist() == theirs["tables"][0]["covariance"]
    within(case, reports)
    theirs = cli("estimate", case.plan, case.reports, "--pairs", "--consistent")
    ours = outcome(lambda: [table.to_dict() for table in reports.tables(pairs=True, consistent=True)])
    assert ours == theirs if isinstance(theirs, Refusal) else all(own == theirs for own in ours)
    for name in case.binned:
        theirs = cli("numbers", case.plan, case.reports, "--of", name)
        assert outcome(lambda n=name: reports.quantile(n).to_dict()) == theirs
        mean = outcome(lambda n=name: reports.mean(n))
        if not isinstance(theirs, Refusal):
            assert mean.estimate == theirs["questions"][0]["mean"]["estimate"]


def hypotheses(case: Case, reports: cd.Reports) -> None:
    first, second = case.names[:2]
    for statistic in ["score", "likelihood-ratio"]:
        theirs = cli("test", case.plan, case.reports, "--tables", f"{first},{second}", "--statistic", statistic)
        assert outcome(lambda s=statistic: reports.test(first, second, statistic=s).to_dict()) == theirs
    assert outcome(lambda: reports.screen().to_dict()) == cli("test", case.plan, case.reports, "--screen")
    sizes = reports.plan.questions
    shares = [1 / len(sizes[first])] * len(sizes[first])
    fit = ["--test", "fit", "--shares", ",".join(map(repr, shares))]
    theirs = cli("test", case.plan, case.reports, "--tables", first, *fit)
    assert outcome(lambda: reports.test(first, hypothesis="fit", shares=shares).to_dict()) == theirs
    other = ["--test", "equality", "--other-reports", case.reports]
    theirs = cli("test", case.plan, case.reports, "--tables", first, *other)
    assert outcome(lambda: reports.test(first, hypothesis="equality", other=reports).to_dict()) == theirs


def models(case: Case, reports: cd.Reports) -> None:
    outcome_, *regressors = case.names[:3]
    for ridge in [False, True]:
        options = ["--outcome", outcome_, "--on", ",".join(regressors), *(["--ridge"] if ridge else [])]
        theirs = cli("model", case.plan, case.reports, *options)
        formula = f"{outcome_} ~ {' + '.join(regressors)}"
        assert outcome(lambda r=ridge, f=formula: reports.logit(f, ridge=r).to_dict()) == theirs
        theirs = cli("model", case.plan, case.reports, *options, "--covariance")
        if isinstance(theirs, dict):
            covariance = reports.logit(formula, ridge=ridge).cov_params()
            assert covariance.tolist() == theirs["covariance"]
            assert np.sqrt(np.diag(covariance)) == pytest.approx([own["standard_error"] for own in theirs["coefficients"]])


def within(case: Case, reports: cd.Reports) -> None:
    """Covariances of shares within groups are what the delta method makes of those of the joint shares."""
    first, second = case.names[:2]
    theirs = cli("estimate", case.plan, case.reports, "--tables", f"{first},{second}", "--given", second, "--covariance")
    if isinstance(theirs, Refusal):
        return
    table, joint = reports.table(first, second, given=second), reports.table(first, second)
    assert table.cov.tolist() == theirs["tables"][0]["covariance"]
    groups = [cell.categories[1] for cell in joint.cells]
    whole = {group: sum(cell.estimate for cell in joint.cells if cell.categories[1] == group) for group in groups}
    known = np.array([whole[group] > 0 for group in groups])
    same = np.array([[one == other for other in groups] for one in groups])
    of_groups = np.array([whole[group] if whole[group] > 0 else 1 for group in groups])
    jacobian = np.diag(1 / of_groups) - same * (joint.estimate / of_groups**2)[:, None]
    expected = (jacobian @ joint.cov @ jacobian.T)[np.ix_(known, known)]
    assert table.estimate[known] == pytest.approx(joint.estimate[known] / of_groups[known])
    scale = np.sqrt(np.outer(np.diag(expected), np.diag(expected)))
    assert table.cov[np.ix_(known, known)] / scale == pytest.approx(expected / scale, abs=1e-9)
    assert np.sqrt(np.diag(table.cov)) == pytest.approx(table.se)


def powers(case: Case, plan: cd.Plan) -> None:
    first, second = case.names[:2]
    theirs = cli("power", case.plan, "--table", f"{first},{second}", "--cramers-v", "0.2", "--respondents", "5000")
    assert outcome(lambda: plan.power(first, second, effect=0.2, respondents=5000).to_dict()) == theirs
    theirs = cli("power", case.plan, "--table", f"{first},{second}", "--odds-ratio", "2")
    assert outcome(lambda: plan.power(first, second, odds_ratio=2).to_dict()) == theirs


def records(case: Case, reports: cd.Reports) -> None:
    path = case.folder / "records.csv"
    run("synthesize", case.plan, case.reports, "--records", 50, "--seed", 7, "-o", path)
    with path.open(newline="") as file:
        theirs = list(csv.DictReader(file))
    drawn = outcome(lambda: reports.synthesize(50, seed=7))
    assert [dict(zip(drawn, row, strict=True)) for row in zip(*drawn.values(), strict=True)] == theirs


PLAIN = {
    "survey": "clubs",
    "attributes": [
        {"name": "climate", "rows": [{"name": "safe"}, {"name": "heard"}], "categories": ["1", "2", "3"]},
        {"name": "how", "choose": "any", "categories": ["words", "touch", "messages"]},
        {"name": "first", "rank": ["pay", "hours", "people"], "places": 2},
    ],
    "scores": [{"name": "climate-score", "of": ["climate"], "codes": [1, 2, 3]}],
    "plain": [{"name": "region", "categories": ["north", "south"]}],
    "privacy": {"record_epsilon": 6, "method": "independent"},
}


@pytest.fixture(scope="module")
def clubs(tmp_path_factory: pytest.TempPathFactory) -> Case:
    folder = tmp_path_factory.mktemp("clubs")
    path, plan = folder / "survey.json", folder / "plan.json"
    path.write_text(json.dumps(PLAIN))
    run("design", path, "-o", plan)
    truth: dict[str, list[str]] = {
        "climate.safe": [str(1 + person % 3) for person in range(600)],
        "climate.heard": [str(1 + person // 2 % 3) for person in range(600)],
        "how.words": [["yes", "no"][person % 2] for person in range(600)],
        "how.touch": [["yes", "no"][person % 5 > 1] for person in range(600)],
        "how.messages": [["yes", "no"][person % 7 > 2] for person in range(600)],
        "first.pay": [["1", "2", "not ranked"][person % 3] for person in range(600)],
        "first.hours": [["2", "not ranked", "1"][person % 3] for person in range(600)],
        "first.people": [["not ranked", "1", "2"][person % 3] for person in range(600)],
        "region": [["north", "south"][person % 3 == 0] for person in range(600)],
    }
    answers, reports = folder / "answers.csv", folder / "reports.csv"
    with answers.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(truth)
        writer.writerows(zip(*truth.values(), strict=True))
    run("perturb", plan, "--answers", answers, "--seed", 3, "-o", reports)
    return Case(PLAIN, truth, plan, answers, reports, folder)


def test_scores_rankings_and_weights(clubs: Case) -> None:
    reports = cd.read(clubs.plan, clubs.reports)
    for by in [[], ["--by", "region"], ["--by", "how.touch"]]:
        group = by[1] if by else None
        theirs = cli("scores", clubs.plan, clubs.reports, "--of", "climate-score", *by)
        assert outcome(lambda g=group: reports.score("climate-score", by=g).to_dict()) == theirs
        theirs = cli("rankings", clubs.plan, clubs.reports, "--of", "first", *by)
        assert outcome(lambda g=group: reports.ranking("first", by=g).to_dict()) == theirs
    ranking = reports.ranking("first", by="region")
    for item in ranking.to_dict()["rankings"][0]["items"]:
        for group in item["groups"]:
            for of, what in [(ranking.first_of, "first"), (ranking.mean_rank_of, "mean_rank")]:
                own = of[item["item"]][group["group"]]
                assert own is not None
                assert own.estimate == group[what]["estimate"]
    assert list(ranking.first_of) == list(ranking.first)
    margins = {"region": {"north": 0.4, "south": 0.6}}
    path = clubs.folder / "margins.json"
    path.write_text(json.dumps(margins))
    theirs = cli("weigh", clubs.plan, clubs.reports, "--tables", "how.touch", "--margins", path)
    assert outcome(lambda: reports.weigh(margins, on=["region"]).table("how.touch").to_dict()) == theirs
    guessed = ["--tables", "how.touch,how.words", "--method", "loglinear"]
    theirs = cli("weigh", clubs.plan, clubs.reports, *guessed, "--margins", path)
    guess = reports.weigh(margins).table("how.touch", "how.words", method="loglinear")
    assert guess.to_dict() == theirs
    assert guess.cells[0].se is None
    theirs = cli("weigh", clubs.plan, clubs.reports, "--tables", "how.touch", "--stratum", "region", "--replicates", "10")
    assert outcome(lambda: reports.weigh(stratum="region", replicates=10).table("how.touch").to_dict()) == theirs
    by_region = ["--tables", "how.touch,region", "--given", "region", "--reference", "south"]
    theirs = cli("weigh", clubs.plan, clubs.reports, *by_region, "--margins", path)
    raked = reports.weigh(margins)
    within = raked.table("how.touch", "region", given="region", reference="south")
    assert within.to_dict() == theirs
    assert [own["reference"] for own in within.differences] == [["no", "south"], ["yes", "south"]]
    missing = reports.weigh(missing_at_random=["region"])
    refused = outcome(lambda: missing.table("how.touch", "region", given="region"))
    assert isinstance(refused, Refusal)
    assert refused.code == "invalid-groups"
    for by in [[], ["--by", "how.touch"]]:
        group = by[1] if by else None
        theirs = cli("scores", clubs.plan, clubs.reports, "--of", "climate-score", "--margins", path, *by)
        assert outcome(lambda g=group: raked.score("climate-score", by=g).to_dict()) == theirs
        theirs = cli("rankings", clubs.plan, clubs.reports, "--of", "first", "--margins", path, *by)
        assert outcome(lambda g=group: raked.ranking("first", by=g).to_dict()) == theirs
    refused = outcome(lambda: missing.score("climate-score"))
    assert isinstance(refused, Refusal)
    assert refused.code == "invalid-weights"
    theirs = cli("estimate", clubs.plan, clubs.reports, "--tables", "how.touch,region")
    assert reports.table("how.touch", "region").to_dict() == theirs
    assert isinstance(theirs, dict)
