"""What is raised and warned of."""

from __future__ import annotations

import warnings
from collections.abc import Iterable


class Error(Exception):
    """Why a document, a request or a report was refused: the sentence that the command line prints.

    No message holds an answer of a person.
    """

    code: str
    """The stable code, such as ``"unknown-attribute"``; ``docs/errors.md`` lists all of them."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[type[Error], tuple[str, str]]:
        return Error, (self.code, str(self))


class CandorWarning(UserWarning):
    """What a reader should know before trusting a number."""


def warn(messages: Iterable[str]) -> None:
    """Warns whoever called the package."""
    for message in messages:
        warnings.warn(message, CandorWarning, stacklevel=4)


for _public in (Error, CandorWarning):
    _public.__module__ = "candor"
