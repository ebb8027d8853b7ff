/** Random plans: with every kind of law that a plan can have, and documents without a valid one. */

import { createHash } from "node:crypto";

const WHOLE = 2n ** 64n;

/** A repeatable source of whole numbers below a bound. */
export function numbers(seed) {
  let drawn = 0;
  const digest = () => {
    drawn += 1;
    return createHash("sha256").update(`${seed} ${drawn}`).digest();
  };
  return {
    below: (bound) => digest().readUIntBE(0, 6) % bound,
    /** A weight of any magnitude below 2^bits. */
    weight: (bits) => digest().readBigUInt64BE() >> BigInt(digest()[0] % bits),
    bytes: digest,
  };
}

/** Runs with random words that a seed determines, in place of the system's. */
export async function seeded(seed, run) {
  const real = Object.getOwnPropertyDescriptor(globalThis, "crypto");
  const random = numbers(seed);
  const getRandomValues = (bytes) => {
    bytes.set(random.bytes().subarray(0, bytes.length));
    return bytes;
  };
  Object.defineProperty(globalThis, "crypto", { value: { getRandomValues }, configurable: true });
  try {
    return await run();
  } finally {
    Object.defineProperty(globalThis, "crypto", real);
  }
}

export const canonical = (value) =>
  JSON.stringify(value, (_, member) =>
    member !== null && typeof member === "object" && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );

/** The document with its right fingerprint. */
export function fingerprinted({ fingerprint, ...plan }) {
  return { ...plan, fingerprint: `sha256:${createHash("sha256").update(canonical(plan)).digest("hex")}` };
}

/** Weights that sum to 2^64; the first is at least 1. */
function weights(random, count) {
  const others = Array.from({ length: count - 1 }, () => random.weight(60) / BigInt(count) + 1n);
  return [WHOLE - others.reduce((sum, weight) => sum + weight, 0n), ...others].map(String);
}

/** The elements in random order, divided into parts of 1 to `most`. */
function parts(random, elements, most) {
  const left = [...elements];
  const found = [];
  while (left.length > 0) {
    const size = 1 + random.below(Math.min(most, left.length));
    found.push(Array.from({ length: size }, () => left.splice(random.below(left.length), 1)[0]));
  }
  return found;
}

function block(random, units, shapeOf) {
  const shapes = [...new Set(units.map(shapeOf))];
  const positions = (shape) => [...units.keys()].filter((position) => shapeOf(units[position]) === shape);
  const classes = shapes.flatMap((shape) => parts(random, positions(shape), 3));
  const listed = new Map();
  for (let left = random.below(8); left >= 0; left -= 1) {
    const counts = classes.map(({ length }) => random.below(length + 1));
    const changes = [...counts.entries()].filter(([, count]) => count > 0);
    listed.set(JSON.stringify(changes), changes);
  }
  const compare = (one, other) => {
    for (const [i, [of, count]] of one.entries()) {
      if (i === other.length) return 1;
      if (of !== other[i][0] || count !== other[i][1]) return of - other[i][0] || count - other[i][1];
    }
    return one.length - other.length;
  };
  const patterns = [...listed.values()].sort(compare);
  const [uniform, ...own] = weights(random, patterns.length + 1);
  return { classes, patterns: patterns.map((changes, i) => ({ changes, weight: own[i] })), uniform, units };
}

/** A form over some attributes, at most so many in a unit; with a pool, attributes of one size may stand for each other. */
function form(random, sizes, asked, weight, most = 3) {
  const pool = [...asked].filter((i) => sizes[i] === sizes[asked[0]]).sort((one, other) => one - other);
  const taken = random.below(2) === 1 && pool.length > 1 ? 1 + random.below(pool.length - 1) : undefined;
  const held = taken === undefined ? asked : asked.filter((i) => !pool.includes(i) || pool.indexOf(i) < taken);
  const units = parts(random, held, most).map((attributes) => {
    const cells = attributes.reduce((cells, i) => cells * sizes[i], 1);
    return { attributes, subset_size: random.below(2) === 1 ? 1 : 1 + random.below(cells - 1) };
  });
  const shapeOf = (unit) => {
    const { attributes, subset_size } = units[unit];
    return `${attributes.reduce((cells, i) => cells * sizes[i], 1)} ${subset_size}`;
  };
  const blocks = parts(random, units.keys(), 4).map((own) => block(random, own, shapeOf));
  return { blocks, ...(taken !== undefined && { exchange: [pool] }), units, weight };
}

