"""The inverse estimate in NumPy, beside the figures of `cargo bench --bench estimate`.

Usage: estimate.py DIVAN_OUTPUT. Same tables, same law, same results (shares and standard errors): castell axis
by axis, each axis one matrix product; and dense, the Kronecker product of the inverses as one matrix, where that
still fits. Prints the ratios.
"""

import re
import sys
import time

import numpy as np

ADULT = (5, 2, 2, 16, 15, 7)
EPSILON = 2.0
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


def candor_times(path):
    """Median of every `inverse` bench, by shape."""
    times = {}
    for line in open(path, encoding="utf-8"):
        found = re.search(r"[├╰]─ (adult-33600|ten-1e7|ten-1e3)\s", line)
        if found:
            value, unit = re.search(r"([\d.]+) (ns|µs|ms|s)\b", line.split("│")[-4] if "│" in line else line).groups()
            times[found.group(1)] = float(value) * UNITS[unit]
    return times


def main():
    times = candor_times(sys.argv[1])
    print("| table | candor | NumPy, axis-wise | ratio | NumPy, dense | ratio |")
    print("|---|---|---|---|---|---|")
    for shape, sizes, repeat, fits in [
        ("ten-1e3", (10,) * 3, 50, True),
        ("adult-33600", ADULT, 50, False),
        ("ten-1e7", (10,) * 7, 3, False),
    ]:
        counts = counts_of(sizes)
        own, numpy_time = times[shape], median_time(lambda: axis_wise(counts), repeat)
        if fits:
            difference = max(abs(a.ravel() - b).max() for a, b in zip(axis_wise(counts), dense(counts)))
            assert difference < 1e-9, difference
            dense_time = median_time(lambda: dense(counts), 5)
            last = f"{dense_time * 1e3:.3f} ms | {dense_time / own:.0f} times"
        else:
            last = f"a matrix of {8e-9 * counts.size**2:.0f} GB | "
        print(f"| {shape} | {own * 1e3:.3f} ms | {numpy_time * 1e3:.3f} ms | {numpy_time / own:.1f} times | {last} |")


main()
