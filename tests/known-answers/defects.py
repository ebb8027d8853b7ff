"""An independent reading of plans, reports and answers, in plain Python, from their specification: why a document is refused, by the code of the
defect, or None. `refusals.py` has the documents, `levels.py` recomputes what plans promise.
"""
import hashlib
import json
import re
from datetime import datetime
from decimal import Decimal

from levels import WHOLE, exact_levels, units_of, ways_of


def compact(value):
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def fingerprint(plan):
    bare = {name: value for name, value in plan.items() if name not in ("fingerprint", "signature")}
    return "sha256:" + hashlib.sha256(compact(bare).encode()).hexdigest()


def values(attribute):
    return [c if isinstance(c, str) else c["value"] for c in attribute["categories"]]


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
    texts = [holder[name] for holder, name in [(plan, "title")] if name in holder] + list(plan.get("texts", {}).values())
    texts += [a["question"] for a in asked + plan.get("compounds", []) if "question" in a] + sum(labels, [])
    texts += [section[name] for section in plan.get("sections", []) for name in ("title", "text") if name in section]
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
    empty += [plan.get("scores"), plan.get("sections")] + [score.get("reversed") for score in plan.get("scores", [])]
    said = [attribute[name] for attribute in plan["attributes"] for name in ("optional", "partial") if name in attribute]
    shown = plan["attributes"] + plan.get("compounds", []) + plan.get("sections", [])
    objects = [c for a in asked for c in a["categories"] if isinstance(c, dict)]
    bare = [c for c in objects if set(c) - {"label", "role", "value"} or "value" not in c or len(c) < 2]
    if any(value is None for _, value in members(plan)) or [] in empty or bare or any(one is not True for one in said):
        return "invalid-plan"
    chosen = [plan.get("ask", "drawn") == "drawn", plan.get("invitations", "plain") in ("plain", "blind")]
    chosen += [plan.get("labels", "invited") == "invited", plan.get("texts") != {}]
    chosen += [own.get("order", "random") == "random" for own in shown]
    return None if all(chosen) else "invalid-plan"


def appended(attribute):
    """The categories after those that an author gives."""
    added = [("optional", "no answer"), ("partial", "not reached"), ("asked_if", "not asked")]
    return [category for member, category in added if member in attribute]


def appended_defect(attribute):
    """The last categories are those that are appended, of which at most one is an answer."""
    categories, last = attribute["categories"], appended(attribute)
    own = categories[: max(len(categories) - len(last), 0)]
    if len(own) + ("optional" in attribute) < 2:
        return "too-few-categories"
    if set(values({"categories": own})) & set(last):
        return "duplicate-category"
    return None if own + last == categories else "invalid-plan"


def follow_up_defect(attributes):
    """Conditions name earlier attributes in order, and of each some but not all answers in order; neither "not reached" nor "not asked" is one."""
    for i, attribute in enumerate(attributes):
        conditions = attribute.get("asked_if", [])
        parents = [condition["attribute"] for condition in conditions]
        if parents != sorted(set(parents)) or any(parent >= i for parent in parents):
            return "invalid-follow-up"
        for parent, condition in zip(parents, conditions):
            chosen, is_follow_up = condition["categories"], "asked_if" in attributes[parent]
            answers = len(attributes[parent]["categories"]) - is_follow_up - ("partial" in attributes[parent])
            if not chosen or chosen != sorted(set(chosen)) or chosen[-1] >= answers:
                return "invalid-follow-up"
            if len(chosen) == answers and not is_follow_up:
                return "invalid-follow-up"
    return None


def ranges(bins):
    """The categories of a numeric question with these edges."""
    pairs = zip(bins, bins[1:])
    return [f"<{to}" if start is None else f"≥{start}" if to is None else f"[{start},{to})" for start, to in pairs]


