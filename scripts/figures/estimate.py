"""The inverse estimate in NumPy, beside the figures of `cargo bench --bench estimate`.

Usage: estimate.py DIVAN_OUTPUT. Same tables, same law, same results (shares and standard errors): castell axis
by axis, each axis one matrix product, as `tensordot` along the axis and in turns, the first axis becoming the last,
which moves less memory; and dense, the Kronecker product of the inverses as one matrix, where that still fits.
Prints the ratios, and the most memory that candor needs, in tables.
"""

import re
import sys
import time

import numpy as np

ADULT = (5, 2, 2, 16, 15, 7)
EPSILON = 2.0
BYTES = {"B": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9}
UNITS = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1.0}


def counts_of(sizes):
    cells = np.arange(int(np.prod(sizes)), dtype=np.uint64)
    with np.errstate(over="ignore"):
        hashed = cells * np.uint64(2_654_435_761)
    return ((hashed >> np.uint64(7)) & np.uint64(15)).astype(np.float64).reshape(sizes)


def inverse_of(a):
    matrix = np.full((a, a), 1.0)
    np.fill_diagonal(matrix, np.exp(EPSILON))
    return np.linalg.inv(matrix / (np.exp(EPSILON) + a - 1))


def axis_wise(counts):
    n = counts.sum()
    shares = counts / n
    moments = shares
    for axis, a in enumerate(counts.shape):
        inverse = inverse_of(a)
        shares = np.moveaxis(np.tensordot(inverse, shares, axes=(1, axis)), 0, axis)
        moments = np.moveaxis(np.tensordot(inverse**2, moments, axes=(1, axis)), 0, axis)
    return shares, np.sqrt(np.maximum(moments - shares**2, 0) / n)


def in_turns(counts):
    n = counts.sum()
    shares = counts.ravel() / n
    moments = shares
    for a in counts.shape:
        inverse = inverse_of(a)
        shares = shares.reshape(a, -1).T @ inverse
        moments = moments.reshape(a, -1).T @ inverse**2
    shares = shares.reshape(counts.shape)
    variances = moments.reshape(counts.shape)
    variances -= shares**2
    np.maximum(variances, 0, out=variances)
    variances /= n
    return shares, np.sqrt(variances, out=variances)


def dense(counts):
    n = counts.sum()
    matrix = np.array([[1.0]])
    for a in counts.shape:
        matrix = np.kron(matrix, inverse_of(a))
    flat = counts.ravel() / n
    shares = matrix @ flat
    return shares, np.sqrt(np.maximum(matrix**2 @ flat - shares**2, 0) / n)


def median_time(work, repeat):
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return sorted(times)[len(times) // 2]


def candor_figures(path):
    """Median seconds of every `inverse` bench and the most bytes allocated beside the table, by shape."""
    figures, shape = {}, None
    for line in open(path, encoding="utf-8"):
        found = re.search(r"[├╰]─ (\S+)\s+[\d.]", line)
        if found:
            shape = found.group(1)
            value, unit = re.search(r"([\d.]+) (ns|µs|ms|s)\b", line.split("│")[-4]).groups()
            figures[shape] = [float(value) * UNITS[unit], None]
        elif shape and figures[shape][1] is None:
            size = re.search(r"([\d.]+) (B|KB|MB|GB)\b", line)
            if size:
                figures[shape][1] = float(size.group(1)) * BYTES[size.group(2)]
    return figures


def main():
    figures = candor_figures(sys.argv[1])
    print("| table | candor | memory, in tables | NumPy, tensordot | ratio | NumPy, in turns | ratio | NumPy, dense | ratio |")
    print("|---|---|---|---|---|---|---|---|---|")
    for shape, sizes, repeat, fits in [
        ("ten-1e3", (10,) * 3, 200, True),
        ("adult-33600", ADULT, 500, False),
        ("ten-1e7", (10,) * 7, 3, False),
        ("binary-2^23", (2,) * 23, 3, False),
    ]:
        counts = counts_of(sizes)
        own, beside = figures[shape]
        cells = [f"{own * 1e3:.3f} ms", f"{1 + beside / counts.nbytes:.2f}"]
        for way in (axis_wise, in_turns):
            differences = (abs(a - b).max() for a, b in zip(way(counts), axis_wise(counts)))
            assert max(differences) < 1e-9
            cells += compared(own, median_time(lambda: way(counts), repeat))
        if fits:
            differences = (abs(a.ravel() - b).max() for a, b in zip(axis_wise(counts), dense(counts)))
            assert max(differences) < 1e-9
            cells += compared(own, median_time(lambda: dense(counts), 5))
        else:
            cells += [f"a matrix of {8e-9 * counts.size**2:.0f} GB", ""]
        print(f"| {shape} | {' | '.join(cells)} |")


def compared(own, seconds):
    return [f"{seconds * 1e3:.3f} ms", f"{seconds / own:.1f} times"]


main()
