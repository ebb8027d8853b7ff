"""The stubs describe the module in Rust: the same classes, functions and names of parameters."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import candor
from candor import _rust

STUB = ast.parse((Path(candor.__file__).parent / "_rust.pyi").read_text())


def parameters(of: ast.FunctionDef) -> list[str]:
    return [own.arg for own in of.args.args if own.arg != "self"]


def test_stubs_and_module_agree() -> None:
    stubbed: dict[str, list[str] | None] = {}
    for item in STUB.body:
        if isinstance(item, ast.FunctionDef):
            stubbed[item.name] = parameters(item)
        elif isinstance(item, ast.ClassDef):
            stubbed[item.name] = None
            stubbed |= {f"{item.name}.{own.name}": parameters(own) for own in item.body if isinstance(own, ast.FunctionDef)}
    found: dict[str, list[str] | None] = {}
    for name in [name for name in dir(_rust) if not name.startswith("_")]:
        own = getattr(_rust, name)
        if not inspect.isclass(own):
            found[name] = list(inspect.signature(own).parameters)
            continue
        found[name] = None
        for method in [method for method in vars(own) if not method.startswith("_")]:
            names = inspect.signature(getattr(own, method)).parameters
            found[f"{name}.{method}"] = [each for each in names if each != "self"]
    assert found == stubbed


def test_everything_public_is_documented() -> None:
    for name in candor.__all__:
        own = getattr(candor, name)
        assert own.__doc__, name
        for member, value in vars(own).items() if inspect.isclass(own) else []:
            if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                assert value.__doc__, f"{name}.{member}"
