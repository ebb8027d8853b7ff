"""Reads a file of Stata or SPSS with pyreadstat and prints all that is in it as JSON."""

import json
import math
import sys
from pathlib import Path

import pyreadstat

path = Path(sys.argv[1])
read = {".dta": pyreadstat.read_dta, ".sav": pyreadstat.read_sav}[path.suffix]
columns, about = read(path, output_format="dict")
told = {
    "label": about.file_label,
    "notes": about.notes,
    "names": about.column_names,
    "labels": about.column_labels,
    "values": {
        name: [[code, label] for code, label in labels.items()] for name, labels in about.variable_value_labels.items()
    },
    "measures": about.variable_measure,
    "columns": {
        name: [None if cell is None or (isinstance(cell, float) and math.isnan(cell)) else cell for cell in cells]
        for name, cells in columns.items()
    },
}
json.dump(told, sys.stdout, ensure_ascii=True)
