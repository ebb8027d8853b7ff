"""A bar of tqdm while files are read, where tqdm is installed and somebody looks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def bar(paths: Iterable[str], shown: bool | None) -> Generator[Callable[[int], None] | None]:
    """What is to be called with the number of bytes that were read; ``None`` if nothing is shown."""
    if shown is False or (shown is None and not sys.stderr.isatty()):
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield None
        return
    total = sum(path.stat().st_size for path in map(Path, paths) if path.is_file())
    with tqdm(total=total, unit="B", unit_scale=True, desc="reports", leave=False) as shown_bar:

        def tell(read: int) -> None:
            shown_bar.update(read - shown_bar.n)

        yield tell