/** A plan with a random law, whose stated promises are far above those that it keeps. */
export function plan(seed) {
  const random = numbers(seed);
  const sizes = Array.from({ length: 1 + random.below(6) }, () => 2 + random.below(4));
  const attributes = sizes.map((size, i) => ({
    categories: Array.from({ length: size }, (_, category) => `c${category}`),
    name: `q${i}`,
  }));
  return withLaw(random, seed, attributes);
}

/** A small plan with a random law, some of whose questions are asked only if others have some answers. */
export function conditional(seed) {
  const random = numbers(`conditional ${seed}`);
  const attributes = [];
  for (let i = 0; i < 3; i += 1) {
    const asked_if = attributes.flatMap(({ asked_if, categories: { length } }, attribute) => {
      const answers = asked_if ? length - 1 : length;
      const first = random.below(answers);
      const both = first + 1 < answers && (asked_if || answers > 2) && random.below(2) === 1;
      return random.below(3) === 0 ? [] : [{ attribute, categories: both ? [first, first + 1] : [first] }];
    });
    const isFollowUp = asked_if.length > 0;
    const values = Array.from({ length: isFollowUp ? 2 : 2 + random.below(2) }, (_, category) => `c${category}`);
    attributes.push({
      ...(isFollowUp && { asked_if }),
      categories: isFollowUp ? [...values, "not asked"] : values,
      name: `q${i}`,
    });
  }
  return withLaw(random, seed, attributes, 2);
}

/**
 * A small plan with a random law, of whose questions one takes several choices or puts items in order, and others are rows; some follow from a
 * first question, and what comes last from a choice, an item or a row; people may stop before some.
 */
export function compounded(seed) {
  const random = numbers(`compounded ${seed}`);
  const some = (own) => (random.below(2) === 0 ? {} : own);
  const attribute = (name, own, { asked_if, optional, partial } = {}) => ({
    ...(asked_if && { asked_if }),
    categories: [
      ...own,
      ...(optional ? ["no answer"] : []),
      ...(partial ? ["not reached"] : []),
      ...(asked_if ? ["not asked"] : []),
    ],
    name,
    ...(optional && { optional }),
    ...(partial && { partial }),
  });
  const after = (place) => ({ asked_if: [{ attribute: place, categories: [1] }] });
  const [hanging, rows, last] = [
    { ...some(after(0)), ...some([{ optional: true }, { partial: true }][random.below(2)]) },
    2 * random.below(2),
    random.below(2),
  ];
  const isRanking = random.below(3) === 0;
  // All reports of all records are tried, which three items with many categories have too many of.
  const isLarge = rows > 0 || (isRanking && Object.keys(hanging).length > 0);
  const parts = ["a", "b", "c"].slice(0, isLarge ? 2 : 3);
  const own = isRanking ? ["1", "2", ...(parts.length > 2 ? ["not ranked"] : [])] : ["no", "yes"];
  const attributes = [
    attribute("q0", ["no", "yes"]),
    ...parts.map((value) => attribute(`q1.${value}`, own, hanging)),
    ...["a", "b"].slice(0, rows).map((row) => attribute(`q2.${row}`, ["1", "2"])),
    ...["c0"]
      .slice(0, last)
      .map((value) => attribute("q3", [value, "c1"], after(2 + (rows > 0 ? random.below(3) : 0)))),
  ];
  const choices = attributes.flatMap(({ name }, i) => (name.startsWith("q1") ? [i] : []));
  const excluding = some({ excluding: choices.slice(-1) });
  const ordinary = choices.length - (excluding.excluding?.length ?? 0);
  const rule = { ...some({ at_least: 1 }), ...(ordinary > 1 && some({ at_most: 1 })), ...excluding };
  const compounds = [
    { ...(!isRanking && rule), attributes: choices, kind: isRanking ? "ranking" : "choices", name: "q1" },
    ...(rows > 0 ? [{ attributes: [choices.length + 1, choices.length + 2], kind: "rows", name: "q2" }] : []),
  ];
  return withLaw(random, seed, attributes, 2, { compounds });
}

