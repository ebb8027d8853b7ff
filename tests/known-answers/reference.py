#!/usr/bin/env python3
"""An independent reference for the perturbing mechanism, in plain Python, written from its specification.

    reference.py write        computes all cases and writes digests.txt (a minute or two)
    reference.py check [N]    computes every N-th group of cases (all by default) and compares

Cases. There are 10,000 cases. Case i belongs to plan i mod P of the P plans in plans.ndjson. Let H(text) be SHA-256 of the
text, read as a big-endian number. The seed of the case is the 32 bytes of SHA-256("candor seed i"), and the true category of
attribute j, which has a categories, is H("candor answer i j") mod a. If it is a follow-up, a counts all but the last one, "not asked", which is
the true one if not all of its conditions hold. Of a question whose choices begin with attribute j and are asked, the sets of choices that can be made
are ascending by the sum of 2^m over the choices that are made, of which m come earlier in the question. Of a ranking they are the ways in which every
place is given to one item and all other items are "not ranked", ascending by the category of the first item, then of the second and so on. "No answer"
to all of it follows if it is optional, and "not reached" if it is partial. The
true one is that at position H("candor answer i j") modulo their number. The text of a case is its report, the JSON that is sent,
and a line feed. digests.txt has the SHA-256 of every 100 cases.

Random numbers. ChaCha20 (Bernstein's, 64-bit counter and nonce 0) with the seed as key gives 32-bit words. The first four, as
little-endian bytes, are the id of the report. After that, two words make a 64-bit number, of which the first is the lower half.
A uniform number below b >= 2 is the upper half of number * b; the number is redrawn while the lower half is below 2^64 mod b.
A uniform number below 1 is 0 and uses no words.

Label. If there are several forms, one number chooses a form: the forms' weights are laid end to end, and the number falls into
one of them. A uniform number then chooses one of the ways in which the units of the form can take attributes from its pools.
The label is the number of ways of all earlier forms plus this number. The number is decoded pool by pool and unit by unit: its
remainder modulo the number of ways of this unit is the lexicographic index of the unit's combination among the attributes that
are left, and the quotient is passed on. If a form lists no units, each attribute is a unit that reports one cell.

Blocks. One number is drawn for each block. If it is below the uniform weight, every unit of the block reports a uniform subset.
Otherwise the weights of the patterns are laid end to end, and the pattern that the number falls into says how many units of
each class miss.

Units. The units of each class are visited in order. A unit misses if a uniform number below (units still to come) is below
(units still to miss). Then a uniform number below D, the number of its cells, is drawn.
  A unit that reports one cell also draws a change, which is one more than a uniform number below D - 1. The true cell is moved
on by the first number if the block is uniform, by the change if the unit misses, and otherwise not at all.
  A unit that reports d cells also draws a number below d. The D - 1 cells after the true one, wrapping around at the end, are
visited in order: each is marked if a uniform number below (cells still to come) is below (of d, how many are still to mark). In
a uniform block the unit misses if its number below D is not below d. If the unit misses, its subset is the marked cells;
otherwise the true cell replaces the marked cell whose index is the number below d.

Report. A report consists of the label, if there are several, and then for each unit its cell, or its subset as bits, 32 to a
number.
"""
import hashlib
import json
import sys
from base64 import urlsafe_b64encode
from itertools import combinations, islice, permutations
from math import comb, prod
from pathlib import Path

CASES, GROUP = 10_000, 100
FOLDER = Path(__file__).parent
MASK = 0xFFFFFFFF


def chacha20_block(key, counter):
    start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *key, counter & MASK, counter >> 32, 0, 0]
    x = list(start)

    def quarter(a, b, c, d):
        x[a] = (x[a] + x[b]) & MASK
        x[d] ^= x[a]
        x[d] = (x[d] << 16 | x[d] >> 16) & MASK
        x[c] = (x[c] + x[d]) & MASK
        x[b] ^= x[c]
        x[b] = (x[b] << 12 | x[b] >> 20) & MASK
        x[a] = (x[a] + x[b]) & MASK
        x[d] ^= x[a]
        x[d] = (x[d] << 8 | x[d] >> 24) & MASK
        x[c] = (x[c] + x[d]) & MASK
        x[b] ^= x[c]
        x[b] = (x[b] << 7 | x[b] >> 25) & MASK

    for _ in range(10):
        for i in range(4):
            quarter(i, i + 4, i + 8, i + 12)
        for i in range(4):
            quarter(i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12)
    return [(a + b) & MASK for a, b in zip(x, start)]


