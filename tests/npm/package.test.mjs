/** The files in the tarball, their sizes, and that it can be used from outside. */

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { after, test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { ANSWERS, HEALTH, Project, ROOT } from "./installed.mjs";

const project = new Project();
after(() => project.remove());

/** The files that are loaded, by `import` and by `require`. */
const LOADED = [
  "analysis",
  "design",
  "elements",
  "form",
  "iife",
  "index",
  "invited",
  "js",
  "jspsych",
  "order",
  "react",
  "sentences",
  "slim",
  "surveyjs",
  "withdrawable",
];

/** The files that their types refer to. */
const TYPES = Object.entries({
  adapters: ["form/answers", "react/report", "surveyjs/import", "surveyjs/imported"],
  analysis: ["counts", "estimate", "estimates", "model", "rankings", "scores", "tests", "weights"],
  common: ["compounds", "errors", "host", "offered", "options", "types"],
  design: ["design", "faults", "label", "power", "simulation"],
  elements: ["base", "events", "field", "form", "jsx", "opening", "survey"],
  engine: ["init"],
  entries: LOADED,
  http: ["limits", "request", "retry", "submit"],
  plan: ["load-plan", "order", "plan"],
  sentences: ["odds", "sentences"],
}).flatMap(([room, parts]) => parts.map((part) => `${room}/${part}.d.ts`));

test("the tarball holds the built package, its types, schemas, front page, changelog and licences, and nothing else", () => {
  const files = [
    ...[...TYPES, ...LOADED.map((name) => `${name}.js`)].flatMap((file) => [`dist/${file}`, `dist/cjs/${file}`]),
    ...LOADED.filter((name) => name !== "index").map((name) => `${name}/package.json`),
    ...["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "README.md", "package.json"],
    ...["plan.schema.json", "survey.schema.json"],
    ...["dist/candor.wasm", "dist/entries/candor.wasm.d.ts", "dist/cjs/package.json", "dist/javascript.js"],
  ];
  const listed = readdirSync(project.path("node_modules/candor"), { recursive: true, withFileTypes: true });
  const held = listed
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(project.path("node_modules/candor"), join(parentPath, name)));
  assert.deepEqual(held.sort(), files.sort());
});

test("it depends on nothing at run time", () => {
  const installed = JSON.parse(readFileSync(project.path("node_modules/candor/package.json"), "utf8"));
  assert.equal(installed.dependencies, undefined);
  assert.deepEqual(
    readdirSync(project.path("node_modules")).filter((name) => !name.startsWith(".")),
    ["candor"],
  );
});

/** The size of a file as scripts/build measures it, by the program gzip: the zlib of runtimes differs by hundreds of bytes. */
function gzippedFile(path) {
  return execFileSync("gzip", ["-9", "--no-name", "--stdout", path]).length;
}

const gzipped = (name) => gzippedFile(project.path(`node_modules/candor/dist/${name}.js`));

test("verifying and perturbing take at most 21.6 KB gzipped, the whole package at most 30.9 KB, 27.7 KB by brotli", () => {
  const perturbing = Number(execFileSync("node", [join(ROOT, "pkg/build/size.js")], { encoding: "utf8" }));
  assert.ok(perturbing <= 21_600, `${perturbing} bytes`);
  const whole = gzipped("index");
  assert.ok(perturbing < whole && whole <= 30_900, `${whole} bytes`);
  const { length } = brotliCompressSync(readFileSync(project.path("node_modules/candor/dist/index.js")));
  assert.ok(length < 27_750, `${length} bytes by brotli`);
});

test("the mechanism in JavaScript takes at most 7 KB gzipped, and candor/js 25.5 KB", () => {
  for (const [name, most] of [
    ["javascript", 7_000],
    ["js", 25_500],
  ])
    assert.ok(gzipped(name) <= most, `${name}: ${gzipped(name)} bytes`);
});

test("what is loaded where it is needed asks for nothing else", () => {
  const code = readFileSync(project.path("node_modules/candor/dist/javascript.js"), "utf8");
  assert.doesNotMatch(code, /\bimport\b|\bfrom\s*["']/);
});

test("the module of candor/analysis takes at most 527 KB gzipped, as it is within its file", () => {
  const size = gzippedFile(join(ROOT, "pkg/dist/wasm/analysis.wasm"));
  assert.ok(size <= 527_000, `${size} bytes`);
});

const BESIDE = {
  elements: 28.6,
  form: 4.4,
  order: 1,
  react: 3.7,
  sentences: 6.1,
  surveyjs: 10.8,
  jspsych: 3.2,
  invited: 5,
  withdrawable: 3.1,
};
for (const [adapter, most] of Object.entries(BESIDE))
  test(`candor/${adapter} takes at most ${most} KB gzipped beside the package`, () => {
    assert.ok(gzipped(adapter) <= most * 1000);
    assert.match(readFileSync(project.path(`node_modules/candor/dist/${adapter}.js`), "utf8"), /from ?"\.\/index\.js"/);
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

test("an error that nobody catches is read in its message, which Node prints after the line of its origin", () => {
  for (const [entry, call] of [
    ["candor", "loadPlan({})"],
    ["candor/js", "loadPlan({})"],
    ["candor/analysis", "estimates({}, {}, {})"],
    ["candor/design", "design({})"],
  ]) {
    const [name] = call.split("(");
    const program = project.write("refused.js", `import { ${name} } from "${entry}"; await ${call};`);
    const { status, stderr } = spawnSync(process.execPath, [program], { cwd: project.folder, encoding: "utf8" });
    assert.equal(status, 1);
    assert.match(stderr, /CandorError]?: \w/);
    assert.ok(stderr.length < 25_000, `${entry}: ${stderr.length} characters`);
  }
});

/** Compiles a program in the project under strict, with only these libraries. */
function compiles(name, text, libraries) {
  project.write(name, text);
  const strict = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"];
  const options = ["--target", "es2022", "--lib", libraries, "--types", "", "--module", "nodenext"];
  execFileSync(join(ROOT, "tests/node_modules/.bin/tsc"), [...strict, ...options, name], {
    cwd: project.folder,
    stdio: ["ignore", "inherit", "inherit"],
  });
}

test("its types hold under strict, and refuse what the package refuses", () => {
  compiles("use.ts", USE, "es2022,dom");
});

test("the types of candor/slim, its module and candor/form hold without those of browsers, and with them", () => {
  for (const libraries of ["es2022", "es2022,dom"]) compiles("bare.ts", BARE, libraries);
});

const BARE = `
import module from "candor/candor.wasm";
import { answersOf } from "candor/form";
import { init, loadPlan, type ModuleSource, type Plan } from "candor/slim";

const source: ModuleSource = module;
await init(source);
const plan: Plan = await loadPlan("/plan.json", { maxRecordEpsilon: 4, storage: "memory" });
export const given: string | number | readonly string[] | null | undefined = answersOf(plan.attributes, { smoker: "yes" }).smoker;
// @ts-expect-error a cap is a number
loadPlan("/plan.json", { maxRecordEpsilon: "4" });
`;

const USE = `
import type { ElementEvents } from "candor/elements";
import { CandorError, loadPlan } from "candor";
import { type CountsDocument, countReports, estimate, estimates, model, tests } from "candor/analysis";
import { design, power } from "candor/design";
import type { Answers, Attribute, Drawn, LocalizedText, Plan, PlanDocument, Promises, Receipt, Report, ReportStorage, Told } from "candor";

declare const document: PlanDocument;
const plan: Plan = await loadPlan("/plan.json", { maxRecordEpsilon: 4 });
await loadPlan(new URL("https://example.org/plan.json"));
await loadPlan(document);
const answers: Answers = { smoker: "yes", age: 27, income: null, how: ["words", "touch"] };
const [compound] = plan.compounds;
export const places: number | undefined = compound?.kind === "ranking" ? compound.places : undefined;
export const most: number | undefined = compound?.kind === "choices" ? compound.atMost : undefined;
// @ts-expect-error rows have no rule
compound?.kind === "rows" && compound.atMost;
const report: Report = await plan.respond(answers);
const drawn: Drawn = await plan.respond(answers);
const made: boolean | undefined = drawn.fromTheseAnswers;
const { signal } = new AbortController();
const receipt: Receipt = await plan.submit(answers, { endpoint: "/reports", fetch, signal, timeout: 9000, retries: 1 });
const resent: Receipt | undefined = await plan.resend({ endpoint: "/reports" });
declare const storage: ReportStorage;
await loadPlan("/plan.json", { storage, signal, timeout: Infinity, retries: 1 });
await loadPlan("/plan.json", { storage: "memory", language: ["es-MX", "en"] });
const language: string | undefined = plan.language;
const text: LocalizedText | undefined = document.title;
export { language, text };
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
const sources = ["", new Uint8Array(0), new Blob([]).stream()];
const { counts: read, otherPlan } = await countReports(designed, sources, { pairs: true, progress: (bytes) => bytes.toFixed() });
const kept: CountsDocument = read;
const p: number | undefined = (await tests(designed, kept, { test: "screen" })).tables[0]?.calibrated.p_value;
const [difference] = (await estimates(designed, kept, { tables: [["smoker", "age"]], given: ["age"] })).tables[0]?.differences ?? [];
const v: number | undefined = (await tests(designed, kept, { tables: [["smoker", "age"]] })).tables[0]?.strength?.cramers_v;
const odds: number | undefined = (await model(designed, kept, { outcome: "smoker", on: "age" })).coefficients[0]?.estimate;
const needed: number | null = (await power(designed, { table: ["smoker", "age"], cramersV: 0.1 })).plan.respondents;
const sought = { table: ["smoker", "age"], oddsRatio: 2, join: ["age:[30,45)+[45,60)"] };
const found: number | undefined = (await power(designed, sought)).coefficients[0]?.respondents;
export { difference, found, needed, odds, otherPlan, p, v };
const survey = globalThis.document.createElement("candor-survey");
survey.open(async () => ({ plan: await loadPlan("/plan.json"), endpoint: "/reports" }));
survey.addEventListener("candor-ready", ({ detail }) => detail.promises.record);
survey.addEventListener("candor-failed", ({ detail }: ElementEvents["candor-failed"]) => detail.code);
globalThis.document.querySelector("candor-form")?.addEventListener("candor-failed", ({ detail, currentTarget }) => {
  // @ts-expect-error: an error has no answer
  detail.answer;
  return detail.code && currentTarget;
});
// @ts-expect-error: the questions have no such member
globalThis.document.querySelector("candor-question")?.answer;

// @ts-expect-error an answer is not a boolean
plan.perturb({ smoker: true });
// @ts-expect-error there is no such test
tests(designed, kept, { test: "guess" });
// @ts-expect-error a regression needs an outcome
model(designed, kept, { on: "age" });
// @ts-expect-error categories are joined only in a regression
power(designed, { table: ["smoker", "age"], cramersV: 0.1, join: ["age:[30,45)+[45,60)"] });
// @ts-expect-error reports are not numbers
countReports(designed, [1, 2]);
// @ts-expect-error counts are not a text
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
