/** Every way to load the package, from the packed tarball. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { PLANS } from "../known-answers/cases.mjs";
import { Project, ROOT } from "./installed.mjs";

const project = new Project();
after(() => project.remove());
const tarball = readFileSync(project.tarball);
const PLAN = PLANS[1];
const ANSWERS = Object.fromEntries(
  PLAN.attributes.map(({ name, categories: [first] }) => [name, first.value ?? first]),
);
project.write("plan.json", JSON.stringify(PLAN));

const installed = (...names) => project.path("node_modules/candor", ...names);
const { exports } = JSON.parse(readFileSync(installed("package.json"), "utf8"));
const ENTRIES = Object.keys(exports).filter((path) => exports[path].require);

test("publint has nothing to say", async () => {
  const { messages } = await publint({ pack: { tarball: Uint8Array.from(tarball).buffer }, strict: true });
  assert.deepEqual(messages, []);
});

test("types are right in every mode of resolution, for every entry", async () => {
  const check = (bytes) =>
    checkPackage(createPackageFromTarballData(bytes), {
      excludeEntrypoints: ["./candor.wasm", "./candor.*", "./survey.schema.json", "./plan.schema.json"],
    });
  const { problems, entrypoints } = await check(tarball);
  assert.deepEqual(problems, []);
  assert.deepEqual(Object.keys(entrypoints).sort(), [...ENTRIES, "./package.json"].sort());
  for (const entry of ENTRIES)
    for (const [mode, { resolution }] of Object.entries(entrypoints[entry].resolutions))
      assert.ok(resolution.isTypeScript, `${entry} in ${mode}`);
});

/** The output of a program that runs in the project. */
function printed(name, text, ...options) {
  const program = project.write(name, text);
  return execFileSync(process.execPath, [...options, program], { cwd: project.folder, encoding: "utf8" }).trim();
}

const DRAW = `
  const plan = JSON.parse(require("node:fs").readFileSync("plan.json", "utf8"));
  const drawn = async ({ loadPlan }) => {
    const { fingerprint, perturb } = await loadPlan(plan, { maxRecordEpsilon: 99 }).then((plan) => ({
      fingerprint: plan.fingerprint, perturb: plan.perturb(${JSON.stringify(ANSWERS)}) }));
    console.log(perturb.plan === fingerprint ? "drawn" : "another plan");
  };`;
const IMPORTED = `import { createRequire } from "node:module"; const require = createRequire(import.meta.url); ${DRAW}`;

test("require gives what import gives", () => {
  assert.equal(printed("use.cjs", `${DRAW} drawn(require("candor"));`), "drawn");
  assert.equal(printed("use.mjs", `${IMPORTED} drawn(await import("candor"));`), "drawn");
  for (const entry of ENTRIES.filter((entry) => !["./react", "./iife"].includes(entry))) {
    const name = entry.replace(".", "candor");
    const names = `console.log(Object.keys(m).filter((name) => name !== "module.exports").sort().join())`;
    const required = printed("names.cjs", `const m = require("${name}"); ${names}`);
    assert.ok(required.length > 0, entry);
    assert.equal(required, printed("names.mjs", `import * as m from "${name}"; ${names}`), entry);
    const named = printed("cjs.mjs", `import * as m from "${installed(exports[entry].require.default)}"; ${names}`);
    const without = (names) => names.split(",").filter((name) => name !== "default");
    assert.deepEqual(without(named), without(required), `${entry}, as import reads what is for require`);
  }
});

test("errors of an adapter are those of the package, by require too", () => {
  const program = `const { CandorError } = require("candor"); const { answersOf } = require("candor/form");
    try { answersOf([{ name: "a", categories: [] }], { a: [1, 2] }); }
    catch (refused) { console.log(refused instanceof CandorError, refused.code); }`;
  assert.equal(printed("errors.cjs", program), "true invalid-answers");
});

test("candor/elements is imported on a server, where there is nothing to define", () => {
  const names = 'Object.keys(elements).sort().join(" ")';
  const expected = "CandorForm CandorQuestion CandorSurvey";
  assert.equal(
    printed("server.mjs", `const elements = await import("candor/elements"); console.log(${names});`),
    expected,
  );
  assert.equal(printed("server.cjs", `const elements = require("candor/elements"); console.log(${names});`), expected);
});

