/** What is in the tarball, and that it can be used from outside. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { ANSWERS, HEALTH, Project, ROOT } from "./installed.mjs";

const project = new Project();
after(() => project.remove());

test("the tarball holds the built package, its types, its front page and its licences", () => {
  const files = readdirSync(project.path("node_modules/candor"), { recursive: true }).sort();
  assert.deepEqual(files, [
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "dist",
    ...[
      "analysis.d.ts",
      "analysis.js",
      "errors.d.ts",
      "form",
      "form.d.ts",
      "form.js",
      join("form", "answers.d.ts"),
      "index.d.ts",
      "index.js",
      "jspsych.d.ts",
      "jspsych.js",
      "limits.d.ts",
      "load.d.ts",
      "odds.d.ts",
      "options.d.ts",
      "plan.d.ts",
      "react.d.ts",
      "react.js",
      "request.d.ts",
      "retry.d.ts",
      "submit.d.ts",
      "surveyjs",
      "surveyjs.d.ts",
      "surveyjs.js",
      join("surveyjs", "import.d.ts"),
      "types.d.ts",
      "unzlib.js",
    ].map((file) => join("dist", file)),
    "package.json",
  ]);
});

test("it depends on nothing at run time", () => {
  const installed = JSON.parse(readFileSync(project.path("node_modules/candor/package.json"), "utf8"));
  assert.equal(installed.dependencies, undefined);
  assert.deepEqual(
    readdirSync(project.path("node_modules")).filter((name) => !name.startsWith(".")),
    ["candor"],
  );
});

test("wasm and glue for perturbing take at most 30 KB gzipped, the whole package at most 42 KB", () => {
  const perturbing = Number(execFileSync("node", [join(ROOT, "pkg/size.js")], { encoding: "utf8" }));
  assert.ok(perturbing <= 30_000, `${perturbing} bytes`);
  const whole = gzipSync(readFileSync(project.path("node_modules/candor/dist/index.js")), { level: 9 }).length;
  assert.ok(perturbing < whole && whole <= 42_000, `${whole} bytes`);
});

for (const adapter of ["form", "react", "surveyjs", "jspsych"])
  test(`candor/${adapter} takes at most 3 KB gzipped beside the package`, () => {
    const text = readFileSync(project.path(`node_modules/candor/dist/${adapter}.js`));
    assert.ok(gzipSync(text, { level: 9 }).length <= 3_000);
    assert.match(text.toString(), /from ?"\.\/index\.js"/);
  });

test("it runs in a plain Node program", () => {
  const plan = project.design(HEALTH);
  project.write("plan.json", JSON.stringify(plan));
  const program = project.write(
    "program.js",
    `import { readFileSync } from "node:fs";
     import { loadPlan } from "candor";
     const plan = await loadPlan(JSON.parse(readFileSync("plan.json", "utf8")), { storage: "memory" });
     console.log(JSON.stringify(await plan.respond(${JSON.stringify(ANSWERS)})));`,
  );
  const report = JSON.parse(execFileSync(process.execPath, [program], { cwd: project.folder, encoding: "utf8" }));
  assert.equal(report.plan, plan.fingerprint);
});

test("its types hold under strict, and refuse what the package refuses", () => {
  project.write("use.ts", USE);
  execFileSync(
    join(ROOT, "tests/node_modules/.bin/tsc"),
    [
      "--noEmit",
      "--strict",
      "--exactOptionalPropertyTypes",
      "--noUncheckedIndexedAccess",
      "--target",
      "es2022",
      "--lib",
      "es2022,dom",
      "--types",
      "",
      "--module",
      "nodenext",
      "use.ts",
    ],
    { cwd: project.folder, stdio: ["ignore", "inherit", "inherit"] },
  );
});

const USE = `
import { CandorError, loadPlan } from "candor";
import { design, estimate } from "candor/analysis";
import type { Answers, Attribute, Drawn, Plan, PlanDocument, Promises, Receipt, Report, ReportStorage, Told } from "candor";

declare const document: PlanDocument;
const plan: Plan = await loadPlan("/plan.json", { maxRecordEpsilon: 4 });
await loadPlan(new URL("https://example.org/plan.json"));
await loadPlan(document);
const answers: Answers = { smoker: "yes", age: 27, income: null };
const report: Report = await plan.respond(answers);
const drawn: Drawn = await plan.respond(answers);
const made: boolean | undefined = drawn.fromTheseAnswers;
const { signal } = new AbortController();
const receipt: Receipt = await plan.submit(answers, { endpoint: "/reports", fetch, signal, timeout: 9000, retries: 1 });
const resent: Receipt | undefined = await plan.resend({ endpoint: "/reports" });
declare const storage: ReportStorage;
await loadPlan("/plan.json", { storage, signal, timeout: Infinity, retries: 1 });
await loadPlan("/plan.json", { storage: "memory" });
const { attribute, status, retryAfter, retryable, cause } = new CandorError("internal", "a message");
export { attribute, cause, made, resent, retryAfter, retryable, status };
const fresh: Report = plan.perturb(answers);
const told: Told = plan.told(fresh);
const questions: readonly Attribute[] = await plan.questions();
const example: Report = plan.perturb(answers, questions);
const labels: readonly string[] | undefined = told.units[0]?.named[0]?.labels;
const promises: Promises = plan.promises;
const columns: number[] = promises.attributes.map(({ column }) => column);
const bins: readonly (number | null)[] | undefined = (plan.attributes[0] as Attribute).bins;
const stored: "new" | "same" = receipt.stored;
const code: string = new CandorError("internal", "a message").code;
export { bins, code, columns, example, fresh, labels, report, stored };
const { plan: designed } = await design({ survey: "one" }, { method: "independent" });
const counted = [[812, 188], [812n, 188n], Uint32Array.of(812, 188), BigUint64Array.of(812n, 188n)];
for (const counts of counted) (await estimate(designed, ["smoker"], counts)).cells[0]?.standardError.toFixed(3);

// @ts-expect-error an answer is no truth value
plan.perturb({ smoker: true });
// @ts-expect-error counts are no text
estimate(designed, ["smoker"], "812");
// @ts-expect-error a report cannot be changed
report.perturbed[0] = 1;
// @ts-expect-error a public key that is undefined checks nothing
loadPlan("/plan.json", { publicKey: undefined });
// @ts-expect-error there is no such storage
loadPlan("/plan.json", { storage: "disk" });
// @ts-expect-error an endpoint is needed
plan.submit(answers, {});
// @ts-expect-error a cap is a number
loadPlan("/plan.json", { maxRecordEpsilon: "4" });
type IsAny<T> = 0 extends 1 & T ? true : false;
const nothingIsAny: [IsAny<Report["perturbed"][number]>, IsAny<Plan["attributes"][number]>, IsAny<Receipt>] = [false, false, false];
export { nothingIsAny };
`;
