#!/usr/bin/env python3
"""Documents that must be refused, each with one defect that names the case, and an independent check of the reason.

    refusals.py write     writes refusals.ndjson
    refusals.py check     reads every case and every plan of plans.ndjson, and compares

A case is a plan, a report or answers, with the code of its refusal. A report or answers belong to the plan of plans.ndjson
whose index is "of", which is 1, the second plan, by default. Answers are all that was reached if they are "stopped". Every document
has the right fingerprint, unless the fingerprint itself is the defect. The same cases are refused natively, in Node and in Chromium; reports are
read natively only. `defects.py` finds the reason.
"""
import copy
import json
import sys
from pathlib import Path

from defects import compact, defect, fingerprint, kinds_defect, plan_defect, ranges, writing_defect
from levels import WHOLE, exact_levels

FOLDER = Path(__file__).parent
LABELLED_PLAN, QUESTIONS_PLAN, PARTIAL_PLAN, RANKINGS_PLAN = 6, 8, 10, 11


def plans():
    return [json.loads(line) for line in (FOLDER / "plans.ndjson").read_text().splitlines()]


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


def ranking(plan, own):
    """Changes the categories of all items of "b", which is optional and partial."""
    return each(plan, range(1, 5), categories=[*own, "no answer", "not reached"])


def section(plan, place, **change):
    plan["sections"][place].update(change)


def score(plan, **change):
    plan["scores"][0].update(change)


