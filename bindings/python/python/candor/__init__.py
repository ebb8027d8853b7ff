"""Private surveys: plans with exact promises, and honest estimates from perturbed reports.

A survey is designed into a plan, which promises by how much a report can change anybody's odds about a person at most::

    import candor as cd

    survey = cd.Survey("health").ask("smoker", ["no", "yes"]).ask("cough", ["no", "yes"])
    plan = survey.design(record_epsilon=2)
    reports = cd.simulate(plan, {"smoker": ["no", "no", "yes"], "cough": ["no", "yes", "yes"]}, n=2000, seed=1)
    print(reports.table("smoker", "cough"))

Reports that devices sent are read by :func:`read`. All numbers are computed by the Rust code of the ``candor`` command line, and are equal to
its numbers to the last digit. Everything that is refused raises :class:`Error`, whose ``code`` is that of the command line.
"""

from candor._collector import Collector
from candor._error import CandorWarning, Error
from candor._models import Model
from candor._plan import Label, Plan, Power, Promises
from candor._reading import read, simulate
from candor._records import Records
from candor._reports import Reports
from candor._scales import Number, Quantiles, Ranking, Score
from candor._survey import Survey
from candor._tables import Cell, Table
from candor._tests import Screen, Test
from candor._weighted import Weighted, WeightedTable

__all__ = [
    "CandorWarning",
    "Cell",
    "Collector",
    "Error",
    "Label",
    "Model",
    "Number",
    "Plan",
    "Power",
    "Promises",
    "Quantiles",
    "Ranking",
    "Records",
    "Reports",
    "Score",
    "Screen",
    "Survey",
    "Table",
    "Test",
    "Weighted",
    "WeightedTable",
    "read",
    "simulate",
]
