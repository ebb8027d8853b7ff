#!/usr/bin/env python3
"""An independent reference for the perturbing mechanism, in plain Python, written from its specification.

    reference.py write        computes all cases and writes digests.txt (a minute or two)
    reference.py check [N]    computes every N-th group of cases (all by default) and compares

Case i of 10,000 belongs to plan i mod P of plans.ndjson, P plans. With H(text) = SHA-256 read as a big-endian number,
its seed is the 32 bytes of SHA-256("candor seed i"), and the true category of attribute j is H("candor answer i j") mod a.
A case's text is its report, the JSON that is sent, and a line feed; digests.txt has the SHA-256 of every 100 cases.

ChaCha20 (Bernstein's, 64-bit counter and nonce 0) under the seed gives 32-bit words. The first four, as little-endian
bytes, are the report's id; then two make a 64-bit number, the first the lower half.

A uniform number below b >= 2 is the upper half of number * b, redrawn while the lower half is below 2^64 mod b; below
1 it is 0 and takes no number. Of several forms one number draws one, the weights following one another; of the ways in which
a form's units can take attributes of its pools a uniform number draws one. The label is the number of ways of the forms
before, and this number: pool by pool, unit by unit, its rest by the ways of this unit is the lexicographic number
of the combination of the attributes that are left. A form without units has one for each attribute, of one cell.

For each block one number is drawn: below the uniform weight every unit of the block reports a uniform subset; otherwise the
patterns' weights follow one another, and the one it falls into says how many units of each class miss. In each
class, in order, a unit misses if a uniform number below (how many are still to come) is below (how many are still to miss);
then a uniform number below D, its cells, is drawn. Where it reports one cell, so is a change, one more than a number below
D - 1: the cell is moved on by the first where the block is uniform, by the second where the unit misses. Where it reports d
cells, a number below d is drawn, and the D - 1 cells after the true one, around the end, are gone through: each is marked if
a uniform number below (how many are still to come) is below (how many of d are still to mark). The uniform block misses where
the number below D is not below d. The subset is the marked cells where the unit misses; otherwise the one of them with the drawn
number gives way to the true cell.

A report has the label, where there are several; then for each unit its cell, or its subset in bits, 32 a number.
"""
import hashlib
import json
import sys
from base64 import urlsafe_b64encode
from itertools import combinations, islice
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
    """How many units of each class miss; none for the uniform part."""
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
    """For every pool and unit, in how many ways the unit takes as many attributes of the pool as it does."""
    found = []
    for pool in form.get("exchange", []):
        left = len(pool)
        for attributes, _ in units_of(form, sizes):
            taken = len(set(pool) & set(attributes))
            found.append((pool, taken, comb(left, taken)))
            left -= taken
    return found


def arranged(form, sizes, number):
    """The units, with the attributes that they take in one of these ways."""
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
    """The drawn form, its units, and the label where there are several."""
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
    """The numbers of a unit whose true cell is this."""
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
    """The fingerprint is SHA-256 over the canonical text of all members but itself."""
    plan = json.loads(text)
    stated = plan["fingerprint"]
    without = text.replace(f'"fingerprint":"{stated}",', "")
    assert stated == "sha256:" + hashlib.sha256(without.encode()).hexdigest(), plan["survey"]
    return plan


def hashed(text):
    return int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")


def report(plans, case):
    plan = plans[case % len(plans)]
    sizes = [len(attribute["categories"]) for attribute in plan["attributes"]]
    record = [hashed(f"candor answer {case} {j}") % a for j, a in enumerate(sizes)]
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