def bins_defect(attribute):
    """After its ranges a numeric question has reasons to give no number, and then what is appended."""
    if "bins" not in attribute:
        return None
    known = ranges(attribute["bins"])
    own = attribute["categories"][: len(attribute["categories"]) - len(appended(attribute))]
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
    alike = [[m.get(name) for name in ("asked_if", "optional", "partial", "categories", "bins")] for m in members]
    if any(other != alike[0] for other in alike):
        return "invalid-compound"
    rules = [name for name in ("at_least", "at_most", "excluding") if name in compound]
    if compound["kind"] == "rows":
        return "invalid-compound" if rules else None
    own = members[0]["categories"][: len(members[0]["categories"]) - len(appended(members[0]))]
    if compound["kind"] == "ranking":
        return "invalid-compound" if rules or not are_places(own, len(members)) else None
    if "bins" in members[0] or own != ["no", "yes"]:
        return "invalid-compound"
    excluding = compound.get("excluding", [])
    if excluding != sorted(set(excluding)) or not set(excluding) <= set(places):
        return "invalid-compound"
    ordinary = len(places) - len(excluding)
    most, least = compound.get("at_most", ordinary), compound.get("at_least", 0)
    stated = compound.get("at_least") != 0 and compound.get("at_most") != ordinary
    return None if stated and 1 <= most <= ordinary and least <= most else "invalid-compound"


def are_places(categories, items):
    """Whether categories are the places of a ranking, at least two and at most as many as items, and "not ranked" if there are fewer."""
    places = [str(place + 1) for place in range(items)]
    return any(categories == places[:most] + ["not ranked"] * (most < items) for most in range(2, items + 1))


def order_defect(plan):
    """Sections begin at questions, in order, and shuffle nothing that follows from each other; numbers have an order of their own."""
    attributes, sections = plan["attributes"], plan.get("sections", [])
    starts = [section["attribute"] for section in sections]
    inside = {i for compound in plan.get("compounds", []) for i in compound["attributes"][1:]}
    if starts != sorted(set(starts)) or any(start >= len(attributes) or start in inside for start in starts):
        return "invalid-order"
    for section, end in zip(sections, [*starts[1:], len(attributes)]):
        own = range(section["attribute"], end)
        conditions = [condition["attribute"] for i in own for condition in attributes[i].get("asked_if", [])]
        if "order" in section and set(conditions) & set(own):
            return "invalid-order"
    return "invalid-order" if any("bins" in a and "order" in a for a in attributes) else None


def scores_defect(plan):
    """A score has a name of its own, attributes in order, some of which are reversed, and a code for each of their valid answers."""
    taken = [named["name"] for named in plan["attributes"] + plan.get("compounds", [])]
    for score in plan.get("scores", []):
        places, turned, codes = score["attributes"], score.get("reversed", []), score["codes"]
        if not places or places != sorted(set(places)) or places[-1] >= len(plan["attributes"]):
            return "invalid-score"
        if turned != sorted(set(turned)) or not set(turned) <= set(places) or len(set(codes)) < 2:
            return "invalid-score"
        if any(valid_answers(plan["attributes"][i]) != len(codes) for i in places) or score["name"] in taken:
            return "invalid-score"
        taken.append(score["name"])
    return None


def valid_answers(attribute):
    """How many categories of an attribute are answers, and neither refusals nor "don't know"."""
    roles = [category.get("role") for category in attribute["categories"] if isinstance(category, dict)]
    return len(attribute["categories"]) - len(appended(attribute)) - sum(role in ("refused", "dont-know") for role in roles)


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