def words(seed):
    key = [int.from_bytes(seed[4 * i : 4 * i + 4], "little") for i in range(8)]
    counter = 0
    while True:
        yield from chacha20_block(key, counter)
        counter += 1


def number(stream):
    low = next(stream)
    return low | next(stream) << 32


def uniform(bound, stream):
    if bound == 1:
        return 0
    while True:
        product = number(stream) * bound
        if product % 2**64 >= 2**64 % bound:
            return product >> 64


def picked(block, word):
    """How many units of each class miss; None for the uniform part."""
    word -= int(block["uniform"])
    if word < 0:
        return None
    for pattern in block["patterns"]:
        word -= int(pattern["weight"])
        if word < 0:
            return dict(pattern["changes"])
    raise AssertionError("weights sum to 2^64")


def units_of(form, sizes):
    """The attributes and the subset size of each unit."""
    if "units" in form:
        return [(list(unit["attributes"]), unit["subset_size"]) for unit in form["units"]]
    return [([i], 1) for i in range(len(sizes))]


def ways(form, sizes):
    """For every pool and unit: the pool, how many of its attributes the unit takes, and in how many ways it can."""
    found = []
    for pool in form.get("exchange", []):
        left = len(pool)
        for attributes, _ in units_of(form, sizes):
            taken = len(set(pool) & set(attributes))
            found.append((pool, taken, comb(left, taken)))
            left -= taken
    return found


def arranged(form, sizes, number):
    """The units with the attributes that they take in the way of this number."""
    units = units_of(form, sizes)
    written = [list(attributes) for attributes, _ in units]
    steps = iter(ways(form, sizes))
    for pool in form.get("exchange", []):
        left = sorted(pool)
        for (attributes, _), own in zip(units, written):
            _, taken, of = next(steps)
            number, rest = divmod(number, of)
            chosen = next(islice(combinations(left, taken), rest, None))
            left = [attribute for attribute in left if attribute not in chosen]
            places = [place for place, attribute in enumerate(own) if attribute in pool]
            for place, attribute in zip(places, chosen):
                attributes[place] = attribute
    return units


def labelled(plan, sizes, stream):
    """Draws a form and returns it, its units, and the label if there are several."""
    counts = [prod(of for _, _, of in ways(form, sizes)) for form in plan["forms"]]
    drawn = 0
    if len(counts) > 1:
        word = number(stream)
        while word >= int(plan["forms"][drawn]["weight"]):
            word -= int(plan["forms"][drawn]["weight"])
            drawn += 1
    way = uniform(counts[drawn], stream)
    label = [sum(counts[:drawn]) + way] if sum(counts) > 1 else []
    return plan["forms"][drawn], arranged(plan["forms"][drawn], sizes, way), label


