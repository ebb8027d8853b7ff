"""Compares the figures of two versions.

Usage: compare.py FOLDER. The folder has `before.N.txt` and `after.N.txt` for every round N, with what benches and client.mjs printed. Prints the
least value of each figure in both versions, and the median, lowest and highest ratio over the rounds. Every figure is a time or a size, so that a
ratio above 1 is worse: of the collector's reports a second, the time that each takes.
"""

import pathlib
import re
import statistics
import sys

from divan import UNITS, figures

CLIENT = re.compile(r"^([^\s│├╰].*?)?\s{2,}([\d.]+) (ms|µs|bytes)\b(?:.*?(\d+ questions))?")

STORED = re.compile(r"^\| ([^|]+) \| (\d+) \| [\d.]+ \| [\d.]+ \| ([\d.]+) µs \|$")
MEMORY = re.compile(r"^The most memory was (\d+) MiB\.$")


def collector_figures(lines):
    """How long each report takes by the clock and of the collector's processor time, by how reports arrive; the most memory that it took."""
    found = {}
    for line in lines:
        if stored := STORED.match(line):
            found[f"a report stored: {stored.group(1)}"] = (1 / float(stored.group(2)), False)
            found[f"processor time of a report: {stored.group(1)}"] = (float(stored.group(3)) * UNITS["µs"], False)
        elif memory := MEMORY.match(line):
            found["memory of the collector"] = (float(memory.group(1)) * 2**20, True)
    return found


def client_figures(lines):
    """Figures of client.mjs by name; a line without a name takes that of the line before."""
    found, name = {}, ""
    for line in lines:
        figure = CLIENT.match(line)
        if figure:
            name = figure.group(1) or name
            value, unit, of = figure.group(2, 3, 4)
            found[f"{name}, {of}" if of else name] = (float(value) * UNITS.get(unit, 1.0), unit == "bytes")
    return found


def round_of(path):
    """Figures of one round: each a number, and whether it is in bytes."""
    lines = path.read_text(encoding="utf-8").splitlines()
    times = {" ".join(branch): (seconds, False) for branch, (seconds, _) in figures(lines).items()}
    return times | client_figures(lines) | collector_figures(lines)


def written(value, in_bytes):
    if in_bytes:
        return f"{value:.0f} bytes"
    unit = next((unit for unit in ("s", "ms", "µs") if value >= UNITS[unit]), "ns")
    return f"{value / UNITS[unit]:.4g} {unit}"


def main():
    folder = pathlib.Path(sys.argv[1])
    before, after = ([round_of(path) for path in sorted(folder.glob(f"{side}.*.txt"))] for side in ("before", "after"))
    print("| figure | before | after | after / before (above 1: worse) | from | to |")
    print("|---|---|---|---|---|---|")
    alone = set()
    for name in dict.fromkeys(name for figures in before + after for name in figures):
        pairs = [(one[name], other[name]) for one, other in zip(before, after) if name in one and name in other]
        if not pairs:
            alone.add(name)
            continue
        ratios = [other[0] / one[0] for one, other in pairs if one[0] > 0]
        least = [written(*min(figures)) for figures in zip(*pairs)]
        spread = [f"{of(ratios):.2f}" if ratios else "" for of in (statistics.median, min, max)]
        print(f"| {name} | {' | '.join(least + spread)} |")
    for name in sorted(alone):
        print(f"\nOnly one of the two has {name}.")


main()
