"""The totals of a collector, asked by its address."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from urllib.request import Request, urlopen

import candor as cd
import numpy as np
import pytest
from conftest import PROGRAM, ROOT, run

SURVEY = {
    "survey": "health",
    "attributes": [
        {"name": "smoker", "categories": ["no", "yes"]},
        {"name": "age", "bins": [18, 30, 60]},
        {"name": "first", "rank": ["pay", "hours"], "places": 2},
        {"name": "calm", "categories": ["1", "2"]},
        {"name": "rested", "categories": ["1", "2"]},
    ],
    "scores": [{"name": "climate", "of": ["calm", "rested"]}],
    "privacy": {"record_epsilon": 6},
}


class Served:
    """A collector with five hundred reports, whose totals only holders of a token read, and its address."""

    def __init__(self, folder: Path, address: str) -> None:
        self.folder, self.address = folder, address
        self.token = (folder / "token").read_text()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("collector")
    (folder / "survey.json").write_text(json.dumps(SURVEY))
    run("design", folder / "survey.json", "-o", folder / "plan.json")
    people = {"smoker": ["no", "yes"], "age": ["20", "40"], "calm": ["1", "2"], "rested": ["1", "2"]}
    plan = cd.Plan(folder / "plan.json")
    rows = [name for name in plan.questions if name not in people]
    answers = [[cells[row % 2] for cells in people.values()] + [str(1 + (row + place) % 2) for place in range(len(rows))] for row in range(500)]
    lines = [",".join([*people, *rows]), *(",".join(row) for row in answers)]
    (folder / "answers.csv").write_text("\n".join(lines) + "\n")
    run("perturb", folder / "plan.json", "--answers", folder / "answers.csv", "--seed", 1, "-o", folder / "reports.ndjson")
    (folder / "token").write_text(run("database", "token", "Ada", "--readers", folder / "readers.txt").strip())
    options = ["--database", folder / "c.db", "--plan", folder / "plan.json", "--readers", folder / "readers.txt", "--listen", "127.0.0.1:0", "--release-minutes", "0"]
    command = [str(word) for word in [PROGRAM, "serve", *options]]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as collector:
        assert collector.stdout is not None
        address = re.findall(r"http://\S+", collector.stdout.readline())[0]
        yield Served(folder, address)
        collector.terminate()


def post(served: Served, reports: list[bytes]) -> None:
    headers = {"content-type": "application/x-ndjson"}
    with urlopen(Request(f"{served.address}/reports", data=b"".join(reports), headers=headers)) as answer:
        assert answer.status == 201


def test_numbers_are_those_of_reports(served: Served) -> None:
    reports = (served.folder / "reports.ndjson").read_bytes().splitlines(keepends=True)
    post(served, reports[:200])
    collector = cd.Collector(served.address, token=served.token)
    early = collector.table("smoker")
    post(served, reports[200:])
    here = cd.read(collector.plan, served.folder / "reports.ndjson")
    assert collector.n == here.n == 500
    own, theirs = here.table("smoker", "age", given="age"), collector.table("smoker", "age", given="age")
    assert theirs.cells == own.cells
    assert theirs.differences == own.differences
    assert (theirs.n, theirs.confidence, theirs.method) == (own.n, own.confidence, own.method)
    assert str(theirs).startswith("smoker × age (500 reports)\nsmoker  age")
    assert collector.table("smoker", method="loglinear", confidence=0.9).cells == here.table("smoker", method="loglinear", confidence=0.9).cells
    assert collector.score("climate", by="smoker").to_dict()["scores"] == here.score("climate", by="smoker").to_dict()["scores"]
    assert collector.ranking("first").to_dict()["rankings"] == here.ranking("first").to_dict()["rankings"]
    assert np.array_equal(theirs.cov, own.cov)
    with pytest.raises(cd.Error) as refused:
        _ = collector.table("smoker", method="loglinear").cov
    assert refused.value.code == "undefined-statistic"
    with pytest.raises(cd.Error) as refused:
        _ = early.cov
    assert refused.value.code == "undefined-statistic"
    assert "from 200 to 500 reports" in str(refused.value)


def test_what_the_collector_refuses_is_raised(served: Served) -> None:
    with pytest.raises(cd.Error) as refused:
        cd.Collector(served.address).table("smoker")
    assert refused.value.code == "unauthorized"
    collector = cd.Collector(served.address, token=served.token, survey="health")
    for compute, code in [
        (lambda: collector.table("nothing"), "unknown-attribute"),
        (lambda: collector.table("smoker", confidence=2), "invalid-confidence"),
        (lambda: collector.score("nothing"), "invalid-score"),
        (lambda: cd.Collector(served.address, survey="nothing"), "not-found"),
        (lambda: cd.Collector(served.address, plan="sha256:00"), "not-found"),
    ]:
        with pytest.raises(cd.Error) as refused:
            compute()
        assert refused.value.code == code
        assert served.token not in str(refused.value)


def test_a_token_is_sent_to_nobody_else() -> None:
    with pytest.raises(ValueError, match="not HTTPS"):
        cd.Collector("http://reports.example.org", token="secret")
    for wrong in ["reports.example.org", "ftp://reports.example.org", "https://reports.example.org/?a=1", ""]:
        with pytest.raises(ValueError, match="no address of a collector"):
            cd.Collector(wrong)
    asked: list[str] = []
    with answering(asked, 302, b"", {"Location": "http://127.0.0.1:1/"}) as address, pytest.raises(cd.Error) as refused:
        cd.Collector(address, token="secret")
    assert (refused.value.code, asked) == ("io", ["/surveys"])
    for content in [b"<html>", b"[]"]:
        with answering([], 200, content, {}) as address, pytest.raises(cd.Error) as refused:
            cd.Collector(address)
        assert refused.value.code in ("io", "not-found")
    with pytest.raises(cd.Error) as refused:
        cd.Collector("http://127.0.0.1:1")
    assert refused.value.code == "io"


@contextmanager
def answering(asked: list[str], status: int, content: bytes, headers: dict[str, str]) -> Iterator[str]:
    """The address of a server that gives every request this answer."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def test_the_example_of_the_documentation(served: Served) -> None:
    (example,) = re.findall(r"^```py\n(.*?)^```$", (ROOT / "docs/python.md").read_text(), re.M | re.S)
    code = example.replace("https://collector.example", served.address)
    exec(code, {"cd": cd, "token": served.token})  # the numbers are compared above
