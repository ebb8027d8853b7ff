#!/usr/bin/env python3
"""Documents that must be refused, each with one defect that names the case, and an independent check of the reason.

    refusals.py write     writes refusals.ndjson
    refusals.py check     reads every case and every plan of plans.ndjson, and compares

A case is a plan, a report or answers, with the code of its refusal. A report or answers belong to the plan of plans.ndjson
whose index is "of", which is 1, the second plan, by default. Every document has the right fingerprint, unless the fingerprint
itself is the defect. Promises are recomputed as fractions over every set S of units that miss: P(given subsets, of which exactly
S miss) = (uniform / P + weight / T) / 2^64, where P is the number of subsets of the block and T that of the pattern. Of the
subsets with d of D cells, C(D-1, d) miss the true cell and C(D-1, d-1) contain it. If there are several forms, or ways to take attributes from
pools, the largest value counts. The same cases are refused natively, in Node and in Chromium; reports are read natively only.
"""
import copy
import hashlib
import json
import re
import sys
from datetime import datetime
from decimal import Decimal, getcontext
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod
from pathlib import Path

FOLDER = Path(__file__).parent
WHOLE = 2**64
LABELLED_PLAN, QUESTIONS_PLAN = 6, 8
getcontext().prec = 60


def compact(value):
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def fingerprint(plan):
    bare = {name: value for name, value in plan.items() if name not in ("fingerprint", "signature")}
    return "sha256:" + hashlib.sha256(compact(bare).encode()).hexdigest()


def plans():
    return [json.loads(line) for line in (FOLDER / "plans.ndjson").read_text().splitlines()]


# Why a document is refused.


def values(attribute):
    return [c if isinstance(c, str) else c["value"] for c in attribute["categories"]]


def log(ratio):
    return Decimal(ratio.numerator).ln() - Decimal(ratio.denominator).ln()