def kinds_defect(plan):
    """Unknown members and members of the wrong type, as far as they occur in cases."""
    known = {
        *("ask", "attributes", "candor", "closes", "compounds", "fingerprint", "forms", "invitations", "labels", "method"),
        *("opens", "plain", "privacy", "revises", "scores", "sections", "signature", "survey", "texts", "title", "wave_of"),
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
    fits = fits and all(c["kind"] in ("choices", "ranking", "rows") for c in compounds)
    known = {"asked_if", "bins", "categories", "name", "optional", "order", "partial", "question"}
    fits = fits and not any(set(attribute) - known for attribute in plan["attributes"])
    sections, scores, texts = plan.get("sections", []), plan.get("scores", []), plan.get("texts", {})
    fits = fits and all({"attribute"} <= set(s) <= {"attribute", "order", "text", "title"} for s in sections)
    fits = fits and all({"attributes", "codes", "name"} <= set(s) <= {"attributes", "codes", "name", "reversed"} for s in scores)
    fits = fits and all(isinstance(code, (int, float)) for score in scores for code in score["codes"])
    fits = fits and isinstance(texts, dict) and not set(texts) - {"consent", "thanks", "welcome"}
    return None if fits else "invalid-plan"


def plan_defect(plan, cap):
    if defect := kinds_defect(plan) or writing_defect(plan) or period_defect(plan):
        return defect
    if plan["candor"] != 1:
        return "unsupported-version"
    plain = plan.get("plain", [])
    names = [attribute["name"] for attribute in plan["attributes"]]
    columns = [column["name"] for column in plain + plan.get("compounds", [])]
    for name in names + columns + [score["name"] for score in plan.get("scores", [])]:
        if name != name.strip() or name in ("", "__proto__") or misleads(name) or re.search("[,\t\n\r]", name):
            return "invalid-name"
    read = ("attributes", "compounds", "method", "plain", "sections", "survey", "texts", "title", "wave_of")
    if misleads([plan[name] for name in read if name in plan]):
        return "invalid-text"
    if len(set(names + columns)) < len(names + columns):
        return "duplicate-attribute"
    if any(len(column["categories"]) < 2 for column in plain):
        return "too-few-categories"
    if defect := next(filter(None, map(appended_defect, plan["attributes"])), None):
        return defect
    for attribute in plan["attributes"] + plain:
        if len(set(values(attribute))) < len(attribute["categories"]):
            return "duplicate-category"
    if defect := texts_defect(plan) or revision_defect(plan.get("revises", [])) or follow_up_defect(plan["attributes"]):
        return defect
    if defect := next(filter(None, map(bins_defect, plan["attributes"])), None) or compounds_defect(plan):
        return defect
    if defect := order_defect(plan) or scores_defect(plan):
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
    together = [compound for compound in plan.get("compounds", []) if compound["kind"] != "rows"]
    if "ask" in plan and (together or any("asked_if" in attribute for attribute in plan["attributes"])):
        return "invalid-plan"
    has_labels = sum(ways_of(form, sizes) for form in plan["forms"]) > 1
    if "ask" in plan and not has_labels:
        return "invalid-plan"
    if "labels" in plan and (plan.get("invitations") != "blind" or "wave_of" in plan or not has_labels):
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


def answers_defect(answers, plan, stopped):
    """Answers to choices are lists of those that are made, to rankings lists in order; others are values. What is null is left unanswered."""
    several = {i: c for c in plan.get("compounds", []) if c["kind"] != "rows" for i in c["attributes"]}
    record = []
    for i, attribute in enumerate(plan["attributes"]):
        name = several[i]["name"] if i in several else attribute["name"]
        conditions = attribute.get("asked_if", [])
        if any(record[condition["attribute"]] not in condition["categories"] for condition in conditions):
            if name in answers:
                return "invalid-follow-up"
            record.append(len(attribute["categories"]) - 1)
            continue
        answer = answers.get(name)
        if answer is None:
            is_left = stopped and name not in answers and "partial" in attribute
            answer = "not reached" if is_left else "no answer" if "optional" in attribute else None
        elif i in several:
            answer = answer_to_one(attribute["name"][len(name) + 1 :], answer, several[i]["kind"])
        if answer is None:
            return "invalid-follow-up" if conditions else "missing-answer"
        if answer not in values(attribute):
            return "unknown-category"
        record.append(values(attribute).index(answer))
    asked = {c["name"]: c for c in several.values()}
    return next(filter(None, (answered_defect(c, plan["attributes"], record) for c in asked.values())), None)


def answer_to_one(own, given, kind):
    """The answer to one of several choices or items."""
    if kind == "ranking":
        return str(given.index(own) + 1) if own in given else "not ranked"
    return "yes" if own in given else "no"


def answered_defect(compound, attributes, record):
    """Of choices as many are made as may be, or one that excludes the others; of a ranking every place is given once."""
    own = [values(attributes[i])[record[i]] for i in compound["attributes"]]
    if own[0] in ("no answer", "not reached", "not asked"):
        return None
    if compound["kind"] == "ranking":
        places = [value for value in values(attributes[compound["attributes"][0]]) if value.isdecimal()]
        return None if sorted(value for value in own if value.isdecimal()) == places else "invalid-choices"
    made = [i for i, value in zip(compound["attributes"], own) if value == "yes"]
    alone = set(made) & set(compound.get("excluding", []))
    most = compound.get("at_most", len(own))
    fits = len(made) == 1 if alone else compound.get("at_least", 0) <= len(made) <= most
    return None if fits else "invalid-choices"


def defect(case, plan):
    if "plan" in case:
        return plan_defect(case["plan"], case.get("cap", 100))
    return report_defect(case["report"], plan) if "report" in case else answers_defect(case["answers"], plan, "stopped" in case)
