/**
 * The three promises of a plan against the exact ratios of the weights in it, in whole numbers. Shares nothing with the
 * designer, nor with the package.
 *
 * All records that differ from the truth in one pattern m of a block have probability D_m / (P·2^64), D_m = w + v_m·P/T_m,
 * with w the uniform weight, v_m the pattern's, P the records of the block and T_m those of the pattern; D is w where
 * nothing is listed. Record ε is the product over blocks of the largest ratio of two D, attribute ε the largest ratio of
 * neighbours; column ε comes from Σ v_m·m_c. e^ε is a sum of its series, every term rounded down.
 */

import assert from "node:assert/strict";

const PLACES = 256n;
/** How far above the exact level a promise may be: a share of it, and an amount. */
const SLACK = [1e-9, 1e-12];

/** Throws unless a plan keeps what it states, and states no more than it must. */
export function assertKept(plan) {
  const sizes = plan.attributes.map(({ categories }) => BigInt(categories.length));
  const { record, attributes } = plan.privacy;
  const exact = plan.blocks.map((block) => new Block(block, sizes));
  const ratio = exact.map((block) => block.record()).reduce(([p, q], [r, s]) => [p * r, q * s], [1n, 1n]);
  assertStated(ratio, record, "record");
  const held = exact.flatMap((block) => block.attributes()).sort(([one], [other]) => one - other);
  assert.deepEqual(
    held.map(([attribute]) => attribute),
    sizes.map((_, i) => i),
  );
  for (const [i, { column, attribute }] of held) {
    const promise = attributes[i];
    assertStated(column, promise.column, `column ${i}`);
    assertStated(attribute, promise.attribute, `attribute ${i}`);
    if (promise.requested !== undefined)
      assert.ok(isWithin(column, promise.requested), `column ${i} above its request`);
    if (promise.requested_attribute !== undefined) {
      assert.ok(isWithin(attribute, promise.requested_attribute), `attribute ${i} above its cap`);
    }
  }
}

class Block {
  #block;
  #members;
  #sizes;
  #listed;
  #unlisted;

  constructor(block, sizes) {
    this.#block = block;
    this.#members = block.classes.map((positions) => positions.map((position) => block.attributes[position]));
    this.#sizes = this.#members.map(([first]) => sizes[first]);
    const records = block.attributes.reduce((product, attribute) => product * sizes[attribute], 1n);
    const uniform = BigInt(block.uniform);
    const weights = block.patterns.map(({ weight }) => BigInt(weight));
    assert.ok(
      uniform > 0n && weights.reduce((sum, weight) => sum + weight, uniform) === 1n << 64n,
      "weights of a block",
    );
    this.#unlisted = [uniform, 1n];
    this.#listed = new Map(
      block.patterns.map(({ changes }, i) => {
        const lies = changes.reduce(
          (product, [c, n]) => product * choose(this.#members[c].length, n) * (this.#sizes[c] - 1n) ** BigInt(n),
          1n,
        );
        return [`${this.#counts(changes)}`, [uniform * lies + weights[i] * records, lies]];
      }),
    );
    assert.equal(this.#listed.size, block.patterns.length, "a pattern is listed twice");
  }

  #counts(changes) {
    const counts = this.#members.map(() => 0);
    for (const [c, n] of changes) counts[c] = n;
    return counts;
  }

  record() {
    const all = this.#members.reduce((product, members) => product * (members.length + 1), 1);
    const densities = [...this.#listed.values(), ...(this.#listed.size < all ? [this.#unlisted] : [])];
    const most = densities.reduce((one, other) => (over(one, other) ? one : other));
    const least = densities.reduce((one, other) => (over(one, other) ? other : one));
    return [most[0] * least[1], most[1] * least[0]];
  }

  /** Every attribute with the exact e^ε of its column and of it in the whole record. */
  attributes() {
    return this.#members.flatMap((members, c) => {
      const promise = { column: this.#column(c), attribute: this.#attribute(c) };
      return members.map((attribute) => [attribute, promise]);
    });
  }

  #column(c) {
    const [n, a] = [BigInt(this.#members[c].length), this.#sizes[c]];
    const changed = this.#block.patterns.reduce(
      (sum, { changes, weight }) => sum + BigInt(weight) * BigInt(this.#counts(changes)[c]),
      0n,
    );
    const lost = BigInt(this.#block.uniform) * n * (a - 1n) + a * changed;
    return ratio([((a * n) << 64n) - lost, 1n], [lost, a - 1n]);
  }

  #attribute(c) {
    let largest = [1n, 1n];
    for (const { changes } of this.#block.patterns) {
      const counts = this.#counts(changes);
      const own = this.#listed.get(`${counts}`);
      for (const count of [counts[c] - 1, counts[c] + 1].filter(
        (count) => count >= 0 && count <= this.#members[c].length,
      )) {
        const between = ratio(own, this.#listed.get(`${replaced(counts, c, count)}`) ?? this.#unlisted);
        if (over(between, largest)) largest = between;
      }
    }
    return largest;
  }
}

function over([p, q], [r, s]) {
  return p * s > r * q;
}

/** The larger over the smaller. */
function ratio([p, q], [r, s]) {
  return over([p, q], [r, s]) ? [p * s, q * r] : [q * r, p * s];
}

function choose(n, m) {
  let ways = 1n;
  for (let i = 0; i < m; i += 1) ways = (ways * BigInt(n - i)) / BigInt(i + 1);
  return ways;
}

function assertStated(exact, epsilon, what) {
  assert.ok(isWithin(exact, epsilon), `${what} ε is understated as ${epsilon}`);
  const less = epsilon * (1 - SLACK[0]) - SLACK[1];
  assert.ok(less <= 0 || !isWithin(exact, less), `${what} ε is overstated as ${epsilon}`);
}

function isWithin([p, q], epsilon) {
  return p << PLACES <= q * power(epsilon);
}

/** 2^256·e^ε, rounded down. */
function power(epsilon) {
  let exponent = 0n;
  while (!Number.isInteger(epsilon)) [epsilon, exponent] = [epsilon * 2, exponent + 1n];
  const numerator = BigInt(epsilon);
  let [sum, term] = [0n, 1n << PLACES];
  for (let n = 1n; term > 0n; n += 1n) {
    sum += term;
    term = ((term * numerator) >> exponent) / n;
  }
  return sum;
}

function replaced(counts, c, count) {
  return counts.map((own, i) => (i === c ? count : own));
}
