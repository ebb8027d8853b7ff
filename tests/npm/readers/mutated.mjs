/** Plan documents with random changes, and texts that write them in random ways. */

import { PLANS } from "../../known-answers/cases.mjs";
import { canonical, compounded, conditional, fingerprinted, plan } from "../javascript/laws.mjs";

/** A plan with every member that a plan can have. */
const [, { attributes, forms, privacy }] = PLANS;
const WHOLE = fingerprinted({
  attributes: [
    {
      ...attributes[0],
      categories: [
        { label: { en: "none", fr: "rien" }, value: "0" },
        { label: { en: "some", fr: "peu" }, value: "1" },
        { label: "2", role: "other", value: "two" },
      ],
      order: "random",
      question: { en: "How much?", fr: "Combien ?" },
    },
    { bins: [18, 30.5, null], categories: ["[18,30.5)", "≥30.5"], name: "b" },
  ],
  candor: 1,
  closes: "2027-01-01T00:00:00Z",
  forms,
  invitations: "blind",
  method: "pair",
  opens: "2026-03-01T08:00:00Z",
  plain: [{ categories: ["north", { label: "South", value: "s" }], name: "region", question: "Where?" }],
  privacy: { ...privacy, attributes: privacy.attributes.map((own) => ({ ...own, requested_attribute: 5 })) },
  revises: [PLANS[0].fingerprint, PLANS[2].fingerprint],
  scores: [{ attributes: [1], codes: [1, 2], name: "b-score", reversed: [1] }],
  sections: [
    { attribute: 0, text: { en: "Of it", fr: "De cela" } },
    { attribute: 1, order: "random", title: { en: "Numbers", fr: "Nombres" } },
  ],
  signature: "A".repeat(86),
  survey: "whole",
  texts: { consent: { en: "I agree", fr: "J’accepte" }, thanks: "!", welcome: { en: "Welcome", fr: "Bienvenue" } },
  title: { en: "All of it", fr: "Tout" },
  wave_of: "family",
});

/** Values that may replace any other. */
const VALUES = [
  ...[null, true, false, [], {}, [null], [[]], { value: "x" }, { en: "x" }, { "en-us": "x" }],
  ...[-1, -0, 0, 0.5, 1, 2, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53, 2 ** 64, 1e21, 1e-7, 5e-324, 1.7e308, 0.1 + 0.2],
  ...["", " ", "0", "1", "007", "-1", "1.0", "18446744073709551615", "18446744073709551616", "9".repeat(40)],
  ...["é", "e\u0301", "🙂", "\ud83d", "a,b", "\u00a0a", "a\ufeff", "\u0085", "\u007f", "no answer", "𝟙", "١"],
  ...["not asked", { attribute: 0, categories: [0] }, [{ attribute: 0, categories: [0] }], [0, 1], [1]],
  ...["2026-03-01T08:00:00Z", "2024-02-29T23:59:59Z", "2026-02-29T00:00:00Z", "2026-03-01", "0000-01-01T00:00:00Z"],
  ...["2026-03-01T24:00:00Z", "2026-03-01T08:00:00.000Z", "2026-03-01T08:00:60Z", "+002026-03-01T08:00:00Z"],
  ...[
    "tomorrow",
    "drawn",
    "all",
    "plain",
    "blind",
    "invited",
    "refused",
    "random",
    "given",
    "choices",
    "ranking",
    "rows",
    "not ranked",
    "maybe",
    PLANS[1].fingerprint,
    `sha256:${"A".repeat(64)}`,
  ],
];

/** Names of members, of plans and others. */
const NAMES = [
  ..."ask asked_if at_least at_most attribute attributes bins blocks candor categories changes classes closes compounds".split(
    " ",
  ),
  ..."exchange excluding forms invitations kind label labels".split(" "),
  ..."method name opens optional order patterns plain privacy question record record_lower_bound requested".split(" "),
  ..."codes consent reversed scores sections text texts thanks welcome".split(" "),
  ..."revises role signature subset_size title uniform units value wave_of weight".split(" "),
  ..."note Title __proto__ constructor toString length fr pt-BR".split(" "),
  "",
];

/** Every list and object in a value, including the value itself, which comes first. */
function holders(value) {
  if (value === null || typeof value !== "object") return [];
  return [value, ...Object.values(value).flatMap(holders)];
}

function member(of, name, value) {
  Object.defineProperty(of, name, { value, enumerable: true, configurable: true, writable: true });
}

/** The double `step` places above or below a number. */
function beside(number, step) {
  const bits = new BigInt64Array(1);
  new Float64Array(bits.buffer)[0] = number;
  bits[0] += BigInt(step);
  return new Float64Array(bits.buffer)[0];
}

