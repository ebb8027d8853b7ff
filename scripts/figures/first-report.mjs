/** How long a new process of Node takes until its first report: for the package, verifying a plan, and drawing. */

import { execFileSync } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The built package. */
export const PACKAGE = fileURLToPath(new URL("../../pkg/dist/index.js", import.meta.url));

/** A program for a new process: prints the milliseconds from the import to the first report. */
const FIRST = `
  import { readFileSync } from "node:fs";
  const [, address, file, answers] = process.argv;
  const document = JSON.parse(readFileSync(file, "utf8"));
  const given = JSON.parse(answers);
  const start = performance.now();
  const { loadPlan } = await import(address);
  const plan = await loadPlan(document, { maxRecordEpsilon: Infinity, storage: "memory" });
  await plan.respond(given);
  console.log(performance.now() - start);
`;

/** What a program prints in each of this many processes, to which the package and these words are given. */
export function said(processes, program, ...words) {
  const all = ["--input-type=module", "--eval", program, pathToFileURL(PACKAGE).href, ...words];
  return Array.from({ length: processes }, () => Number(execFileSync(process.execPath, all, { encoding: "utf8" })));
}

/** The milliseconds until the first report of these answers under the plan in a file, in each of this many processes. */
export const untilFirstReport = (processes, plan, answers) => said(processes, FIRST, plan, JSON.stringify(answers));
