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

function made(number) {
  const plan = number % PLANS.length;
  const value = (category) => category.value ?? category;
  const answer = ({ name, categories }, j) => [
    name,
    value(categories[modulo(`candor answer ${number} ${j}`, categories.length)]),
  ];
  const answers = Object.fromEntries(PLANS[plan].attributes.map(answer));
  return { plan, answers, seed: [...sha256(`candor seed ${number}`).digest()] };
}

/** The cases of a group: the position of a plan, answers, and the bytes that replace the system's randomness. */
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
  const report = ({ plan, answers, seed }) => {
    const getRandomValues = (bytes) => {
      bytes.set(seed);
      return bytes;
    };
    Object.defineProperty(globalThis, "crypto", { value: { getRandomValues }, configurable: true });
    return JSON.stringify(plans[plan].perturb(answers));
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

/** The codes with which the package refuses them. Also runs in pages. */
export async function refusals(loadPlan, accepted, cases) {
  const plan = await loadPlan(accepted, { maxRecordEpsilon: 100 });
  const refusal = async (read) => {
    try {
      await read();
      return "accepted";
    } catch (error) {
      return error.code;
    }
  };
  const code = ({ plan: document, cap = 100, answers }) =>
    refusal(() => (document ? loadPlan(document, { maxRecordEpsilon: cap }) : plan.perturb(answers)));
  return Promise.all(cases.map(code));
}