/** A changed value, of the same kind or of another. */
function altered(random, value) {
  const one = (list) => list[random.below(list.length)];
  if (random.below(3) === 0) return structuredClone(one(VALUES));
  if (typeof value === "number")
    return one([value + 1, value - 1, -value, beside(value, 1), beside(value, -1), `${value}`]);
  if (typeof value === "string")
    return one([
      `${value} `,
      `x${value}`,
      value.toUpperCase(),
      value.slice(1),
      /^\d+$/.test(value) ? `${BigInt(value) + 1n}` : [value],
    ]);
  if (!Array.isArray(value)) return [value];
  const place = random.below(value.length + 1);
  return one([
    value.toReversed(),
    value.toSpliced(place, 1),
    value.toSpliced(place, 0, structuredClone(value[random.below(value.length)] ?? null)),
    Object.fromEntries(value.entries()),
  ]);
}

/** Changes one member or element: removes it, alters it, doubles it, renames it, or takes it from another place. */
function change(random, document) {
  const all = holders(document);
  const holder = all[random.below(all.length)];
  const names = Object.keys(holder);
  const name = names[random.below(names.length)];
  const other = NAMES[random.below(NAMES.length)];
  const kind = random.below(8);
  if (kind === 0 && !Array.isArray(holder)) member(holder, other, structuredClone(VALUES[random.below(VALUES.length)]));
  if (name === undefined || kind === 0) return;
  const value = holder[name];
  if (kind === 1 && Array.isArray(holder)) holder.splice(Number(name), 1);
  else if (kind === 1 || kind === 2) {
    delete holder[name];
    if (kind === 2 && !Array.isArray(holder)) member(holder, other, value);
  } else if (kind === 3) member(holder, name, structuredClone(all[random.below(all.length)]));
  else member(holder, name, altered(random, value));
}

/** A copy of a document with up to three changes. */
export function changed(random, document) {
  const copy = structuredClone(document);
  for (let left = random.below(4); left > 0; left -= 1) change(random, copy);
  return copy;
}

/** A plan with up to three changes, mostly with its right fingerprint. */
export function mutated(random) {
  const others = [plan, conditional, compounded].map((made) => made(random.below(1000)));
  const bases = [WHOLE, WHOLE, PLANS[random.below(PLANS.length)], ...others];
  const document = changed(random, bases[random.below(bases.length)]);
  const { signature, ...unsigned } = document;
  const right = fingerprinted(unsigned);
  const stated = random.below(8) === 0 ? document.fingerprint : right.fingerprint;
  return { ...right, fingerprint: stated, ...(Object.hasOwn(document, "signature") && { signature }) };
}

/** A number in any notation. */
function spelledNumber(random, number) {
  if (!Number.isFinite(number)) return "1e999";
  const text = Object.is(number, -0) ? "-0" : String(number);
  const exact = /^\d+$/.test(text);
  return [text, text, text, exact ? `${text}.0` : text, exact ? `${text}e0` : text, exact ? `${text}0e-1` : text][
    random.below(6)
  ];
}

function spelledText(random, text) {
  const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  const escaped = (unit) => `\\u${unit.toString(16).padStart(4, "0")}`;
  const place = random.below(4 * (units.length + 1));
  return place < units.length
    ? `"${units.map((unit, i) => (i === place ? escaped(unit) : JSON.stringify(String.fromCharCode(unit)).slice(1, -1))).join("")}"`
    : JSON.stringify(text);
}

/** JSON of a value, with members in any order, rarely one of them twice, with blanks, escapes, and numbers in any notation. */
function written(random, value) {
  const blank = () => ["", "", "", " ", "\n\t", "\r\n"][random.below(6)];
  const listed = (parts) => parts.map((part) => `${blank()}${part}${blank()}`).join();
  if (typeof value === "number") return spelledNumber(random, value);
  if (typeof value === "string") return spelledText(random, value);
  if (Array.isArray(value)) return `[${listed(value.map((element) => written(random, element)))}]`;
  if (value === null || typeof value !== "object") return String(value);
  const members = Object.keys(value).map(
    (name) => `${spelledText(random, name)}${blank()}:${blank()}${written(random, value[name])}`,
  );
  if (random.below(200) === 0) members.push(...members.slice(0, 1));
  return `{${listed(random.below(2) === 0 ? members : members.reverse())}}`;
}

/** A text that may be a plan. */
export function text(random) {
  const document = mutated(random);
  const kind = random.below(12);
  if (kind < 6) return canonical(document);
  if (kind < 11) return written(random, document);
  const whole = canonical(document);
  return [`${whole}x`, whole.slice(0, -1), `[${whole}]`, `${whole}\n`, `\ufeff${whole}`, ""][random.below(6)];
}
