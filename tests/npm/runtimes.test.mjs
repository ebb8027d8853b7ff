/** Whatever a runtime lacks and whatever arguments the package gets, it throws only refusals with a code and a remedy. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { every } from "../nightly.mjs";
import { ANSWERS, HEALTH, Project, ROOT } from "./installed.mjs";

const project = new Project();
after(() => project.remove());
const document = project.design(HEALTH);
copyFileSync(join(ROOT, "tests/npm/hostile.mjs"), project.path("hostile.mjs"));
const CODES = [...readFileSync(join(ROOT, "docs/errors.md"), "utf8").matchAll(/^\| `([a-z-]+)`/gm)].map(
  ([, code]) => code,
);

/** The output of a program that runs in the project without some globals. */
async function run(...words) {
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: project.folder, timeout: 300_000 });
  return stdout;
}

const LACKING = [
  [],
  ["TextEncoder"],
  ["TextDecoder"],
  ["AbortController"],
  ["AbortSignal"],
  ["URL"],
  ["URLSearchParams"],
];
LACKING.push(["btoa"], ["atob"], ["performance"], ["fetch"], ["Response"], ["Headers"], ["ReadableStream"], ["crypto"]);
LACKING.push(
  ["WebAssembly", "fetch", "Request", "Response", "Headers"],
  ["Intl"],
  ["navigator"],
  ["setTimeout", "clearTimeout"],
);

/** What old or small runtimes most often lack. */
const OFTEN = LACKING.filter((missing) => ["", "AbortController", "crypto", "fetch"].includes(missing.join()));

for (const missing of every(LACKING, OFTEN))
  test(`hostile arguments to every function are refused with a code${missing.map((name) => `, without ${name}`)}`, async () => {
    const words = [JSON.stringify(document), JSON.stringify(CODES), ...missing];
    const { refused, wrong } = JSON.parse(await run(project.path("hostile.mjs"), ...words));
    assert.deepEqual(wrong, []);
    assert.ok(refused > 500, `${refused} refusals`);
  });

/** The output of a program that loads a plan and draws a report without some globals: "drawn", or the refusal. */
function drawn(missing, more = "") {
  return run(
    "--input-type=module",
    "-e",
    `${missing.map((name) => `delete globalThis.${name};`).join("")}
     const { loadPlan } = await import("candor");
     const plan = await loadPlan(${JSON.stringify(document)}, { storage: "memory" }).catch((error) => error);
     const report = await plan.respond?.(${JSON.stringify(ANSWERS)}).catch((error) => error);
     const { code, message } = report ?? plan;
     console.log(code ? code + " " + message : "drawn");${more}`,
  );
}

test("what a runtime lacks is named, and where it can be done without, it is", async () => {
  for (const name of ["TextEncoder", "AbortController", "setTimeout", "btoa"])
    assert.match(await drawn([name]), new RegExp(`^unsupported-runtime this runtime has no ${name}: use a polyfill`));
  assert.match(await drawn(["WebAssembly"]), /^wasm-unavailable .*candor\/slim.*candor\/js/);
  const without = [
    "URL",
    "URLSearchParams",
    "performance",
    "AbortSignal",
    "TextDecoder",
    "atob",
    "Intl",
    "navigator",
    "fetch",
  ];
  assert.equal(await drawn([...without, "Request", "Response", "Headers", "ReadableStream"]), "drawn\n");
});
