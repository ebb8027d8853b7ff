/** The cases of `reference.py`, which describes how they are made, for the package in Node and in Chromium. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const GROUP = 100;

const lines = (name) =>
  readFileSync(new URL(name, import.meta.url), "utf8")
    .trim()
    .split("\n");

/** The plan documents. */
export const PLANS = lines("plans.ndjson").map((text) => JSON.parse(text));

/** The SHA-256 of the reports of every group. */
export const DIGESTS = lines("digests.txt");

const sha256 = (text) => createHash("sha256").update(text);

/** A digest, as a number, modulo `a`. */
function modulo(text, a) {
  return Number(BigInt(`0x${sha256(text).digest("hex")}`) % BigInt(a));
}

/** How choices can be made, as categories of each. */
function choices({ attributes, excluding = [], at_least = 0, at_most }) {
  const most = at_most ?? attributes.length - excluding.length;
  const found = [];
  for (let bits = 0; bits < 2 ** attributes.length; bits += 1) {
    const made = attributes.map((_, m) => (bits >> m) & 1);
    const count = made.filter((one) => one === 1).length;
    const isAlone = attributes.some((attribute, m) => made[m] === 1 && excluding.includes(attribute));
    if (isAlone ? count === 1 : at_least <= count && count <= most) found.push(made);
  }
  return found;
}

/** How places can be given to as many items, ascending; what is not ranked has the category after the last place. */
function rankings(items, places) {
  const ways = (length) => {
    if (length === 0) return [[]];
    const categories = Array.from({ length: places + Number(places < items) }, (_, place) => place);
    return ways(length - 1).flatMap((way) => categories.map((category) => [...way, category]));
  };
  const isGivenOnce = (way) => (_, place) => way.filter((own) => own === place).length === 1;
  return ways(items).filter((way) => Array.from({ length: places }).every(isGivenOnce(way)));
}

/** How the choices or items of a question can be answered, or left, as categories of each. */
function answersToSeveral(compound, { categories, optional, partial }) {
  const { attributes, kind } = compound;
  const own = categories.filter((value) => value !== "not asked").length - Number(!!optional) - Number(!!partial);
  const places = own - Number(categories[own - 1] === "not ranked");
  const answers = kind === "ranking" ? rankings(attributes.length, places) : choices(compound);
  const left = [optional, partial].filter(Boolean).map((_, place) => attributes.map(() => own + place));
  return [...answers, ...left];
}

/** The true categories of a case. */
function recordOf({ attributes, compounds = [] }, number) {
  const several = new Map(compounds.filter(({ kind }) => kind !== "rows").map((each) => [each.attributes[0], each]));
  const record = [];
  while (record.length < attributes.length) {
    const j = record.length;
    const { asked_if = [], categories } = attributes[j];
    const drawn = (a) => modulo(`candor answer ${number} ${j}`, a);
    const own = categories.length - (asked_if.length > 0 ? 1 : 0);
    const isAsked = asked_if.every((condition) => condition.categories.includes(record[condition.attribute]));
    const ways = isAsked && several.has(j) ? answersToSeveral(several.get(j), attributes[j]) : undefined;
    record.push(...(ways ? ways[drawn(ways.length)] : [isAsked ? drawn(own) : own]));
  }
  return record;
}

/** A record as answers by name: those to choices and items together, and none to what is not asked or was not reached. */
function answersOf({ attributes, compounds = [] }, record) {
  const value = (i) => attributes[i].categories[record[i]].value ?? attributes[i].categories[record[i]];
  const isGiven = (i) => value(i) !== "not asked" && value(i) !== "not reached";
  const several = compounds.filter(({ kind }) => kind !== "rows");
  const alone = [...attributes.keys()].filter((i) => !several.some((each) => each.attributes.includes(i)));
  const together = several
    .filter((each) => isGiven(each.attributes[0]))
    .map(({ attributes: own, kind, name }) => {
      const isMade = kind === "ranking" ? (i) => value(i) !== "not ranked" : (i) => value(i) === "yes";
      const order = kind === "ranking" ? own.toSorted((one, other) => record[one] - record[other]) : own;
      const made = order.filter(isMade).map((i) => attributes[i].name.slice(name.length + 1));
      return [name, value(own[0]) === "no answer" ? null : made];
    });
  return Object.fromEntries([...alone.filter(isGiven).map((i) => [attributes[i].name, value(i)]), ...together]);
}

function made(number) {
  const plan = number % PLANS.length;
  const answers = answersOf(PLANS[plan], recordOf(PLANS[plan], number));
  const stopped = PLANS[plan].attributes.some(({ partial }) => partial);
  return { plan, answers, stopped, seed: [...sha256(`candor seed ${number}`).digest()] };
}

/**
 * The cases of a group: the position of a plan, answers, whether that is all that was reached, and the bytes that replace the system's
 * randomness.
 */
export function cases(group) {
  return Array.from({ length: GROUP }, (_, index) => made(group * GROUP + index));
}

/** The digest of the texts of reports, as they are sent. */
export function digest(reports) {
  return sha256(reports.map((report) => `${report}\n`).join("")).digest("hex");
}

/**
 * The reports of cases under loaded plans. Since it also runs in pages, it uses nothing from outside; `crypto` is
 * replaced while a report is drawn.
 */
export function reports(plans, cases) {
  const real = Object.getOwnPropertyDescriptor(globalThis, "crypto");
  const report = ({ plan, answers, stopped, seed }) => {
    const getRandomValues = (bytes) => {
      bytes.set(seed);
      return bytes;
    };
    Object.defineProperty(globalThis, "crypto", { value: { getRandomValues }, configurable: true });
    return JSON.stringify(plans[plan].perturb(answers, undefined, { stopped }));
  };
  try {
    return cases.map(report);
  } finally {
    Object.defineProperty(globalThis, "crypto", real);
  }
}

/** Documents that the package must refuse, each for its defect. Reports are left out, as only a collector reads them. */
export const REFUSALS = lines("refusals.ndjson")
  .map((text) => JSON.parse(text))
  .filter(({ report }) => !report);

/** The codes with which the package refuses them; answers are to one of the plans. Also runs in pages. */
export async function refusals(loadPlan, documents, cases) {
  const plans = await Promise.all(documents.map((plan) => loadPlan(plan, { maxRecordEpsilon: 100 })));
  const refusal = async (read) => {
    try {
      await read();
      return "accepted";
    } catch (error) {
      return error.code;
    }
  };
  const code = ({ plan: document, cap = 100, answers, stopped = false, of = 1 }) =>
    refusal(() =>
      document ? loadPlan(document, { maxRecordEpsilon: cap }) : plans[of].perturb(answers, undefined, { stopped }),
    );
  return Promise.all(cases.map(code));
}
