/** How many bytes a respondent's device loads and how long it computes, in Node: medians of many runs. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { PACKAGE, said, untilFirstReport } from "./first-report.mjs";
import { median, middleAndLeast } from "./times.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const CANDOR = process.env.CANDOR_PROGRAM ?? join(ROOT, "target/release/candor");
const SIZES = [9, 16, 7, 15, 6, 5, 2, 2];
/** The sizes of 200 questions, with 17 different levels among them: a plan of some 220 KB. */
const MANY = Array.from({ length: 200 }, (_, i) => 2 + (i % 6));

const PROCESSES = 25;

const folder = mkdtempSync(join(tmpdir(), "candor-figure-"));

/** Designs a plan with questions of these sizes and returns its file. `more` adds members to each question, `ofAll` to the survey. */
function designed(survey, sizes, more, ofAll) {
  const attributes = sizes.map((size, i) => ({
    name: `question ${i}`,
    question: `Question number ${i}: what do you say?`,
    categories: Array.from({ length: size }, (_, category) => `answer ${category}`),
    ...more(i),
  }));
  const [written, plan] = ["survey", "plan"].map((kind) => join(folder, `${survey}.${kind}.json`));
  writeFileSync(written, JSON.stringify({ survey, attributes, ...ofAll }));
  execFileSync(CANDOR, ["design", written, "-o", plan], { stdio: "ignore" });
  return plan;
}

/** A program for a new process: prints the longest time in milliseconds that other work waits while a plan is loaded. */
const LONGEST = `
  import { readFileSync } from "node:fs";
  const [, address, file] = process.argv;
  const document = JSON.parse(readFileSync(file, "utf8"));
  const { loadPlan } = await import(address);
  let [longest, last, loading] = [0, performance.now(), true];
  const turn = () => {
    const now = performance.now();
    [longest, last] = [Math.max(longest, now - last), now];
    if (loading) setImmediate(turn);
    else console.log(longest);
  };
  setImmediate(turn);
  await loadPlan(document, { maxRecordEpsilon: Infinity, storage: "memory" });
  loading = false;
`;

/** The first answer to every question of the plan in a file. */
function firstAnswers(file) {
  const { attributes } = JSON.parse(readFileSync(file, "utf8"));
  return Object.fromEntries(attributes.map(({ name, categories: [first] }) => [name, first]));
}

/** The median time of this many runs. */
async function timed(runs, run) {
  const times = [];
  for (let i = 0; i < runs; i += 1) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return median(times);
}

const few = designed("few", SIZES, () => ({}), { privacy: { record_epsilon: 8, method: "analysis" } });
const many = designed("many", MANY, (i) => ({ epsilon: 0.5 + (i % 17) / 10 }), {});
const document = JSON.parse(readFileSync(few, "utf8"));
const perturbing = execFileSync("node", [join(ROOT, "pkg/build/size.js")], { encoding: "utf8" }).trim();
const whole = execFileSync("gzip", ["-9", "--no-name", "--stdout", PACKAGE]).length;
const start = performance.now();
const { loadPlan } = await import(pathToFileURL(PACKAGE));
const plan = await loadPlan(document);
const started = performance.now() - start;
const again = await timed(200, () => loadPlan(document));
const answers = Object.fromEntries(plan.attributes.map(({ name }) => [name, "answer 1"]));
const record = await timed(200, () => {
  for (let i = 0; i < 100; i += 1) plan.perturb(answers);
});

console.log(`verifying and perturbing, gzipped     ${perturbing} bytes`);
console.log(`whole package, gzipped                ${whole} bytes`);
console.log(`import, compile and verify a plan     ${started.toFixed(1)} ms (${SIZES.length} questions, record ε = 8)`);
console.log(`verify another plan                   ${again.toFixed(2)} ms`);
console.log(`perturb a record                      ${(record * 10).toFixed(1)} µs`);
const [ofFew, ofMany] = [few, many].map((file) => median(untilFirstReport(PROCESSES, file, firstAnswers(file))));
const size = (readFileSync(many).length / 1000).toFixed(0);
console.log(`import to first report, new process   ${ofFew.toFixed(0)} ms (${SIZES.length} questions)`);
console.log(
  `                                      ${ofMany.toFixed(0)} ms (${MANY.length} questions, a plan of ${size} KB), ${(ofMany / ofFew).toFixed(2)} times as long`,
);
console.log(`longest turn while that is loaded     ${middleAndLeast(said(PROCESSES, LONGEST, many), "processes")}`);
rmSync(folder, { recursive: true });
