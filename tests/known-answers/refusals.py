#!/usr/bin/env python3
"""What must be refused, each case with one defect that names it, and an independent reading of why.

    refusals.py write     writes refusals.ndjson
    refusals.py check     reads every case and every plan of plans.ndjson, and compares

A case is a plan, or a report or answers for the second plan of plans.ndjson, with the code of its refusal. A defect other
than that of the fingerprint is one of a rightly fingerprinted document. Promises are recomputed as fractions over every
change set: P(changes are exactly S, to given values) = (uniform / P + weight / T) / 2^64, with P the records of the block and T
those of the pattern. The same cases are refused natively, in Node and in Chromium; reports are read natively only.
"""
import copy
import hashlib
import json
import sys
from decimal import Decimal, getcontext
from fractions import Fraction
from itertools import product
from math import comb, prod
from pathlib import Path

FOLDER = Path(__file__).parent
WHOLE = 2**64
getcontext().prec = 60


def compact(value):
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def fingerprint(plan):
    bare = {name: value for name, value in plan.items() if name != "fingerprint"}
    return "sha256:" + hashlib.sha256(compact(bare).encode()).hexdigest()


def plans():
    return [json.loads(line) for line in (FOLDER / "plans.ndjson").read_text().splitlines()]


# Why a document is refused.


def values(attribute):
    return [c if isinstance(c, str) else c["value"] for c in attribute["categories"]]


def log(ratio):
    return Decimal(ratio.numerator).ln() - Decimal(ratio.denominator).ln()


def block_defect(block, sizes):
    places = [position for members in block["classes"] for position in members]
    if sorted(places) != list(range(len(block["attributes"]))):
        return "invalid-plan"
    listed = [pattern["changes"] for pattern in block["patterns"]]
    if any(one >= other for one, other in zip(listed, listed[1:])):
        return "invalid-plan"
    for c, m in (change for changes in listed for change in changes):
        if c >= len(block["classes"]) or not 1 <= m <= len(block["classes"][c]):
            return "invalid-plan"
    weights = [block["uniform"], *(pattern["weight"] for pattern in block["patterns"])]
    if not all(isinstance(weight, str) for weight in weights):
        return "invalid-plan"
    weights = [int(weight) for weight in weights]
    if weights[0] < 1 or sum(weights) != WHOLE:
        return "weight-sum"
    return None


def densities(block, sizes):
    """P(changes exactly S, to given values) for every set S of positions."""
    own = [sizes[i] for i in block["attributes"]]
    weights = {tuple(map(tuple, p["changes"])): int(p["weight"]) for p in block["patterns"]}
    found = {}
    for flags in product([0, 1], repeat=len(own)):
        counts = [sum(flags[p] for p in members) for members in block["classes"]]
        changes = tuple((c, m) for c, m in enumerate(counts) if m)
        records = prod(
            comb(len(members), m) * (own[members[0]] - 1) ** m for members, m in zip(block["classes"], counts)
        )
        uniform = Fraction(int(block["uniform"]), prod(own))
        found[flags] = (uniform + Fraction(weights.get(changes, 0), records)) / WHOLE
    return found


def kept(plan, sizes):
    """Record ε, then column ε and attribute ε by attribute."""
    record, columns, attributes = Decimal(0), {}, {}
    for block in plan["blocks"]:
        found = densities(block, sizes)
        record += log(max(found.values()) / min(found.values()))
        for position, attribute in enumerate(block["attributes"]):
            a = sizes[attribute]
            outputs = lambda s: prod(sizes[i] - 1 for i, flag in zip(block["attributes"], s) if flag)
            changed = sum(outputs(s) * x for s, x in found.items() if s[position])
            columns[attribute] = abs(log((1 - changed) * (a - 1) / changed))
            beside = lambda s: s[:position] + (1,) + s[position + 1 :]
            attributes[attribute] = max(abs(log(x / found[beside(s)])) for s, x in found.items() if not s[position])
    return record, columns, attributes


def plan_defect(plan, cap):
    if plan["candor"] != 1:
        return "unsupported-version"
    known = {"attributes", "blocks", "candor", "fingerprint", "method", "privacy", "survey", "title"}
    if set(plan) - known:
        return "invalid-plan"
    names = [attribute["name"] for attribute in plan["attributes"]]
    if len(set(names)) < len(names):
        return "duplicate-attribute"
    for attribute in plan["attributes"]:
        if len(set(values(attribute))) < len(attribute["categories"]):
            return "duplicate-category"
    sizes = [len(attribute["categories"]) for attribute in plan["attributes"]]
    for block in plan["blocks"]:
        if defect := block_defect(block, sizes):
            return defect
    if sorted(i for block in plan["blocks"] for i in block["attributes"]) != list(range(len(sizes))):
        return "invalid-plan"
    if plan["fingerprint"] != fingerprint(plan):
        return "fingerprint-mismatch"
    record, columns, attributes = kept(plan, sizes)
    promises = plan["privacy"]["attributes"]
    if [promise["name"] for promise in promises] != names:
        return "invalid-plan"
    pairs = [(record, plan["privacy"]["record"])]
    pairs += [(columns[i], promise["column"]) for i, promise in enumerate(promises)]
    pairs += [(attributes[i], promise["attribute"]) for i, promise in enumerate(promises)]
    if any(exact > Decimal(promised) for exact, promised in pairs):
        return "understated-promise"
    return "cap-exceeded" if plan["privacy"]["record"] > cap else None


