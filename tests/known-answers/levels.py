"""What a plan tells of a person at most, in exact arithmetic, in plain Python, from its specification.

Promises are recomputed as fractions over every set S of units that miss: P(given subsets, of which exactly S miss) =
(uniform / P + weight / T) / 2^64, where P is the number of subsets of the block and T that of the pattern. Of the subsets with d of D cells,
C(D-1, d) miss the true cell and C(D-1, d-1) contain it. If there are several forms, or ways to take attributes from pools, the largest value counts.
"""
from decimal import Decimal, getcontext
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod

WHOLE = 2**64
getcontext().prec = 60


def log(ratio):
    return Decimal(ratio.numerator).ln() - Decimal(ratio.denominator).ln()


def units_of(form, sizes):
    """The attributes of each unit, its cells and its subset size."""
    singles = [{"attributes": [i], "subset_size": 1} for i in range(len(sizes))]
    units = form.get("units", singles)
    return [(u["attributes"], prod(sizes[i] for i in u["attributes"]), u["subset_size"]) for u in units]


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
    """The attributes on which others depend, with all of these: follow-ups, and the other choices or items of a question."""
    attributes, found = plan["attributes"], {}
    several = [set(c["attributes"]) for c in plan.get("compounds", []) if c["kind"] != "rows"]
    for i in range(len(attributes)):
        own, before = {i}, set()
        while own != before:
            before = set(own)
            own |= {j for members in several if members & own for j in members}
            conditions = [(j, attribute.get("asked_if", [])) for j, attribute in enumerate(attributes)]
            own |= {j for j, all_of in conditions if any(condition["attribute"] in own for condition in all_of)}
        if len(own) > 1:
            found[i] = own
    return found


def ways_of(form, sizes):
    """In how many ways the units of a form can take attributes from its pools."""
    ways = 1
    for pool in form.get("exchange", []):
        left = len(pool)
        for attributes, _, _ in units_of(form, sizes):
            taken = len(set(pool) & set(attributes))
            ways, left = ways * comb(left, taken), left - taken
    return ways