# Attribute 0 is "a", 1 to 4 the items of "b", of which two are put in order, 5 to 7 those of "c", which follows from "a"; 8 to 11 choices, 12 and
# 13 rows, 14 a follow-up of an item and a row, 15 a number. Sections begin at 0, at 12 and at 14; one score is of the rows, the other of several.
PARTIAL = [
    ("a ranking of one item", "invalid-compound", lambda p: p["compounds"][1].update(attributes=[5])),
    ("a ranking with one place", "invalid-compound", lambda p: ranking(p, own=["1", "not ranked"])),
    ("a ranking with more places than items", "invalid-compound", lambda p: ranking(p, own=["1", "2", "3", "4", "5"])),
    ("a ranking with as many places as items, and items that are not ranked", "invalid-compound", lambda p: ranking(p, own=["1", "2", "3", "4", "not ranked"])),
    ("a ranking with fewer places than items, all of which are ranked", "invalid-compound", lambda p: ranking(p, own=["1", "2", "3"])),
    ("a ranking whose places begin at 0", "invalid-compound", lambda p: ranking(p, own=["0", "1", "not ranked"])),
    ("a ranking whose places descend", "invalid-compound", lambda p: ranking(p, own=["2", "1", "not ranked"])),
    ("a ranking whose items are not ranked before the places", "invalid-compound", lambda p: ranking(p, own=["not ranked", "1", "2"])),
    ("a ranking with a place that has a label", "invalid-compound", lambda p: ranking(p, own=[{"label": "First", "value": "1"}, "2", "not ranked"])),
    ("a ranking with the answer that somebody refuses", "invalid-compound", lambda p: ranking(p, own=["1", "2", "not ranked", {"role": "refused", "value": "refused"}])),
    ("an item that has other places", "invalid-compound", lambda p: other(p, 2, categories=["1", "2", "3", "not ranked", "no answer", "not reached"])),
    ("an item that is asked alone", "invalid-compound", lambda p: other(p, 1, categories=["1", "2", "not ranked", "no answer", "not reached", "not asked"], asked_if=[{"attribute": 0, "categories": [1]}])),
    ("an item that has to be answered alone", "invalid-compound", lambda p: (other(p, 1, categories=["1", "2", "not ranked", "not reached"]), p["attributes"][1].pop("optional"))),
    ("an item that has to be reached alone", "invalid-compound", lambda p: (other(p, 1, categories=["1", "2", "not ranked", "no answer"]), p["attributes"][1].pop("partial"))),
    ("a row that has to be reached alone", "invalid-compound", lambda p: (p["attributes"][13]["categories"].pop(), p["attributes"][13].pop("partial"))),
    ("a ranking of numbers", "invalid-compound", lambda p: each(p, range(1, 5), bins=[1, 2, 3], categories=["[1,2)", "[2,3)", "no answer", "not reached"])),
    ("a ranking with a least number of items", "invalid-compound", lambda p: p["compounds"][0].update(at_least=2)),
    ("a ranking with a largest number of items", "invalid-compound", lambda p: p["compounds"][0].update(at_most=2)),
    ("a ranking with an item that excludes the others", "invalid-compound", lambda p: p["compounds"][0].update(excluding=[4])),
    ("places that are choices", "invalid-compound", lambda p: p["compounds"][0].update(kind="choices")),
    ("an item that is not named after its question", "invalid-compound", lambda p: p["compounds"][0].update(name="z")),
    ("an understated attribute ε of an item", "understated-promise", lambda p: add(p["privacy"]["attributes"][4], "attribute", -1e-9)),
    ("an understated attribute ε of an item that is asked after an answer", "understated-promise", lambda p: add(p["privacy"]["attributes"][6], "attribute", -1e-9)),
    ("a question that says that it has to be reached", "invalid-plan", lambda p: other(p, 0, partial=False)),
    ("a partial question without its category", "invalid-plan", lambda p: other(p, 0, categories=["no", "yes", "maybe", "no answer"])),
    ("a question whose category of what was not reached comes too early", "invalid-plan", lambda p: other(p, 0, categories=["no", "yes", "not reached", "no answer"])),
    ("a question that was not reached after it was not asked", "invalid-plan", lambda p: other(p, 14, categories=["0", "1", "not asked", "not reached"])),
    ("a label for what was not reached", "invalid-plan", lambda p: other(p, 0, categories=["no", "yes", "no answer", {"label": "Left", "value": "not reached"}])),
    ("one answer beside what was not reached", "too-few-categories", lambda p: other(p, 14, categories=["0", "not reached", "not asked"])),
    ("a follow-up of what was not reached", "invalid-follow-up", lambda p: p["attributes"][5]["asked_if"][0].update(categories=[3])),
    ("a follow-up of every answer to what can be left", "invalid-follow-up", lambda p: p["attributes"][5]["asked_if"][0].update(categories=[0, 1, 2])),
    ("a follow-up of an item that was not reached", "invalid-follow-up", lambda p: p["attributes"][14]["asked_if"][0].update(categories=[0, 4])),
    ("an order of a ranking that is as by default", "invalid-plan", lambda p: p["compounds"][0].update(order="given")),
    ("numbers in an order at random", "invalid-order", lambda p: other(p, 15, order="random")),
    ("a section that begins within a ranking", "invalid-order", lambda p: section(p, 1, attribute=2)),
    ("a section that begins within a grid", "invalid-order", lambda p: section(p, 1, attribute=13)),
    ("a section at random with a question that follows from another", "invalid-order", lambda p: section(p, 0, order="random")),
    ("a score with a code for \"don't know\"", "invalid-score", lambda p: score(p, codes=[0, 1, 2.5, 9])),
    ("a score named as a grid", "invalid-score", lambda p: score(p, name="e")),
]

# Attributes 0 to 2 are the items of "a", 3 to 5 those of "b", 6 is "c", 7 and 8 are the choices of "d".
RANKINGS = [
    ("a device that draws some items of a ranking", "invalid-plan", lambda p: p.update(ask="drawn")),
    ("an understated attribute ε of an item that is drawn", "understated-promise", lambda p: add(p["privacy"]["attributes"][3], "attribute", -1e-9)),
    ("an understated column ε of an item that is drawn", "understated-promise", lambda p: add(p["privacy"]["attributes"][2], "column", -1e-9)),
    ("labels that follow from no invitations", "invalid-plan", lambda p: p.update(labels="invited")),
    ("labels that follow from invitations that say who sends a report", "invalid-plan", lambda p: p.update(invitations="plain", labels="invited")),
    ("labels of a wave that follow from invitations", "invalid-plan", lambda p: p.update(invitations="blind", labels="invited", wave_of="family")),
    ("labels that a device draws, and a member that says so", "invalid-plan", lambda p: p.update(invitations="blind", labels="drawn")),
]


