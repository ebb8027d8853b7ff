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
1 it is 0 and takes no number. For each block one number is drawn: below the uniform weight every attribute of the
block gets a uniform shift; otherwise the patterns' weights follow one another, and the one it falls into says how many
attributes of each class change. In each class, in order, an attribute changes if a uniform number below (how many
are still to come) is below (how many are still to change); then a uniform shift below a and a change, one more than a
number below a - 1, are drawn, whichever is used.
"""
import hashlib
import json
import sys
from base64 import urlsafe_b64encode
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
    """How many attributes of each class change; none for the uniform part."""
    word -= int(block["uniform"])
    if word < 0:
        return None
    for pattern in block["patterns"]:
        word -= int(pattern["weight"])
        if word < 0:
            return dict(pattern["changes"])
    raise AssertionError("weights sum to 2^64")


def perturbed(plan, record, stream):
    output = list(record)
    for block in plan["blocks"]:
        changes = picked(block, number(stream))
        for index, members in enumerate(block["classes"]):
            left = 0 if changes is None else changes.get(index, 0)
            for passed, position in enumerate(members):
                attribute = block["attributes"][position]
                a = len(plan["attributes"][attribute]["categories"])
                marked = uniform(len(members) - passed, stream) < left
                left -= marked
                anywhere, elsewhere = uniform(a, stream), 1 + uniform(a - 1, stream)
                shift = anywhere if changes is None else elsewhere if marked else 0
                output[attribute] = (record[attribute] + shift) % a
    return output


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
    categories = perturbed(plan, record, stream)
    encoded = urlsafe_b64encode(identity).decode().rstrip("=")
    return compact({"id": encoded, "perturbed": categories, "plan": plan["fingerprint"]}) + "\n"


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
