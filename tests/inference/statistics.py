"""Recomputes every statistic on stdin with SciPy and statsmodels; lines as for statistics.R."""

import sys

import numpy as np
from scipy import stats
from statsmodels.stats.contingency_tables import Table, mcnemar
from statsmodels.stats.multitest import multipletests


def trend(counts, scores):
    """Linear-by-linear association divides by n - 1 where Cochran and Armitage divide by n."""
    table = Table(counts.reshape(-1, 2), shift_zeros=False)
    found = table.test_ordinal_association(row_scores=scores, col_scores=np.arange(2))
    variance = found.null_sd**2 * (counts.sum() - 1) / counts.sum()
    statistic = (found.statistic - found.null_mean) ** 2 / variance
    return statistic, stats.chi2.sf(statistic, 1)


def recomputed(kind, given, counts):
    if kind == "chi2":
        found = stats.chi2_contingency(counts.reshape(-1, int(given[0])), correction=False)
        return found.statistic, found.pvalue
    if kind == "trend":
        return trend(counts, given)
    if kind == "fit":
        return stats.chisquare(counts, counts.sum() * given)
    if kind == "tdt":
        found = mcnemar([[0, counts[0]], [counts[1], 0]], exact=False, correction=False)
        return found.statistic, found.pvalue
    return 0.0, multipletests(counts, method={"holm": "holm", "bh": "fdr_bh"}[kind])[1]


for line in sys.stdin:
    kind, *rest = line.strip().split(";")
    given, counts, statistic, p_value = (np.array([float(x) for x in part.split()]) for part in rest)
    expected = recomputed(kind, given, counts)
    # SciPy and this project add thousands of terms in different orders, hence the tolerance.
    np.testing.assert_allclose(statistic, expected[0], rtol=1e-9, atol=1e-12, err_msg=line)
    np.testing.assert_allclose(p_value, expected[1], rtol=1e-8, atol=1e-300, err_msg=line)
print("agreed")