test("candor/iife is a global", () => {
  const script = `${DRAW} eval(require("node:fs").readFileSync("node_modules/candor/dist/iife.js", "utf8")); drawn(candor);`;
  assert.equal(printed("script.cjs", script), "drawn");
  assert.equal(printed("global.cjs", `${DRAW} require("candor/iife"); drawn(candor);`), "drawn");
  assert.equal(printed("global.mjs", `${IMPORTED} await import("candor/iife"); drawn(candor);`), "drawn");
});

const BYTES = `require("node:fs").readFileSync(require.resolve("candor/candor.wasm"))`;
for (const [source, given] of Object.entries({
  "its bytes": BYTES,
  "a module": `new WebAssembly.Module(${BYTES})`,
  "a response": `new Response(${BYTES})`,
  "a response to come": `Promise.resolve(new Response(${BYTES}))`,
}))
  test(`candor/slim takes ${source}`, () => {
    const program = `${DRAW} const slim = require("candor/slim"); slim.init(${given}).then(() => drawn(slim));`;
    assert.equal(printed("slim.cjs", program), "drawn");
  });

test("candor/slim refuses what is no module, and a plan before there is one; another may be given then", () => {
  const program = `${DRAW} const slim = require("candor/slim");
    const code = (refused) => console.log(refused.constructor === slim.CandorError && refused.code);
    (async () => {
      await slim.loadPlan(plan).catch(code);
      await slim.init(new Uint8Array(8)).catch(code);
      await slim.init(new Response("", { status: 404 })).catch(code);
      await slim.init(Promise.reject(new Error("offline"))).catch(code);
      await slim.init(${BYTES});
      await drawn(slim);
    })();`;
  const codes = printed("refused.cjs", program).split("\n");
  assert.deepEqual(codes, [...Array(4).fill("wasm-unavailable"), "drawn"]);
});

test("candor/slim holds no module", () => {
  const [slim, whole] = ["slim", "index"].map((name) => readFileSync(installed(`dist/${name}.js`), "utf8"));
  assert.ok(whole.length - slim.length > 15_000);
  const digest = (bytes) => createHash("sha384").update(bytes).digest("base64");
  assert.equal(
    digest(readFileSync(installed("dist/candor.wasm"))),
    digest(readFileSync(join(ROOT, "pkg/dist/wasm/candor.wasm"))),
  );
});

test("two builds in different folders give the same bytes, and print their hashes", () => {
  const elsewhere = mkdtempSync(join(tmpdir(), "candor-build-"));
  const folder = join(elsewhere, "pkg");
  try {
    for (const part of ["src", "dist/wasm", "build", "package.json", "tsconfig.json"])
      cpSync(join(ROOT, "pkg", part), join(folder, part), { recursive: true });
    cpSync(join(ROOT, "CHANGELOG.md"), join(elsewhere, "CHANGELOG.md"));
    symlinkSync(join(ROOT, "pkg/node_modules"), join(folder, "node_modules"));
    cpSync(join(ROOT, "pkg/dist"), join(folder, "dist"), {
      recursive: true,
      filter: (path) => !path.endsWith(".js") || path.includes("/wasm/"),
    });
    const run = (...words) => execFileSync(process.execPath, words, { cwd: folder, encoding: "utf8" });
    run("build/bundle.js", "index", "slim", "iife", "form");
    const said = run("build/layout.js");
    for (const file of [
      "index.js",
      "slim.js",
      "iife.js",
      "form.js",
      "cjs/index.js",
      "cjs/slim.js",
      "cjs/form.js",
      "candor.wasm",
    ]) {
      const built = readFileSync(join(folder, "dist", file));
      assert.ok(built.equals(readFileSync(installed("dist", file))), `${file} differs`);
    }
    for (const file of ["index.js", "iife.js", "candor.wasm"]) {
      const hash = createHash("sha384")
        .update(readFileSync(installed("dist", file)))
        .digest("base64");
      assert.ok(said.includes(`dist/${file}: sha384-${hash}`), said);
    }
  } finally {
    rmSync(elsewhere, { recursive: true });
  }
});