TAG = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?(-([a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*")


MISLEADING = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def misleads(value):
    """Whether any text in it changes the direction of text or has control characters other than tabs and line ends."""
    if isinstance(value, (dict, list)):
        return any(map(misleads, value.values() if isinstance(value, dict) else value))
    return isinstance(value, str) and MISLEADING.search(value) is not None


def texts_defect(plan):
    """A text is a string or one string per language of the survey; in no language may two categories read the same."""
    asked = plan["attributes"] + plan.get("plain", [])
    labels = [[c["label"] for c in a["categories"] if "label" in c] for a in asked]
    texts = [holder[name] for holder, name in [(plan, "title")] if name in holder]
    texts += [a["question"] for a in asked + plan.get("compounds", []) if "question" in a] + sum(labels, [])
    localized = [text for text in texts if not isinstance(text, str)]
    if any(not isinstance(t, dict) or not t or not all(TAG.fullmatch(tag) for tag in t) for t in localized):
        return "invalid-plan"
    if any(not isinstance(text, str) for texts in localized for text in texts.values()):
        return "invalid-plan"
    for attribute in asked:
        shown = [c if isinstance(c, str) else c.get("label", c["value"]) for c in attribute["categories"]]
        for tag in {tag for text in shown if isinstance(text, dict) for tag in text} or {""}:
            read = [text if isinstance(text, str) else text.get(tag) for text in shown]
            if len(set(read)) < len(read):
                return "duplicate-category"
    return "invalid-language" if len({frozenset(text) for text in localized}) > 1 else None


def members(value):
    """Every member of every object in it, by name."""
    if isinstance(value, list):
        return [found for element in value for found in members(element)]
    if not isinstance(value, dict):
        return []
    return [*value.items(), *members(list(value.values()))]


def writing_defect(plan):
    """There is one way to write a plan: nothing is null, and members that are empty or have their default are left out."""
    asked = plan["attributes"] + plan.get("plain", [])
    empty = [plan.get("plain"), plan.get("revises")]
    empty += [form.get(name) for form in plan["forms"] for name in ("exchange", "units")]
    empty += [attribute.get("asked_if") for attribute in plan["attributes"]]
    empty += [plan.get("compounds")] + [compound.get("excluding") for compound in plan.get("compounds", [])]
    said = [attribute["optional"] for attribute in plan["attributes"] if "optional" in attribute]
    objects = [c for a in asked for c in a["categories"] if isinstance(c, dict)]
    bare = [c for c in objects if set(c) - {"label", "role", "value"} or "value" not in c or len(c) < 2]
    if any(value is None for _, value in members(plan)) or [] in empty or bare or any(one is not True for one in said):
        return "invalid-plan"
    chosen = [plan.get("ask", "drawn") == "drawn", plan.get("invitations", "plain") in ("plain", "blind")]
    return None if all(chosen) else "invalid-plan"


def follow_up_defect(attributes):
    """Conditions name earlier attributes in order, and of each some but not all answers in order; "not asked" is no answer."""
    for i, attribute in enumerate(attributes):
        conditions = attribute.get("asked_if", [])
        parents = [condition["attribute"] for condition in conditions]
        if parents != sorted(set(parents)) or any(parent >= i for parent in parents):
            return "invalid-follow-up"
        for parent, condition in zip(parents, conditions):
            chosen, is_follow_up = condition["categories"], "asked_if" in attributes[parent]
            answers = len(attributes[parent]["categories"]) - is_follow_up
            if not chosen or chosen != sorted(set(chosen)) or chosen[-1] >= answers:
                return "invalid-follow-up"
            if len(chosen) == answers and not is_follow_up:
                return "invalid-follow-up"
        if conditions and attribute["categories"][-1] != "not asked":
            return "invalid-plan"
    return None


def ranges(bins):
    """The categories of a numeric question with these edges."""
    pairs = zip(bins, bins[1:])
    return [f"<{to}" if start is None else f"≥{start}" if to is None else f"[{start},{to})" for start, to in pairs]


def bins_defect(attribute):
    """After its ranges a numeric question has reasons to give no number, and then "no answer" and "not asked"."""
    if "bins" not in attribute:
        return None
    known, appended = ranges(attribute["bins"]), attribute.get("optional", False) + ("asked_if" in attribute)
    own = attribute["categories"][: len(attribute["categories"]) - appended]
    if own[: len(known)] != known:
        return "invalid-plan"
    roles = [isinstance(c, dict) and c.get("role") for c in own[len(known) :]]
    return None if all(role in ("refused", "dont-know") for role in roles) else "invalid-bins"


def compound_defect(compound, attributes, start):
    """A compound question, none of whose attributes comes before `start`."""
    places = compound["attributes"]
    if len(places) < 2 or places != list(range(places[0], places[0] + len(places))) or places[0] < start:
        return "invalid-compound"
    members = attributes[places[0] : places[-1] + 1]
    prefix = compound["name"] + "."
    if len(members) < len(places) or any(not m["name"].startswith(prefix) or m["name"] == prefix for m in members):
        return "invalid-compound"
    alike = [[m.get(name) for name in ("asked_if", "optional", "categories", "bins")] for m in members]
    if any(other != alike[0] for other in alike):
        return "invalid-compound"
    rules = [name for name in ("at_least", "at_most", "excluding") if name in compound]
    if compound["kind"] == "rows":
        return "invalid-compound" if rules else None
    appended = ["no answer"] * members[0].get("optional", False) + ["not asked"] * ("asked_if" in members[0])
    if "bins" in members[0] or members[0]["categories"] != ["no", "yes", *appended]:
        return "invalid-compound"
    excluding = compound.get("excluding", [])
    if excluding != sorted(set(excluding)) or not set(excluding) <= set(places):
        return "invalid-compound"
    ordinary = len(places) - len(excluding)
    most, least = compound.get("at_most", ordinary), compound.get("at_least", 0)
    stated = compound.get("at_least") != 0 and compound.get("at_most") != ordinary
    return None if stated and 1 <= most <= ordinary and least <= most else "invalid-compound"


def compounds_defect(plan):
    start = 0
    for compound in plan.get("compounds", []):
        if defect := compound_defect(compound, plan["attributes"], start):
            return defect
        start = compound["attributes"][-1] + 1
    return None


def is_moment(text):
    try:
        return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").isoformat() + "Z" == text
    except ValueError:
        return False


def period_defect(plan):
    moments = [plan[name] for name in ("opens", "closes") if name in plan]
    if not all(map(is_moment, moments)) or len(moments) == 2 and moments[0] >= moments[1]:
        return "invalid-period"
    return None


def revision_defect(revises):
    known = all(re.fullmatch("sha256:[0-9a-f]{64}", text) for text in revises)
    return None if known and len(set(revises)) == len(revises) else "invalid-plan"


def block_defect(block):
    places = [position for members in block["classes"] for position in members]
    if sorted(places) != list(range(len(block["units"]))):
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


def units_of(form, sizes):
    """The attributes of each unit, its cells and its subset size."""
    singles = [{"attributes": [i], "subset_size": 1} for i in range(len(sizes))]
    units = form.get("units", singles)
    return [(u["attributes"], prod(sizes[i] for i in u["attributes"]), u["subset_size"]) for u in units]


def form_defect(form, sizes):
    if set(form) - {"blocks", "exchange", "units", "weight"}:
        return "invalid-plan"
    units = form.get("units", [])
    held = [i for unit in units for i in unit["attributes"]]
    if len(set(held)) < len(held) or any(i >= len(sizes) for i in held):
        return "invalid-plan"
    shapes = [(cells, size) for _, cells, size in units_of(form, sizes)]
    if any(not 0 < size < cells for cells, size in shapes):
        return "invalid-plan"
    pooled = [i for pool in form.get("exchange", []) for i in pool]
    if len(set(pooled)) < len(pooled) or any(i >= len(sizes) for i in pooled):
        return "invalid-plan"
    for pool in form.get("exchange", []):
        taken = len(set(pool) & set(held))
        if len({sizes[i] for i in pool}) != 1 or taken == 0 or not set(pool[:taken]) <= set(held):
            return "invalid-plan"
    for block in form["blocks"]:
        if defect := block_defect(block):
            return defect
    if sorted(unit for block in form["blocks"] for unit in block["units"]) != list(range(len(shapes))):
        return "invalid-plan"
    classes = ([shapes[block["units"][p]] for p in members] for block in form["blocks"] for members in block["classes"])
    return "invalid-plan" if any(len(set(own)) > 1 for own in classes) else None


def densities(block, shapes):
    """P(given subsets, of which exactly S miss) for every set S of positions."""
    own = [shapes[unit] for unit in block["units"]]
    weights = {tuple(map(tuple, p["changes"])): int(p["weight"]) for p in block["patterns"]}
    found = {}
    for flags in product([0, 1], repeat=len(own)):
        counts = [sum(flags[p] for p in members) for members in block["classes"]]
        changes = tuple((c, m) for c, m in enumerate(counts) if m)
        choices = prod(comb(len(members), m) for members, m in zip(block["classes"], counts))
        uniform = Fraction(int(block["uniform"]), prod(comb(cells, size) for cells, size in own))
        found[flags] = (uniform + Fraction(weights.get(changes, 0), choices * subsets(flags, own))) / WHOLE
    return found


def subsets(flags, own):
    """The number of subsets of the units of which exactly the flagged ones miss the true cell."""
    return prod(comb(cells - 1, size if flag else size - 1) for flag, (cells, size) in zip(flags, own))


def arrangements(form, sizes):
    """The attributes of each unit, in every way in which they can be taken from the pools."""
    ways = [[list(attributes) for attributes, _, _ in units_of(form, sizes)]]
    for pool in form.get("exchange", []):
        ways = [drawn for units in ways for drawn in taken(units, pool, sorted(pool), 0)]
    return ways


def taken(units, pool, left, at):
    """The units, of which those from this one on take what is left of a pool in every way."""
    if at == len(units):
        yield units
        return
    places = [place for place, attribute in enumerate(units[at]) if attribute in pool]
    for chosen in combinations(left, len(places)):
        filled = list(units[at])
        for place, attribute in zip(places, chosen):
            filled[place] = attribute
        rest = [attribute for attribute in left if attribute not in chosen]
        yield from taken([*units[:at], filled, *units[at + 1 :]], pool, rest, at + 1)


def level_of(found, held):
    """What a block tells at most of the units that are held, whatever the others are."""
    alike = {}
    for flags, density in found.items():
        rest = tuple(flag for flag, is_held in zip(flags, held) if not is_held)
        alike.setdefault(rest, []).append(density)
    return max(log(max(own) / min(own)) for own in alike.values())


def exact_levels(plan, sizes):
    """The exact record ε, and for every attribute its column ε and attribute ε, the latter together with all that depend on it."""
    record, columns, attributes = Decimal(0), {}, {}
    joint = dependents(plan)
    for form in plan["forms"]:
        total, units = Decimal(0), units_of(form, sizes)
        blocks = [(block, densities(block, [(cells, size) for _, cells, size in units])) for block in form["blocks"]]
        for block, found in blocks:
            own = [units[unit][1:] for unit in block["units"]]
            total += log(max(found.values()) / min(found.values()))
            for position, unit in enumerate(block["units"]):
                cells, size = own[position]
                missed = sum(subsets(s, own) * x for s, x in found.items() if s[position])
                column = abs(log((1 - missed) / comb(cells - 1, size - 1) / (missed / comb(cells - 1, size))))
                beside = lambda s: s[:position] + (1,) + s[position + 1 :]
                attribute = max(abs(log(x / found[beside(s)])) for s, x in found.items() if not s[position])
                for i in units[unit][0]:
                    for j in next((pool for pool in form.get("exchange", []) if i in pool), [i]):
                        columns[j] = max(columns.get(j, column), column)
                        attributes[j] = max(attributes.get(j, attribute), attribute)
        for drawn in arrangements(form, sizes):
            for i, together in joint.items():
                held = [(found, [bool(together & set(drawn[unit])) for unit in block["units"]]) for block, found in blocks]
                level = sum(level_of(found, flags) for found, flags in held)
                attributes[i] = max(attributes.get(i, level), level)
        record = max(record, total)
    return record, columns, attributes


def dependents(plan):
    """The attributes on which others depend, with all of these: follow-ups, and the other choices of a question."""
    attributes, found = plan["attributes"], {}
    choices = [set(c["attributes"]) for c in plan.get("compounds", []) if c["kind"] == "choices"]
    for i in range(len(attributes)):
        own, before = {i}, set()
        while own != before:
            before = set(own)
            own |= {j for members in choices if members & own for j in members}
            conditions = [(j, attribute.get("asked_if", [])) for j, attribute in enumerate(attributes)]
            own |= {j for j, all_of in conditions if any(condition["attribute"] in own for condition in all_of)}
        if len(own) > 1:
            found[i] = own
    return found


def kinds_defect(plan):
    """Unknown members and members of the wrong type, as far as they occur in cases."""
    known = {
        *("ask", "attributes", "candor", "closes", "compounds", "fingerprint", "forms", "invitations", "method", "opens"),
        *("plain", "privacy", "revises", "signature", "survey", "title", "wave_of"),
    }
    texts = ("closes", "invitations", "opens", "signature", "wave_of")
    plain = plan.get("plain", [])
    fits = not set(plan) - known and all(isinstance(plan.get(name, ""), str) for name in texts)
    fits = fits and 0 <= plan["candor"] < 2**32 and isinstance(plan["privacy"], dict)
    fits = fits and isinstance(plain, list) and not any(set(c) - {"categories", "name", "question"} for c in plain)
    categories = [c for attribute in plan["attributes"] for c in attribute["categories"]]
    roles = [c["role"] for c in categories if isinstance(c, dict) and "role" in c]
    fits = fits and all(role in ("refused", "dont-know", "other") for role in roles)
    compounds = plan.get("compounds", [])
    members = {"at_least", "at_most", "attributes", "excluding", "kind", "name", "order", "question"}
    fits = fits and all({"attributes", "kind", "name"} <= set(c) <= members for c in compounds)
    fits = fits and all(c["kind"] in ("choices", "rows") for c in compounds)
    return None if fits else "invalid-plan"


def plan_defect(plan, cap):
    if defect := kinds_defect(plan) or writing_defect(plan) or period_defect(plan):
        return defect
    if plan["candor"] != 1:
        return "unsupported-version"
    plain = plan.get("plain", [])
    names = [attribute["name"] for attribute in plan["attributes"]]
    columns = [column["name"] for column in plain + plan.get("compounds", [])]
    for name in names + columns:
        if name != name.strip() or name in ("", "__proto__") or misleads(name) or re.search("[,\t\n\r]", name):
            return "invalid-name"
    if misleads([plan[name] for name in ("attributes", "compounds", "method", "plain", "survey", "title", "wave_of") if name in plan]):
        return "invalid-text"
    if len(set(names + columns)) < len(names + columns):
        return "duplicate-attribute"
    if any(len(column["categories"]) < 2 for column in plain):
        return "too-few-categories"
    if any(len(attribute["categories"]) < 2 + ("asked_if" in attribute) for attribute in plan["attributes"]):
        return "too-few-categories"
    for attribute in plan["attributes"] + plain:
        if len(set(values(attribute))) < len(attribute["categories"]):
            return "duplicate-category"
    if defect := texts_defect(plan) or revision_defect(plan.get("revises", [])) or follow_up_defect(plan["attributes"]):
        return defect
    if defect := next(filter(None, map(bins_defect, plan["attributes"])), None) or compounds_defect(plan):
        return defect
    sizes = [len(attribute["categories"]) for attribute in plan["attributes"]]
    weights = [int(form["weight"]) for form in plan["forms"]]
    for form in plan["forms"]:
        if defect := form_defect(form, sizes):
            return defect
    if min(weights) < 1 or sum(weights) != WHOLE:
        return "weight-sum"
    units = [unit for form in plan["forms"] for attributes, _, _ in units_of(form, sizes) for unit in attributes]
    pooled = [i for form in plan["forms"] for pool in form.get("exchange", []) for i in pool]
    if set(units + pooled) != set(range(len(sizes))):
        return "invalid-plan"
    if "ask" in plan and any("asked_if" in attribute for attribute in plan["attributes"]):
        return "invalid-plan"
    if "ask" in plan and sum(ways_of(form, sizes) for form in plan["forms"]) == 1:
        return "invalid-plan"
    if plan["fingerprint"] != fingerprint(plan):
        return "fingerprint-mismatch"
    record, columns, attributes = exact_levels(plan, sizes)
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
    sizes = [len(attribute["categories"]) for attribute in plan["attributes"]]
    ways = [ways_of(form, sizes) for form in plan["forms"]]
    numbers, drawn = list(report["perturbed"]), 0
    if sum(ways) > 1:
        if not numbers or numbers[0] >= sum(ways):
            return "invalid-report"
        label = numbers.pop(0)
        while label >= ways[drawn]:
            label, drawn = label - ways[drawn], drawn + 1
    for _, cells, size in units_of(plan["forms"][drawn], sizes):
        own, numbers = numbers[: 1 if size == 1 else -(-cells // 32)], numbers[1 if size == 1 else -(-cells // 32) :]
        if not own:
            return "invalid-report"
        if size == 1 and own[0] >= cells:
            return "category-out-of-range"
        bits = sum(number << 32 * i for i, number in enumerate(own))
        if size > 1 and (bits.bit_count() != size or bits >> cells):
            return "invalid-report"
    return "invalid-report" if numbers else None


def ways_of(form, sizes):
    """In how many ways the units of a form can take attributes from its pools."""
    ways = 1
    for pool in form.get("exchange", []):
        left = len(pool)
        for attributes, _, _ in units_of(form, sizes):
            taken = len(set(pool) & set(attributes))
            ways, left = ways * comb(left, taken), left - taken
    return ways


def answers_defect(answers, plan):
    """Answers to choices are lists of those that are made; others are values."""
    choices = {i: c for c in plan.get("compounds", []) if c["kind"] == "choices" for i in c["attributes"]}
    record = []
    for i, attribute in enumerate(plan["attributes"]):
        name = choices[i]["name"] if i in choices else attribute["name"]
        conditions = attribute.get("asked_if", [])
        is_asked = all(record[condition["attribute"]] in condition["categories"] for condition in conditions)
        if conditions and (name in answers) != is_asked:
            return "invalid-follow-up"
        if not is_asked:
            record.append(len(attribute["categories"]) - 1)
            continue
        if name not in answers:
            return "missing-answer"
        answer = answers[name]
        if i in choices:
            answer = "yes" if attribute["name"][len(name) + 1 :] in answer else "no"
        if answer not in values(attribute):
            return "unknown-category"
        record.append(values(attribute).index(answer))
    for compound in {c["name"]: c for c in choices.values()}.values():
        made = [i for i in compound["attributes"] if record[i] == 1]
        alone = set(made) & set(compound.get("excluding", []))
        most = compound.get("at_most", len(compound["attributes"]))
        fits = len(made) == 1 if alone else compound.get("at_least", 0) <= len(made) <= most
        if not fits and record[compound["attributes"][0]] < 2:
            return "invalid-choices"
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
    block = plan["forms"][0]["blocks"][0]
    add(block["patterns"][0], "weight", int(block["uniform"]))
    block["uniform"] = "0"


def renamed(plan, name):
    plan["attributes"][0]["name"] = plan["privacy"]["attributes"][0]["name"] = name


def column(name, categories=("x", "y")):
    return {"name": name, "categories": list(categories)}


PLANS = [
    ("weights that sum to one more than 2^64", "weight-sum", lambda p: add(p["forms"][0]["blocks"][0], "uniform", 1)),
    ("weights that sum to one less than 2^64", "weight-sum", lambda p: add(p["forms"][0]["blocks"][0]["patterns"][1], "weight", -1)),
    ("no uniform weight", "weight-sum", no_uniform),
    ("a weight that is a number", "invalid-plan", lambda p: p["forms"][0]["blocks"][0].update(uniform=5)),
    ("an understated record ε", "understated-promise", lambda p: add(p["privacy"], "record", -1e-9)),
    ("an understated column ε", "understated-promise", lambda p: add(p["privacy"]["attributes"][1], "column", -1e-9)),
    ("an understated attribute ε", "understated-promise", lambda p: add(p["privacy"]["attributes"][0], "attribute", -1e-9)),
    ("a version to come", "unsupported-version", lambda p: p.update(candor=2)),
    ("a category twice", "duplicate-category", lambda p: p["attributes"][0].update(categories=["0", "1", "0"])),
    ("an attribute twice", "duplicate-attribute", lambda p: p["attributes"][1].update(name="a")),
    ("an unknown member", "invalid-plan", lambda p: p.update(seed="0")),
    ("a title in no language", "invalid-plan", lambda p: p.update(title={})),
    ("a title in what is no language tag", "invalid-plan", lambda p: p.update(title={"en-us": "x"})),
    ("a title that is a number in one language", "invalid-plan", lambda p: p.update(title={"en": "x", "es": 1})),
    ("a title that lacks the language of a question", "invalid-language", lambda p: (p.update(title={"en": "x"}), p["attributes"][0].update(question={"en": "x", "es": "y"}))),
    ("labels that read the same in one language", "duplicate-category", lambda p: p["attributes"][0].update(categories=[{"value": str(i), "label": {"en": str(i), "es": str(i // 2)}} for i in range(3)])),
    ("an attribute named __proto__", "invalid-name", lambda p: renamed(p, "__proto__")),
    ("an attribute whose name has NUL", "invalid-name", lambda p: renamed(p, "a\0")),
    ("an attribute whose name turns direction", "invalid-name", lambda p: renamed(p, "a\u202eb")),
    ("a category that turns direction", "invalid-text", lambda p: p["attributes"][0].update(categories=["0", "1", "\u20662"])),
    ("a label with NUL", "invalid-text", lambda p: p["attributes"][0].update(categories=["0", "1", {"value": "2", "label": "\0"}])),
    ("a question that turns direction in one language", "invalid-text", lambda p: p["attributes"][0].update(question={"en": "x", "he": "\u202bx"})),
    ("a title that clears a terminal", "invalid-text", lambda p: p.update(title="\x1b[2J")),
    ("a survey whose name turns direction", "invalid-text", lambda p: p.update(survey="a\u2069")),
    ("a plain column named __proto__", "invalid-name", lambda p: p.update(plain=[column("__proto__")])),
    ("a plain column with a value that turns direction", "invalid-text", lambda p: p.update(plain=[column("r", ["x", "y\u202d"])])),
    ("questions that are drawn of a law of one label", "invalid-plan", lambda p: p.update(ask="drawn")),
    ("a device that asks neither everything nor what it draws", "invalid-plan", lambda p: p.update(ask="some")),
    ("a plain column named as a question", "duplicate-attribute", lambda p: p.update(plain=[column("a")])),
    ("a plain column twice", "duplicate-attribute", lambda p: p.update(plain=[column("r"), column("r")])),
    ("a plain column whose name has a comma", "invalid-name", lambda p: p.update(plain=[column("r,s")])),
    ("a plain column of one category", "too-few-categories", lambda p: p.update(plain=[column("r", ["x"])])),
    ("a plain column with a category twice", "duplicate-category", lambda p: p.update(plain=[column("r", ["x", "y", "x"])])),
    ("a plain column in other languages", "invalid-language", lambda p: p.update(title={"en": "x"}, plain=[{**column("r"), "question": {"en": "x", "es": "y"}}])),
    ("a plain column with labels that read the same", "duplicate-category", lambda p: p.update(plain=[column("r", ["x", {"value": "y", "label": "x"}])])),
    ("a plain column with an ε", "invalid-plan", lambda p: p.update(plain=[{**column("r"), "epsilon": 1}])),
    ("plain columns that are no list", "invalid-plan", lambda p: p.update(plain={"r": ["x", "y"]})),
    ("an opening that is no text", "invalid-plan", lambda p: p.update(opens=0)),
    ("an opening that is no time", "invalid-period", lambda p: p.update(opens="tomorrow")),
    ("an opening that is a date alone", "invalid-period", lambda p: p.update(opens="2026-03-01")),
    ("an opening on a day that there is not", "invalid-period", lambda p: p.update(opens="2026-02-29T08:00:00Z")),
    ("an opening at midnight of the day before", "invalid-period", lambda p: p.update(opens="2026-03-01T24:00:00Z")),
    ("an opening in another zone", "invalid-period", lambda p: p.update(opens="2026-03-01T08:00:00+01:00")),
    ("a closing within a second", "invalid-period", lambda p: p.update(closes="2026-03-01T08:00:00.5Z")),
    ("a closing that is empty", "invalid-period", lambda p: p.update(closes="")),
    ("a closing before the opening", "invalid-period", lambda p: p.update(opens="2026-03-02T08:00:00Z", closes="2026-03-01T08:00:00Z")),
    ("a closing at the opening", "invalid-period", lambda p: p.update(opens="2026-03-01T08:00:00Z", closes="2026-03-01T08:00:00Z")),
    ("a closing that is null", "invalid-plan", lambda p: p.update(closes=None)),
    ("invitations of no kind", "invalid-plan", lambda p: p.update(invitations="maybe")),
    ("invitations that are null", "invalid-plan", lambda p: p.update(invitations=None)),
    ("a device that asks everything and says so", "invalid-plan", lambda p: p.update(ask="all")),
    ("a title that is null", "invalid-plan", lambda p: p.update(title=None)),
    ("no plain columns, and a list of them", "invalid-plan", lambda p: p.update(plain=[])),
    ("no corrected plans, and a list of them", "invalid-plan", lambda p: p.update(revises=[])),
    ("a corrected plan that is no fingerprint", "invalid-plan", lambda p: p.update(revises=["sha256:" + 64 * "A"])),
    ("a corrected plan twice", "invalid-plan", lambda p: p.update(revises=2 * ["sha256:" + 64 * "a"])),
    ("a question that says that it is not optional", "invalid-plan", lambda p: p["attributes"][0].update(optional=False)),
    ("a category without a label that is an object", "invalid-plan", lambda p: p["attributes"][0].update(categories=[{"value": "0"}, "1", "2"])),
    ("a plain category without a label that is an object", "invalid-plan", lambda p: p.update(plain=[column("r", [{"value": "x"}, "y"])])),
    ("a plain question that is null", "invalid-plan", lambda p: p.update(plain=[{**column("r"), "question": None}])),
    ("no units of a form, and a list of them", "invalid-plan", lambda p: p["forms"][0].update(units=[])),
    ("promises as a list", "invalid-plan", lambda p: p.update(privacy=[p["privacy"]["attributes"], p["privacy"]["record"]])),
    ("a version of more than 32 bits", "invalid-plan", lambda p: p.update(candor=2**32)),
    ("a signature that is no text", "invalid-plan", lambda p: p.update(signature=7)),
    ("a unit in no block", "invalid-plan", lambda p: p["forms"][0]["blocks"][0].update(units=[0], classes=[[0]])),
    ("a position in two classes", "invalid-plan", lambda p: p["forms"][0]["blocks"][0].update(classes=[[0], [0]])),
    ("patterns in descending order", "invalid-plan", lambda p: p["forms"][0]["blocks"][0]["patterns"].reverse()),
    ("a pattern that changes more than there are", "invalid-plan", lambda p: p["forms"][0]["blocks"][0]["patterns"][1].update(changes=[[0, 2]])),
    ("promises in another order", "invalid-plan", lambda p: p["privacy"]["attributes"].reverse()),
]

LABELLED = [
    ("forms whose weights sum to one less than 2^64", "weight-sum", lambda p: add(p["forms"][1], "weight", -1)),
    ("a form of weight 0", "weight-sum", lambda p: (add(p["forms"][0], "weight", int(p["forms"][1]["weight"])), p["forms"][1].update(weight="0"))),
    ("an unknown member of a form", "invalid-plan", lambda p: p["forms"][0].update(label=0)),
    ("an attribute in no form", "invalid-plan", lambda p: p.update(forms=[p["forms"][0] | {"weight": str(WHOLE)}])),
    ("an attribute in two units", "invalid-plan", lambda p: p["forms"][1]["units"][0]["attributes"].append(4)),
    ("a subset of all cells", "invalid-plan", lambda p: p["forms"][0]["units"][0].update(subset_size=9)),
    ("a subset of no cell", "invalid-plan", lambda p: p["forms"][0]["units"][0].update(subset_size=0)),
    ("a pool of attributes of two sizes", "invalid-plan", lambda p: p["forms"][0]["exchange"][0].append(3)),
    ("a pool whose first attribute is not asked", "invalid-plan", lambda p: p["forms"][0].update(exchange=[[2, 1, 0]])),
    ("an understated record ε of questions that are drawn", "understated-promise", lambda p: (p.update(ask="drawn"), add(p["privacy"], "record", -1e-9))),
    ("an understated record ε of the second form", "understated-promise", lambda p: add(p["privacy"], "record", -1e-9)),
    ("an understated column ε of a pool", "understated-promise", lambda p: add(p["privacy"]["attributes"][2], "column", -1e-9)),
]

# The second attribute is asked if the first is "1"; then a change.
FOLLOW_UPS = [
    ("a follow-up of a later question", "invalid-follow-up", lambda p, b: b["asked_if"][0].update(attribute=1)),
    ("a follow-up of a question that there is not", "invalid-follow-up", lambda p, b: b["asked_if"][0].update(attribute=7)),
    ("a follow-up after no answer", "invalid-follow-up", lambda p, b: b["asked_if"][0].update(categories=[])),
    ("a follow-up after every answer", "invalid-follow-up", lambda p, b: b["asked_if"][0].update(categories=[0, 1, 2])),
    ("a follow-up after an answer that there is not", "invalid-follow-up", lambda p, b: b["asked_if"][0].update(categories=[3])),
    ("a follow-up after answers in another order", "invalid-follow-up", lambda p, b: b["asked_if"][0].update(categories=[1, 0])),
    ("a follow-up after an answer twice", "invalid-follow-up", lambda p, b: b["asked_if"][0].update(categories=[1, 1])),
    ("a follow-up with two conditions on one question", "invalid-follow-up", lambda p, b: b.update(asked_if=2 * b["asked_if"])),
    ("a follow-up that is not called so", "invalid-plan", lambda p, b: b.update(categories=["0", "1", "never"])),
    ("a follow-up with one answer", "too-few-categories", lambda p, b: b.update(categories=["0", "not asked"])),
    ("a follow-up with the answer that it is not asked", "duplicate-category", lambda p, b: b.update(categories=["0", "not asked", "not asked"])),
    ("no conditions, and a list of them", "invalid-plan", lambda p, b: b.update(asked_if=[])),
    ("a follow-up of a device that asks what it draws", "invalid-plan", lambda p, b: p.update(ask="drawn")),
    ("an understated attribute ε of a question with a follow-up", "understated-promise", lambda p, b: add(p["privacy"]["attributes"][0], "attribute", -1e-6)),
]


def choices(plan):
    return plan["compounds"][0]


def other(plan, place, **change):
    plan["attributes"][place].update(change)


def each(plan, places, **change):
    for place in places:
        plan["attributes"][place].update(copy.deepcopy(change))


# Attributes 2 to 5 are the choices of "c", of which one or two can be made and the last one alone; 6 and 7 those of "d"; 8 and 9 rows of "e".
QUESTIONS = [
    ("a question of one choice", "invalid-compound", lambda p: p["compounds"][1].update(attributes=[6])),
    ("choices that do not follow each other", "invalid-compound", lambda p: choices(p).update(attributes=[2, 3, 5])),
    ("choices in another order", "invalid-compound", lambda p: choices(p).update(attributes=[3, 2, 4, 5])),
    ("choices that there are not", "invalid-compound", lambda p: p["compounds"][2].update(attributes=[11, 12])),
    ("a choice of two questions", "invalid-compound", lambda p: p["compounds"][1].update(attributes=[5, 6, 7])),
    ("questions in another order", "invalid-compound", lambda p: p["compounds"].reverse()),
    ("a choice that is not named after its question", "invalid-compound", lambda p: choices(p).update(name="z")),
    ("a choice that is optional alone", "invalid-compound", lambda p: other(p, 3, categories=["no", "yes", "no answer"], optional=True)),
    ("a choice that is asked alone", "invalid-compound", lambda p: other(p, 3, categories=["no", "yes", "not asked"], asked_if=[{"attribute": 0, "categories": [1]}])),
    ("choices of three categories", "invalid-compound", lambda p: each(p, range(2, 6), categories=["no", "yes", "maybe"])),
    ("choices with labels", "invalid-compound", lambda p: each(p, range(2, 6), categories=["no", {"label": "Yes", "value": "yes"}])),
    ("choices that all exclude the others", "invalid-compound", lambda p: p["compounds"][1].update(excluding=[6, 7])),
    ("another question's choice that excludes", "invalid-compound", lambda p: choices(p).update(excluding=[6])),
    ("choices of which none can be made", "invalid-compound", lambda p: p["compounds"][1].update(at_most=0)),
    ("choices of which at most all can be made, and a member that says so", "invalid-compound", lambda p: choices(p).update(at_most=3)),
    ("choices of which at least none is made, and a member that says so", "invalid-compound", lambda p: choices(p).update(at_least=0)),
    ("more choices at least than at most", "invalid-compound", lambda p: choices(p).update(at_least=3)),
    ("rows that can be ticked", "invalid-compound", lambda p: p["compounds"][2].update(at_most=1)),
    ("rows on two scales", "invalid-compound", lambda p: other(p, 9, categories=["0", "1", "2", "3"])),
    ("a question of an unknown kind", "invalid-plan", lambda p: choices(p).update(kind="rank")),
    ("a question of no kind", "invalid-plan", lambda p: choices(p).pop("kind")),
    ("a question with an unknown member", "invalid-plan", lambda p: choices(p).update(most=2)),
    ("no questions of several attributes, and a list of them", "invalid-plan", lambda p: p.update(compounds=[])),
    ("nothing that excludes, and a list of it", "invalid-plan", lambda p: p["compounds"][1].update(excluding=[])),
    ("a question named as another attribute", "duplicate-attribute", lambda p: renamed(p, "c")),
    ("a question whose name has a comma", "invalid-name", lambda p: choices(p).update(name="c,")),
    ("a question of several attributes that turns direction", "invalid-text", lambda p: choices(p).update(question="\u202ex")),
    ("a question of several attributes in other languages", "invalid-language", lambda p: (choices(p).update(question={"en": "x"}), p.update(title={"en": "x", "es": "y"}))),
    ("a role that there is not", "invalid-plan", lambda p: other(p, 0, categories=["no", "yes", {"role": "declined", "value": "refused"}])),
    ("a category beside a number that is in no role", "invalid-bins", lambda p: other(p, 11, categories=[*ranges([0, 30, 60, None]), "refused"])),
    ("a category beside a number that is an answer", "invalid-bins", lambda p: other(p, 11, categories=[*ranges([0, 30, 60, None]), {"role": "other", "value": "refused"}])),
    ("an understated attribute ε of a choice", "understated-promise", lambda p: add(p["privacy"]["attributes"][2], "attribute", -1e-9)),
    ("an understated attribute ε of a question with choices that follow", "understated-promise", lambda p: add(p["privacy"]["attributes"][0], "attribute", -1e-9)),
]


def with_follow_up(plan):
    """The plan whose second question is a follow-up of the first, with the promises that it keeps."""
    changed = copy.deepcopy(plan)
    changed["attributes"][1].update(asked_if=[{"attribute": 0, "categories": [1]}], categories=["0", "1", "not asked"])
    record, columns, attributes = exact_levels(changed, [len(attribute["categories"]) for attribute in changed["attributes"]])
    above = lambda level: float(level) + 1e-9
    changed["privacy"] = {
        "attributes": [
            {"attribute": above(attributes[i]), "column": above(columns[i]), "name": attribute["name"]}
            for i, attribute in enumerate(changed["attributes"])
        ],
        "record": above(record),
    }
    return changed


# Members that should be left out, under the fingerprint of the plan without them.
UNFINGERPRINTED = [
    ("a device that asks everything and says so, beside the fingerprint", {"ask": "all"}),
    ("a title that is null, beside the fingerprint", {"title": None}),
    ("no plain columns and a list of them, beside the fingerprint", {"plain": []}),
]

REPORTS = [
    ("a category out of range", "category-out-of-range", lambda r: r.update(perturbed=[3, 0])),
    ("a report of another plan", "plan-mismatch", lambda r: r.update(plan="sha256:" + 64 * "0")),
    ("an answer too few", "invalid-report", lambda r: r.update(perturbed=[1])),
    ("an id of fifteen bytes", "invalid-report", lambda r: r.update(id=20 * "A")),
    ("a time", "invalid-report", lambda r: r.update(time=0)),
]

LABELLED_REPORTS = [
    ("a label beyond the last", "invalid-report", [5, 7, 0]),
    ("no label", "invalid-report", []),
    ("a subset of a cell too many", "invalid-report", [0, 31, 0]),
    ("a cell beyond the last", "invalid-report", [0, 15 | 1 << 9, 0]),
    ("numbers of another form", "invalid-report", [0, 0, 0, 0, 0, 0]),
    ("a cell out of range", "category-out-of-range", [0, 15, 4]),
]

ANSWERS = [
    ("a missing answer", "missing-answer", {"a": "1"}),
    ("an answer that is no category", "unknown-category", {"a": "1", "b": "2"}),
]


ASKED = {"a": "no", "c": ["0"], "e.0": "0", "e.1": "unknown", "g": "refused"}
QUESTIONS_ANSWERS = [
    ("more choices than can be made", "invalid-choices", ASKED | {"c": ["0", "1", "2"], "f": "0"}),
    ("a choice beside one that excludes it", "invalid-choices", ASKED | {"c": ["0", "none"]}),
    ("no choice where some have to be made", "invalid-choices", ASKED | {"c": []}),
    ("no answer to choices", "missing-answer", {name: answer for name, answer in ASKED.items() if name != "c"}),
    ("no answer to a follow-up of a choice", "invalid-follow-up", ASKED | {"a": "yes", "d": ["0"]}),
    ("choices that are not asked", "invalid-follow-up", ASKED | {"d": ["0"]}),
    ("a row without an answer", "missing-answer", {name: answer for name, answer in ASKED.items() if name != "e.1"}),
    ("an answer that is no category of a row", "unknown-category", ASKED | {"e.0": "3"}),
]


def shaped(plan):
    """Marks documents whose shape alone makes them invalid, so that the JSON Schema refuses them, too."""
    return {"shape": True} if kinds_defect(plan) or writing_defect(plan) else {}


def cases():
    plan, labelled, questions = plans()[1], plans()[LABELLED_PLAN], plans()[QUESTIONS_PLAN]
    for original, changes in [(plan, PLANS), (labelled, LABELLED), (questions, QUESTIONS)]:
        for name, code, change in changes:
            changed = copy.deepcopy(original)
            change(changed)
            changed["fingerprint"] = fingerprint(changed)
            yield {"defect": name, "code": code, "plan": changed, **shaped(changed)}
    for name, code, change in FOLLOW_UPS:
        changed = with_follow_up(plan)
        change(changed, changed["attributes"][1])
        changed["fingerprint"] = fingerprint(changed)
        yield {"defect": name, "code": code, "plan": changed, **shaped(changed)}
    for name, more in UNFINGERPRINTED:
        yield {"defect": name, "code": "invalid-plan", "plan": plan | more, **shaped(plan | more)}
    yield {"defect": "a title that the fingerprint lacks", "code": "fingerprint-mismatch", "plan": plan | {"title": "x"}}
    yield {"defect": "a record ε above the page's cap", "code": "cap-exceeded", "plan": plan, "cap": 2}
    for name, code, change in REPORTS:
        report = {"id": 22 * "A", "perturbed": [1, 0], "plan": plan["fingerprint"]}
        change(report)
        yield {"defect": name, "code": code, "report": report}
    for name, code, perturbed in LABELLED_REPORTS:
        report = {"id": 22 * "A", "perturbed": perturbed, "plan": labelled["fingerprint"]}
        yield {"defect": name, "code": code, "report": report, "of": LABELLED_PLAN}
    for name, code, answers in ANSWERS:
        yield {"defect": name, "code": code, "answers": answers}
    for name, code, answers in QUESTIONS_ANSWERS:
        yield {"defect": name, "code": code, "answers": answers, "of": QUESTIONS_PLAN}


def main(command):
    committed = FOLDER / "refusals.ndjson"
    if command == "write":
        committed.write_text("".join(compact(case) + "\n" for case in cases()))
        return
    known = [json.loads(line) for line in committed.read_text().splitlines()]
    sound = with_follow_up(plans()[1])
    sound["fingerprint"] = fingerprint(sound)
    for plan in [*plans(), sound]:
        assert plan_defect(plan, 100) is None, plan["survey"]
    for case in known:
        found = defect(case, plans()[case.get("of", 1)])
        assert found == case["code"], f"{case['defect']}: {found} instead of {case['code']}"
    print(f"{len(known)} documents are refused for their defects")


main(*sys.argv[1:])
