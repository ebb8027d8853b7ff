"""Estimates in pandas: the JSON and the CSV that `candor estimate` writes.

    candor estimate plan.json reports.ndjson --tables smoker,age --format json > estimates.json
    candor estimate plan.json reports.ndjson --tables smoker,age --format csv > estimates.csv
    python pandas_estimates.py estimates.json estimates.csv
"""

import json
import sys

import pandas as pd


def read_json(path):
    """One row a cell: table, a column for every attribute, the numbers, and what holds for the whole table."""
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    rows = []
    for table in document["tables"]:
        whole = {"table": ",".join(table["attributes"]), "method": table["method"], "condition": table["condition"]}
        for cell in table["cells"]:
            numbers = {name: cell[name] for name in ("estimate", "standard_error", "lower", "upper")}
            rows.append(whole | dict(zip(table["attributes"], cell["categories"])) | numbers)
    return pd.DataFrame(rows)


def read_csv(path):
    """The same from CSV. Categories stay text: "18" is a category, not a number."""
    numbers = ["estimate", "standard_error", "lower", "upper", "confidence", "n", "condition"]
    frame = pd.read_csv(path, dtype=str, keep_default_na=False)
    frame[numbers] = frame[numbers].apply(pd.to_numeric)
    return frame


def cross_table(frame, rows, columns):
    """A table of two attributes with its rows and columns, in the order of the plan."""
    name = ",".join([rows, columns])
    cells = frame[frame["table"] == name]
    wide = cells.pivot(index=rows, columns=columns, values="estimate")
    return wide.loc[cells[rows].unique(), cells[columns].unique()]


if __name__ == "__main__":
    from_json, from_csv = read_json(sys.argv[1]), read_csv(sys.argv[2])
    numbers = ["estimate", "standard_error", "lower", "upper"]
    pd.testing.assert_frame_equal(from_json[numbers], from_csv[numbers])
    print(from_json.to_string(index=False, float_format="{:.4f}".format))
    for table in from_json["table"].unique():
        attributes = table.split(",")
        if len(attributes) == 2:
            print()
            print(cross_table(from_json, *attributes).to_string(float_format="{:.3f}".format))