/** A small plan with a random law, whose devices also report one or two scores. */
export function scored(seed) {
  const random = numbers(`scored ${seed}`);
  const answers = 2 + random.below(3);
  const attributes = Array.from({ length: 2 + random.below(3) }, (_, i) => {
    const optional = random.below(3) === 0;
    const values = Array.from({ length: answers }, (_, category) => `c${category}`);
    return { categories: optional ? [...values, "no answer"] : values, name: `q${i}`, ...(optional && { optional }) };
  });
  const scores = Array.from({ length: 1 + random.below(2) }, (_, i) =>
    score(random, `score ${i}`, attributes, answers),
  );
  const columns = scores.map(({ rounded: { levels, steps } }) => levels.length + Number(steps.flat().includes(null)));
  return withLaw(random, seed, attributes, 3, { scores }, columns);
}

/** A score of some attributes, all with so many answers, which is rounded to random levels. */
function score(random, name, all, answers) {
  const steps = Array.from({ length: answers }, (_, i) => (i < 2 ? i : random.below(7)));
  steps.push(steps.shift());
  const most = Math.max(...steps);
  const attributes = parts(random, all.keys(), all.length)[0].sort((one, other) => one - other);
  const reversed = attributes.filter(() => random.below(3) === 0);
  const end = most * attributes.length;
  const inside = Array.from({ length: end - 1 }, (_, i) => i + 1).filter(() => random.below(3) === 0);
  return {
    attributes,
    codes: steps.map((step) => 0.2 * step - 1),
    name,
    ...(reversed.length > 0 && { reversed }),
    rounded: {
      levels: [0, ...inside, end],
      steps: attributes.map((i) => [
        ...(reversed.includes(i) ? steps.toReversed() : steps),
        ...(all[i].optional ? [null] : []),
      ]),
    },
  };
}

function withLaw(random, seed, attributes, most, more = {}, columns = []) {
  const sizes = [...attributes.map(({ categories }) => categories.length), ...columns];
  const all = [...sizes.keys()];
  const count = 1 + random.below(3);
  const shares = weights(random, count);
  const forms = shares.map((weight, i) => form(random, sizes, i === 0 ? all : parts(random, all, 6)[0], weight, most));
  const stated = attributes.map(({ name }) => ({ attribute: 1e6, column: 1e6, name }));
  const privacy = { attributes: stated, record: 1e6 };
  const wave = random.below(3) === 0 ? { wave_of: "family" } : {};
  return fingerprinted({
    attributes,
    candor: 1,
    forms,
    method: "random",
    privacy,
    survey: `s${seed}`,
    ...wave,
    ...more,
  });
}

/** Every place in a document that has a value, as a function that replaces the value. */
function places(value) {
  if (value === null || typeof value !== "object") return [];
  return Object.keys(value).flatMap((name) => [
    (other) => {
      value[name] = other(value[name]);
    },
    ...places(value[name]),
  ]);
}

const OTHERS = [
  (value) => (typeof value === "number" ? value + 1 : typeof value === "string" ? `${value} ` : value.slice?.(1)),
  (value) => (typeof value === "number" ? value - 1 : Array.isArray(value) ? [...value, ...value.slice(0, 1)] : ""),
  (value) => (typeof value === "number" ? 0 : Array.isArray(value) ? [...value].reverse() : `a,${value}`),
  (value) => (/^\d+$/.test(value) ? String(BigInt(value) + 1n) : value),
  (value) => (typeof value === "number" ? 2 ** 32 + value : /^\d+$/.test(value) ? "0" : []),
];

/** A plan with at most one defect, and with its right fingerprint. */
export function defective(seed) {
  const random = numbers(`defect ${seed}`);
  const document = structuredClone(plan(seed));
  const all = places(document);
  all[random.below(all.length)](OTHERS[random.below(OTHERS.length)]);
  return fingerprinted(document);
}
