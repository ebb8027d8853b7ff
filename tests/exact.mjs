/**
 * Checks the three promises of a plan against the exact ratios of its weights, in whole numbers. It shares nothing with the
 * designer or the package.
 *
 * In a subset of d of the D cells of a unit, the true cell is in one of d places, otherwise in one of D − d. The reports of a block in which exactly
 * the units of one pattern m miss it have probability D_m / (P·2^64) each, D_m = w + v_m·P/T_m, where w is the uniform weight, v_m that of the
 * pattern, P the number of combinations of places of the block and T_m that of the pattern; D is w for patterns that are not listed. Record ε is
 * the product over blocks of the largest ratio of two D, attribute ε the largest ratio of neighbours; column ε comes from Σ v_m·m_c. With several
 * forms, or attributes that stand for each other, the largest value counts. A score that devices report is a column after the attributes, and counts with every question that it is of. The attribute ε of a question with choices or a ranking, or on which others depend, is of all of them:
 * the product over blocks of the largest ratio of two D whose patterns differ in no more units than may hold them, and at most record ε. e^ε is the
 * sum of its series, with every term rounded down.
 */

import assert from "node:assert/strict";

const PLACES = 256n;
/** How far a promise may be above the exact level: by this share of it, plus this amount. */
const SLACK = [1e-9, 1e-12];

/** Throws unless a plan keeps the ε that it states, and states none larger than necessary. */
export function assertKept(plan) {
  const scores = (plan.scores ?? []).filter(({ rounded }) => rounded);
  const sizes = [...plan.attributes.map(({ categories }) => BigInt(categories.length)), ...scores.map(sizeOf)];
  const { record, attributes } = plan.privacy;
  assert.equal(
    plan.forms.reduce((sum, { weight }) => sum + BigInt(weight), 0n),
    1n << 64n,
    "weights of forms",
  );
  const forms = plan.forms.map((form) => new Form(form, sizes));
  const most = forms.map((form) => form.record()).reduce(larger);
  assertStated(most, record, "record");
  const kept = new Map();
  for (const [attribute, { column, attribute: whole }] of forms.flatMap((form) => form.attributes())) {
    const before = kept.get(attribute) ?? { column, whole };
    kept.set(attribute, { column: larger(before.column, column), whole: larger(before.whole, whole) });
  }
  const asked = new Set([...kept.keys(), ...scores.flatMap((score) => score.attributes)]);
  assert.deepEqual(
    [...asked].sort((one, other) => one - other),
    sizes.map((_, i) => i),
  );
  for (const i of plan.attributes.keys()) {
    const { column, whole: alone } = kept.get(i) ?? { column: [1n, 1n], whole: [1n, 1n] };
    const joint = dependents(plan, i);
    for (const [place, score] of scores.entries())
      if (score.attributes.some((item) => joint.has(item))) joint.add(plan.attributes.length + place);
    const whole = joint.size > 1 ? smaller(forms.map((form) => form.joint(joint)).reduce(larger), most) : alone;
    const promise = attributes[i];
    assertStated(column, promise.column, `column ${i}`);
    assertStated(whole, promise.attribute, `attribute ${i}`);
    if (promise.requested !== undefined)
      assert.ok(isWithin(column, promise.requested), `column ${i} above its request`);
    if (promise.requested_attribute !== undefined) {
      assert.ok(isWithin(whole, promise.requested_attribute), `attribute ${i} above its cap`);
    }
  }
}

/** The number of categories of a score that devices report: its levels, and one for no score where an item may have no code. */
function sizeOf({ rounded: { levels, steps } }) {
  return BigInt(levels.length + Number(steps.flat().includes(null)));
}

/** The positions of a question, or of all choices or items of it, and of all that depend on it. */
function dependents({ attributes, compounds = [] }, question) {
  const joint = compounds.find(({ attributes: own, kind }) => kind !== "rows" && own.includes(question));
  const found = new Set(joint?.attributes ?? [question]);
  for (const [i, { asked_if = [] }] of attributes.entries())
    if (asked_if.some(({ attribute }) => found.has(attribute))) found.add(i);
  return found;
}

class Form {
  #units;
  #exchange;
  #blocks;

