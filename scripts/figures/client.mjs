/** What a respondent's device loads and how long it works, in Node: medians of many runs. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PACKAGE = join(ROOT, "pkg/dist/index.js");
const SIZES = [9, 16, 7, 15, 6, 5, 2, 2];

function designed() {
  const folder = mkdtempSync(join(tmpdir(), "candor-figure-"));
  const attributes = SIZES.map((size, i) => ({
    name: `question ${i}`,
    categories: Array.from({ length: size }, (_, category) => `answer ${category}`),
  }));
  writeFileSync(
    join(folder, "survey.json"),
    JSON.stringify({ survey: "figure", attributes, privacy: { record_epsilon: 8, method: "analysis" } }),
  );
  execFileSync(
    join(ROOT, "target/release/candor"),
    ["design", join(folder, "survey.json"), "-o", join(folder, "plan.json")],
    { stdio: "ignore" },
  );
  const plan = JSON.parse(readFileSync(join(folder, "plan.json"), "utf8"));
  rmSync(folder, { recursive: true });
  return plan;
}

async function median(runs, run) {
  const times = [];
  for (let i = 0; i < runs; i += 1) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[runs >> 1];
}

const document = designed();
const perturbing = execFileSync("node", [join(ROOT, "pkg/size.js")], { encoding: "utf8" }).trim();
const whole = gzipSync(readFileSync(PACKAGE), { level: 9 }).length;
const start = performance.now();
const { loadPlan } = await import(pathToFileURL(PACKAGE));
const plan = await loadPlan(document);
const first = performance.now() - start;
const again = await median(200, () => loadPlan(document));
const answers = Object.fromEntries(plan.attributes.map(({ name }) => [name, "answer 1"]));
const record = await median(200, () => {
  for (let i = 0; i < 100; i += 1) plan.perturb(answers);
});

console.log(`wasm and glue for perturbing, gzipped ${perturbing} bytes`);
console.log(`whole package, gzipped                ${whole} bytes`);
console.log(`import, compile and verify a plan     ${first.toFixed(1)} ms (${SIZES.length} questions, record ε = 8)`);
console.log(`verify another plan                   ${again.toFixed(2)} ms`);
console.log(`perturb a record                      ${(record * 10).toFixed(1)} µs`);
