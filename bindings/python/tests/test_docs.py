"""The examples of README and of the documentation run, and the table of commands is whole."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, Case, run

PACKAGE = ROOT / "bindings/python"

PAGES = [ROOT / "README.md", PACKAGE / "README.md", ROOT / "docs/python.md"]


def examples(page: Path) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.M | re.S)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_examples_run(page: Path, tmp_path: Path) -> None:
    code = examples(page)
    assert code
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(code)], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 0, done.stderr


def test_every_command_that_estimates_is_in_the_table(health: Case) -> None:
    listed = set(re.findall(r"^  (\w+) +[A-Z]", run("help"), re.M))
    page = (ROOT / "docs/python.md").read_text()
    beside = set(re.findall(r"^\| `candor (\w+)", page, re.M))
    elsewhere = set(re.findall(r"`candor (\w+)`", page.partition("In neither:")[2]))
    assert len(listed) > 15
    assert beside | elsewhere == listed - {"help"}
    assert not beside & elsewhere


def test_the_table_names_what_is_there() -> None:
    import candor

    page = (ROOT / "docs/python.md").read_text()
    owners = {"plan": candor.Plan, "survey": candor.Survey, "reports": candor.Reports, "cd": candor}
    named = re.findall(r"\b(plan|survey|reports|cd)\.(?!json|ndjson|csv|parquet)(\w+)", page)
    assert len(named) > 15
    assert [f"{owner}.{name}" for owner, name in named if not hasattr(owners[owner], name)] == []
