"""Reads what divan prints for benches: a tree of names, each figure with its fastest, slowest, median and mean time, and below it its memory."""

import re

BYTES = {"B": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9}
UNITS = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1.0}
TIME = r"[\d.]+ (?:ns|µs|ms|s)"


def figures(lines):
    """For every figure its median seconds and, where printed, the most bytes allocated, by the names of its branch: ("inverse", "ten-1e3")."""
    found, branch = {}, []
    for line in lines:
        entry = re.search(r"[├╰]─ (\S+)", line)
        if entry:
            branch = branch[: entry.start() // 3] + [entry.group(1)]
            times = re.findall(rf"({TIME})\s", line)
            if len(times) >= 3:
                value, unit = times[2].split()
                found[tuple(branch)] = [float(value) * UNITS[unit], None]
        elif tuple(branch) in found and found[tuple(branch)][1] is None:
            size = re.search(r"([\d.]+) (B|KB|MB|GB)\b", line)
            if size:
                found[tuple(branch)][1] = float(size.group(1)) * BYTES[size.group(2)]
    return found