def report_defect(report, plan):
    if set(report) != {"id", "perturbed", "plan"} or len(report["id"]) != 22:
        return "invalid-report"
    if report["plan"] != plan["fingerprint"]:
        return "plan-mismatch"
    if len(report["perturbed"]) != len(plan["attributes"]):
        return "invalid-report"
    sizes = [len(attribute["categories"]) for attribute in plan["attributes"]]
    return "category-out-of-range" if any(y >= a for y, a in zip(report["perturbed"], sizes)) else None


def answers_defect(answers, plan):
    for attribute in plan["attributes"]:
        if attribute["name"] not in answers:
            return "missing-answer"
        if answers[attribute["name"]] not in values(attribute):
            return "unknown-category"
    return None


def defect(case, plan):
    if "plan" in case:
        return plan_defect(case["plan"], case.get("cap", 100))
    return report_defect(case["report"], plan) if "report" in case else answers_defect(case["answers"], plan)


# The cases.


def add(place, member, amount):
    text = isinstance(place[member], str)
    place[member] = str(int(place[member]) + amount) if text else place[member] + amount


def no_uniform(plan):
    block = plan["blocks"][0]
    add(block["patterns"][0], "weight", int(block["uniform"]))
    block["uniform"] = "0"


PLANS = [
    ("weights that sum to one more than 2^64", "weight-sum", lambda p: add(p["blocks"][0], "uniform", 1)),
    ("weights that sum to one less than 2^64", "weight-sum", lambda p: add(p["blocks"][0]["patterns"][1], "weight", -1)),
    ("no uniform weight", "weight-sum", no_uniform),
    ("a weight that is a number", "invalid-plan", lambda p: p["blocks"][0].update(uniform=5)),
    ("an understated record ε", "understated-promise", lambda p: add(p["privacy"], "record", -1e-9)),
    ("an understated column ε", "understated-promise", lambda p: add(p["privacy"]["attributes"][1], "column", -1e-9)),
    ("an understated attribute ε", "understated-promise", lambda p: add(p["privacy"]["attributes"][0], "attribute", -1e-9)),
    ("a version to come", "unsupported-version", lambda p: p.update(candor=2)),
    ("a category twice", "duplicate-category", lambda p: p["attributes"][0].update(categories=["0", "1", "0"])),
    ("an attribute twice", "duplicate-attribute", lambda p: p["attributes"][1].update(name="a")),
    ("an unknown member", "invalid-plan", lambda p: p.update(seed="0")),
    ("an attribute in no block", "invalid-plan", lambda p: p["blocks"][0].update(attributes=[0], classes=[[0]])),
    ("a position in two classes", "invalid-plan", lambda p: p["blocks"][0].update(classes=[[0], [0]])),
    ("patterns in descending order", "invalid-plan", lambda p: p["blocks"][0]["patterns"].reverse()),
    ("a pattern that changes more than there are", "invalid-plan", lambda p: p["blocks"][0]["patterns"][1].update(changes=[[0, 2]])),
    ("promises in another order", "invalid-plan", lambda p: p["privacy"]["attributes"].reverse()),
]

REPORTS = [
    ("a category out of range", "category-out-of-range", lambda r: r.update(perturbed=[3, 0])),
    ("a report of another plan", "plan-mismatch", lambda r: r.update(plan="sha256:" + 64 * "0")),
    ("an answer too few", "invalid-report", lambda r: r.update(perturbed=[1])),
    ("an id of fifteen bytes", "invalid-report", lambda r: r.update(id=20 * "A")),
    ("a time", "invalid-report", lambda r: r.update(time=0)),
]

ANSWERS = [
    ("a missing answer", "missing-answer", {"a": "1"}),
    ("an answer that is no category", "unknown-category", {"a": "1", "b": "2"}),
]


def cases():
    plan = plans()[1]
    for name, code, change in PLANS:
        changed = copy.deepcopy(plan)
        change(changed)
        changed["fingerprint"] = fingerprint(changed)
        yield {"defect": name, "code": code, "plan": changed}
    yield {"defect": "a title that the fingerprint lacks", "code": "fingerprint-mismatch", "plan": plan | {"title": "x"}}
    yield {"defect": "a record ε above the page's cap", "code": "cap-exceeded", "plan": plan, "cap": 2}
    for name, code, change in REPORTS:
        report = {"id": 22 * "A", "perturbed": [1, 0], "plan": plan["fingerprint"]}
        change(report)
        yield {"defect": name, "code": code, "report": report}
    for name, code, answers in ANSWERS:
        yield {"defect": name, "code": code, "answers": answers}


def main(command):
    committed = FOLDER / "refusals.ndjson"
    if command == "write":
        committed.write_text("".join(compact(case) + "\n" for case in cases()))
        return
    known = [json.loads(line) for line in committed.read_text().splitlines()]
    for plan in plans():
        assert plan_defect(plan, 100) is None, plan["survey"]
    for case in known:
        found = defect(case, plans()[1])
        assert found == case["code"], f"{case['defect']}: {found} instead of {case['code']}"
    print(f"{len(known)} documents are refused for their defects")


main(*sys.argv[1:])
