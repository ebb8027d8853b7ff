"""Times the inverse estimate in NumPy and compares it with the figures of `cargo bench --bench estimate`.

Usage: estimate.py DIVAN_OUTPUT. Tables, law and results (shares and standard errors) are the same. NumPy does it in three ways: *castell* axis
by axis, one matrix product for each, by `tensordot` along the axis; the same in turns, so that the first axis becomes the last, which moves less
memory; and dense, with the Kronecker product of the inverses as one matrix, where that still fits.
Prints the ratios, and the most memory that candor needs, as a multiple of the table's.
"""

import sys
import time

import numpy as np

from divan import figures

ADULT = (5, 2, 2, 16, 15, 7)
EPSILON = 2.0


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


def main():
    with open(sys.argv[1], encoding="utf-8") as output:
        inverses = {
            branch[1]: figure for branch, figure in figures(output).items() if branch[0].startswith("inverse")
        }
    print("| table | candor | memory, in tables | NumPy, tensordot | ratio | NumPy, in turns | ratio | NumPy, dense | ratio |")
    print("|---|---|---|---|---|---|---|---|---|")
    for shape, sizes, repeat, fits in [
        ("ten-1e3", (10,) * 3, 200, True),
        ("adult-33600", ADULT, 500, False),
        ("ten-1e7", (10,) * 7, 3, False),
        ("binary-2^23", (2,) * 23, 3, False),
    ]:
        counts = counts_of(sizes)
        own, beside = inverses[shape]
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