# The second plan with texts, a section for each question, and a score of each.
PRESENTED = [
    ("an order that is as by default, and a member that says so", "invalid-plan", lambda p: other(p, 0, order="given")),
    ("sections in another order", "invalid-order", lambda p: p["sections"].reverse()),
    ("two sections that begin at one question", "invalid-order", lambda p: section(p, 1, attribute=0)),
    ("a section that begins at no question", "invalid-order", lambda p: section(p, 1, attribute=2)),
    ("a section in the order as by default, and a member that says so", "invalid-plan", lambda p: section(p, 0, order="given")),
    ("a section that begins nowhere", "invalid-plan", lambda p: p["sections"][0].pop("attribute")),
    ("a section that ends", "invalid-plan", lambda p: section(p, 0, end=1)),
    ("a section whose title is null", "invalid-plan", lambda p: section(p, 0, title=None)),
    ("a section whose title turns direction", "invalid-text", lambda p: section(p, 0, title="\u202ex")),
    ("a section whose text has NUL", "invalid-text", lambda p: section(p, 1, text="\0")),
    ("a section in other languages", "invalid-language", lambda p: section(p, 1, text={"en": "x", "fr": "y"})),
    ("no sections, and a list of them", "invalid-plan", lambda p: p.update(sections=[])),
    ("no texts, and an object of them", "invalid-plan", lambda p: p.update(texts={})),
    ("texts as a list", "invalid-plan", lambda p: p.update(texts=["Hello"])),
    ("a text for what is not shown", "invalid-plan", lambda p: p["texts"].update(goodbye="x")),
    ("thanks that are null", "invalid-plan", lambda p: p["texts"].update(thanks=None)),
    ("thanks that clear a terminal", "invalid-text", lambda p: p["texts"].update(thanks="\x1b[2J")),
    ("consent that turns direction in one language", "invalid-text", lambda p: p["texts"].update(consent={"en": "x", "es": "\u2066y"})),
    ("consent in other languages", "invalid-language", lambda p: p["texts"].update(consent={"en": "x"})),
    ("consent in no language", "invalid-plan", lambda p: p["texts"].update(consent={})),
    ("a score of nothing", "invalid-score", lambda p: score(p, attributes=[])),
    ("a score of attributes in another order", "invalid-score", lambda p: score(p, attributes=[1, 0])),
    ("a score of an attribute twice", "invalid-score", lambda p: score(p, attributes=[0, 0])),
    ("a score of an attribute that there is not", "invalid-score", lambda p: score(p, attributes=[0, 2])),
    ("a score that reverses what it does not have", "invalid-score", lambda p: score(p, reversed=[1])),
    ("a score that reverses an attribute twice", "invalid-score", lambda p: score(p, reversed=[0, 0])),
    ("a score that reverses nothing, and a list of it", "invalid-plan", lambda p: score(p, reversed=[])),
    ("a score with too few codes", "invalid-score", lambda p: score(p, codes=[0, 1])),
    ("a score with codes that are all the same", "invalid-score", lambda p: score(p, codes=[1, 1, 1])),
    ("a score with a code that is a text", "invalid-plan", lambda p: score(p, codes=[0, 1, "2"])),
    ("a score with a code that is null", "invalid-plan", lambda p: score(p, codes=[0, 1, None])),
    ("a score without codes", "invalid-plan", lambda p: p["scores"][0].pop("codes")),
    ("a score with a mean", "invalid-plan", lambda p: score(p, mean=1)),
    ("a score named as an attribute", "invalid-score", lambda p: score(p, name="a")),
    ("a score named as another one", "invalid-score", lambda p: score(p, name="t")),
    ("a score whose name has a comma", "invalid-name", lambda p: score(p, name="s,")),
    ("a score named __proto__", "invalid-name", lambda p: score(p, name="__proto__")),
    ("no scores, and a list of them", "invalid-plan", lambda p: p.update(scores=[])),
    ("labels that follow from invitations of a law with one label", "invalid-plan", lambda p: p.update(invitations="blind", labels="invited")),
]