def reported(cell, cells, size, uniform_block, marked, stream):
    """The numbers that a unit reports if this is its true cell."""
    anywhere = uniform(cells, stream)
    if size == 1:
        elsewhere = 1 + uniform(cells - 1, stream)
        shift = anywhere if uniform_block else elsewhere if marked else 0
        return [(cell + shift) % cells]
    misses = anywhere >= size if uniform_block else marked
    gives_way, held = uniform(size, stream), []
    for passed in range(cells - 1):
        if uniform(cells - 1 - passed, stream) < size - len(held):
            held.append((cell + 1 + passed) % cells)
    if not misses:
        held[gives_way] = cell
    bits = sum(1 << z for z in held)
    return [bits >> 32 * i & MASK for i in range(-(-cells // 32))]


def perturbed(plan, record, stream):
    sizes = [len(attribute["categories"]) for attribute in plan["attributes"]]
    form, units, label = labelled(plan, sizes, stream)
    output = [None] * len(units)
    for block in form["blocks"]:
        changes = picked(block, number(stream))
        for index, members in enumerate(block["classes"]):
            left = 0 if changes is None else changes.get(index, 0)
            for passed, position in enumerate(members):
                unit = block["units"][position]
                attributes, size = units[unit]
                marked = uniform(len(members) - passed, stream) < left
                left -= marked
                cell, cells = 0, 1
                for attribute in attributes:
                    cell, cells = cell * sizes[attribute] + record[attribute], cells * sizes[attribute]
                output[unit] = reported(cell, cells, size, changes is None, marked, stream)
    return label + [number for numbers in output for number in numbers]


def compact(value):
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def check_fingerprint(text):
    """Checks that the fingerprint is the SHA-256 of the canonical text of all other members; returns the plan."""
    plan = json.loads(text)
    stated = plan["fingerprint"]
    without = text.replace(f'"fingerprint":"{stated}",', "")
    assert stated == "sha256:" + hashlib.sha256(without.encode()).hexdigest(), plan["survey"]
    return plan


def hashed(text):
    return int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")


def answers_to_several(compound, attributes):
    """The categories of the choices or items of a question, in every way in which it can be answered, or left."""
    members = compound["attributes"]
    first = attributes[members[0]]
    own = [category for category in first["categories"] if category not in ("no answer", "not reached", "not asked")]
    left = range(len(own), len(own) + first.get("optional", False) + first.get("partial", False))
    answers = rankings(len(members), own) if compound["kind"] == "ranking" else choices(compound, members)
    return answers + [[category] * len(members) for category in left]


def rankings(items, own):
    """The places of as many items, ascending; "not ranked" is the category after the last place."""
    given = own[:-1] if own[-1] == "not ranked" else own
    ranks = [*range(len(given)), *[len(given)] * (items - len(given))]
    return [list(places) for places in sorted(set(permutations(ranks)))]


def choices(compound, members):
    excluding = [i in compound.get("excluding", []) for i in members]
    ordinary = excluding.count(False)
    found = []
    for bits in range(2 ** len(members)):
        made = [bits >> m & 1 for m in range(len(members))]
        alone = any(one and own for one, own in zip(made, excluding))
        fits = compound.get("at_least", 0) <= sum(made) <= compound.get("at_most", ordinary)
        if sum(made) == 1 if alone else fits:
            found.append(made)
    return found


def record_of(plan, case):
    """The true categories of a case."""
    attributes, record = plan["attributes"], []
    several = {c["attributes"][0]: c for c in plan.get("compounds", []) if c["kind"] != "rows"}
    while len(record) < len(attributes):
        j = len(record)
        drawn = hashed(f"candor answer {case} {j}")
        conditions = attributes[j].get("asked_if", [])
        own = len(attributes[j]["categories"]) - bool(conditions)
        if any(record[condition["attribute"]] not in condition["categories"] for condition in conditions):
            record.append(own)
        elif j in several:
            ways = answers_to_several(several[j], attributes)
            record += ways[drawn % len(ways)]
        else:
            record.append(drawn % own)
    return record


def report(plans, case):
    plan = plans[case % len(plans)]
    record = record_of(plan, case)
    stream = words(hashlib.sha256(f"candor seed {case}".encode()).digest())
    identity = b"".join(next(stream).to_bytes(4, "little") for _ in range(4))
    numbers = perturbed(plan, record, stream)
    encoded = urlsafe_b64encode(identity).decode().rstrip("=")
    return compact({"id": encoded, "perturbed": numbers, "plan": plan["fingerprint"]}) + "\n"


def digest(plans, group):
    cases = range(group * GROUP, (group + 1) * GROUP)
    return hashlib.sha256("".join(report(plans, case) for case in cases).encode()).hexdigest()


def main(command, step="1"):
    plans = [check_fingerprint(line) for line in (FOLDER / "plans.ndjson").read_text().splitlines()]
    kept = FOLDER / "digests.txt"
    if command == "write":
        kept.write_text("".join(digest(plans, group) + "\n" for group in range(CASES // GROUP)))
        return
    expected = kept.read_text().split()
    assert len(expected) == CASES // GROUP
    groups = range(0, CASES // GROUP, int(step))
    for group in groups:
        assert digest(plans, group) == expected[group], f"cases from {group * GROUP} on differ"
    print(f"{len(groups) * GROUP} reports are those of digests.txt")


main(*sys.argv[1:])
