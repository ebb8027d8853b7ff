/** The cases of `reference.py`, which says how they are made, for the package in Node and in Chromium. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const GROUP = 100;

const lines = (name) => readFileSync(new URL(name, import.meta.url), "utf8").trim().split("\n");

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

/** The cases of a group: the position of a plan, answers, and the bytes that stand in for the system's randomness. */
export function cases(group) {
  return Array.from({ length: GROUP }, (_, index) => made(group * GROUP + index));
}

/** The digest of reports, each the text that is sent. */
export function digest(reports) {
  return sha256(reports.map((report) => `${report}\n`).join("")).digest("hex");
}

/**
 * The reports of cases under loaded plans. Runs in the page too, so it uses nothing from outside: `crypto` is
 * replaced while a report is drawn.
 */
export function reports(plans, cases) {
  const real = Object.getOwnPropertyDescriptor(globalThis, "crypto");
  const report = ({ plan, answers, seed }) => {
    const value = { getRandomValues: (bytes) => (bytes.set(seed), bytes) };
    Object.defineProperty(globalThis, "crypto", { value, configurable: true });
    return JSON.stringify(plans[plan].perturb(answers));
  };
  try {
    return cases.map(report);
  } finally {
    Object.defineProperty(globalThis, "crypto", real);
  }
}