def presented(plan):
    """The plan with texts, sections and scores."""
    changed = copy.deepcopy(plan)
    changed["texts"] = {"welcome": {"en": "Welcome", "es": "Hola"}, "consent": {"en": "I agree", "es": "Sí"}, "thanks": "!"}
    changed["sections"] = [{"attribute": 0, "title": {"en": "One", "es": "Uno"}}, {"attribute": 1, "order": "random", "text": "Two"}]
    changed["scores"] = [{"attributes": [0], "codes": [0, 1, 2.5], "name": "s", "reversed": [0]}, {"attributes": [1], "codes": [-1, 1], "name": "t"}]
    return changed


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


REACHED = {"a": "no", "b": ["1", "0"], "d": ["0"], "e.0": "1", "e.1": "unknown", "g": "refused"}
PARTIAL_ANSWERS = [
    ("fewer items than places", "invalid-choices", REACHED | {"b": ["1"]}),
    ("no items in order, though they are answered", "invalid-choices", REACHED | {"b": []}),
    ("a ranking that is not asked", "invalid-follow-up", REACHED | {"c": ["2", "1", "0"]}),
    ("no answer to a ranking that is asked", "invalid-follow-up", REACHED | {"a": "yes"}),
    ("a missing answer of somebody who did not stop", "missing-answer", {name: answer for name, answer in REACHED.items() if name != "g"}),
]
STOPPED_ANSWERS = [
    ("somebody who stopped before a number, and leaves it", "missing-answer", {"a": "no", "g": None}),
    ("somebody who stopped within a ranking", "invalid-choices", {"a": "no", "b": ["1"]}),
    ("somebody who stopped with more choices than can be made", "invalid-choices", {"d": ["0", "1", "2"]}),
    ("somebody who stopped, and leaves a ranking that is asked", "invalid-follow-up", {"a": "yes", "c": None}),
    ("somebody who stopped, and answers what follows from what was not reached", "invalid-follow-up", {"c": ["2", "1", "0"]}),
    ("somebody who stopped with an answer that is no category", "unknown-category", {"a": "maybe"}),
]
RANKINGS_ANSWERS = [
    ("no answer to the first question, a ranking", "missing-answer", {"c": "0", "d": ["0"]}),
    ("fewer items than places, though all could be left", "invalid-choices", {"a": ["2", "0", "1"], "b": ["2"], "c": "0", "d": ["0"]}),
]


def shaped(plan):
    """Marks documents whose shape alone makes them invalid, so that the JSON Schema refuses them, too."""
    return {"shape": True} if kinds_defect(plan) or writing_defect(plan) else {}


def cases():
    plan, labelled = plans()[1], plans()[LABELLED_PLAN]
    of_plans = [(1, PLANS), (LABELLED_PLAN, LABELLED), (QUESTIONS_PLAN, QUESTIONS), (PARTIAL_PLAN, PARTIAL), (RANKINGS_PLAN, RANKINGS)]
    for original, changes in [*((plans()[place], changes) for place, changes in of_plans), (presented(plan), PRESENTED)]:
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
    yield {"defect": "somebody who stopped where nobody may", "code": "missing-answer", "answers": {}, "stopped": True, "of": QUESTIONS_PLAN}
    for name, code, answers in PARTIAL_ANSWERS:
        yield {"defect": name, "code": code, "answers": answers, "of": PARTIAL_PLAN}
    for name, code, answers in STOPPED_ANSWERS:
        yield {"defect": name, "code": code, "answers": answers, "stopped": True, "of": PARTIAL_PLAN}
    for name, code, answers in RANKINGS_ANSWERS:
        yield {"defect": name, "code": code, "answers": answers, "of": RANKINGS_PLAN}


def main(command):
    committed = FOLDER / "refusals.ndjson"
    if command == "write":
        committed.write_text("".join(compact(case) + "\n" for case in cases()))
        return
    known = [json.loads(line) for line in committed.read_text().splitlines()]
    sound = [with_follow_up(plans()[1]), presented(plans()[1])]
    for plan in sound:
        plan["fingerprint"] = fingerprint(plan)
    for plan in [*plans(), *sound]:
        assert plan_defect(plan, 100) is None, plan["survey"]
    for case in known:
        found = defect(case, plans()[case.get("of", 1)])
        assert found == case["code"], f"{case['defect']}: {found} instead of {case['code']}"
    print(f"{len(known)} documents are refused for their defects")


main(*sys.argv[1:])