  constructor({ units, exchange = [], blocks }, sizes) {
    this.#units = units ?? sizes.map((_, i) => ({ attributes: [i], subset_size: 1 }));
    this.#exchange = exchange;
    const shapes = this.#units.map(({ attributes, subset_size }) => ({
      cells: attributes.reduce((product, i) => product * sizes[i], 1n),
      held: BigInt(subset_size),
    }));
    assert.ok(shapes.every(({ cells, held }) => held > 0n && held < cells));
    assert.ok(exchange.every((pool) => pool.every((i) => sizes[i] === sizes[pool[0]])));
    this.#blocks = blocks.map((block) => new Block(block, shapes));
    assert.deepEqual(
      blocks.flatMap((block) => block.units).sort((one, other) => one - other),
      shapes.map((_, i) => i),
    );
  }

  record() {
    return this.#blocks.map((block) => block.record()).reduce(times);
  }

  /** What it reveals about several questions together. */
  joint(questions) {
    const poolOf = (i) => this.#exchange.find((pool) => pool.includes(i));
    const pooled = [...questions].filter(poolOf).length;
    const holds = (unit) => {
      const { attributes } = this.#units[unit];
      if (attributes.some((i) => questions.has(i) && !poolOf(i))) return "always";
      return attributes.some((i) => poolOf(i)?.some((other) => questions.has(other))) ? "perhaps" : "never";
    };
    return this.#blocks.map((block) => block.joint(holds, pooled)).reduce(times);
  }

  /** Every attribute that it may ask, with what its units reveal about it. */
  attributes() {
    const pool = (attribute) => this.#exchange.find((pool) => pool.includes(attribute)) ?? [attribute];
    return this.#blocks.flatMap((block) =>
      block
        .units()
        .flatMap(([unit, promise]) =>
          this.#units[unit].attributes.flatMap(pool).map((attribute) => [attribute, promise]),
        ),
    );
  }
}

class Block {
  #block;
  #members;
  #shapes;
  #listed;
  #unlisted;

  constructor(block, shapes) {
    this.#block = block;
    this.#members = block.classes.map((positions) => positions.map((position) => block.units[position]));
    this.#shapes = this.#members.map(([first]) => shapes[first]);
    this.#members.forEach((units, c) => {
      for (const unit of units) assert.deepEqual(shapes[unit], this.#shapes[c], "shapes of a class");
    });
    const places = block.units.reduce((product, unit) => product * shapes[unit].cells, 1n);
    const uniform = BigInt(block.uniform);
    const weights = block.patterns.map(({ weight }) => BigInt(weight));
    assert.ok(
      uniform > 0n && weights.reduce((sum, weight) => sum + weight, uniform) === 1n << 64n,
      "weights of a block",
    );
    this.#unlisted = [uniform, 1n];
    this.#listed = new Map(
      block.patterns.map(({ changes }, i) => {
        const counts = this.#counts(changes);
        const own = this.#shapes.reduce((product, { cells, held }, c) => {
          const [n, m] = [this.#members[c].length, counts[c]];
          return product * choose(n, m) * (cells - held) ** BigInt(m) * held ** BigInt(n - m);
        }, 1n);
        return [`${counts}`, [uniform * own + weights[i] * places, own]];
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
    const most = densities.reduce(larger);
    const least = densities.reduce((one, other) => (over(one, other) ? other : one));
    return [most[0] * least[1], most[1] * least[0]];
  }

  /** The largest ratio of patterns that differ in units that hold some questions, always or perhaps, but then in this many at most. */
  joint(holds, pooled) {
    const touched = this.#members.map((units) => {
      const count = (how) => units.filter((unit) => holds(unit) === how).length;
      return count("always") + Math.min(pooled, count("perhaps"));
    });
    let largest = [1n, 1n];
    const listed = [...this.#listed].map(([key, density]) => [key.split(",").map(Number), density]);
    for (const [counts, density] of listed) {
      const near = listed.filter(([other]) => other.every((m, c) => Math.abs(m - counts[c]) <= touched[c]));
      const all = touched.reduce((product, most, c) => {
        const [n, m] = [this.#members[c].length, counts[c]];
        return product * (Math.min(n, m + most) - Math.max(0, m - most) + 1);
      }, 1);
      const others = [...near.map(([, other]) => other), ...(near.length < all ? [this.#unlisted] : [])];
      largest = others.map((other) => ratio(density, other)).reduce(larger, largest);
    }
    return largest;
  }

  /** Every unit with the exact e^ε of its column, and the exact e^ε of it in the whole report. */
  units() {
    return this.#members.flatMap((members, c) => {
      const promise = { column: this.#column(c), attribute: this.#attribute(c) };
      return members.map((unit) => [unit, promise]);
    });
  }

  #column(c) {
    const [n, { cells, held }] = [BigInt(this.#members[c].length), this.#shapes[c]];
    const missing = this.#block.patterns.reduce(
      (sum, { changes, weight }) => sum + BigInt(weight) * BigInt(this.#counts(changes)[c]),
      0n,
    );
    const missed = BigInt(this.#block.uniform) * n * (cells - held) + cells * missing;
    return ratio([((cells * n) << 64n) - missed, held], [missed, cells - held]);
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

function larger(one, other) {
  return over(one, other) ? one : other;
}

function smaller(one, other) {
  return over(one, other) ? other : one;
}

function times([p, q], [r, s]) {
  return [p * r, q * s];
}

function over([p, q], [r, s]) {
  return p * s > r * q;
}

/** The larger of two numbers divided by the smaller one. */
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
