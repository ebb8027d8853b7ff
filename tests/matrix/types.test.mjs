/** The package's types under strict TypeScript, in every mode of module resolution. */

import { after } from "node:test";
import { every } from "../nightly.mjs";
import { Projects, run, tool, using } from "./projects.mjs";

const projects = new Projects("types");
after(() => projects.remove());

const STRICT = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"];
const TARGET = ["--target", "es2022", "--lib", "es2022,dom"];

/** Compilers, and the modes of each with the kind of modules that it writes. */
const MODES = [
  ["typescript", "node16", "node16"],
  ["typescript", "nodenext", "nodenext"],
  ["typescript", "bundler", "esnext"],
  ["typescript-5", "node10", "commonjs"],
];

/** Frameworks, and how each names a listener. */
const JSX = { react: "oncandor-failed", preact: "oncandor-failed", "solid-js": "on:candor-failed" };

/** Elements of HTML and of Candor in a framework's JSX, and what its compiler must refuse. */
const elements = (framework, failed) => `/** @jsxImportSource ${framework} */
  import "candor/elements";
  export const survey = (
    <div>
      <candor-survey plan="/plan.json" endpoint="/reports" max-record-epsilon={4} pace="one" class="wide" data-region="north"
        ${failed}={({ detail }) => console.log(detail.code.length)} />
      <candor-form name="report" plan="/plan.json" max-record-epsilon="4">
        <h2>In confidence</h2>
        <candor-question name="smoker" />
      </candor-form>
    </div>
  );
  // @ts-expect-error: no such attribute
  export const unknown = <candor-survey maxRecordEpsilon={4} />;
  // @ts-expect-error: no such value
  export const value = <candor-survey pace="two" />;
  // @ts-expect-error: "max-record-epsilon" is needed
  export const missing = <candor-form name="report" plan="/plan.json" />;
  // @ts-expect-error: an error has no answer
  export const answer = <candor-survey ${failed}={({ detail }) => detail.answer} />;
  // @ts-expect-error: no such element
  export const element = <candor-surveys />;`;

const imports = projects.entries
  .filter((path) => path !== "./react")
  .map((path, i) => {
    const entry = path.replace(".", "candor");
    return `import * as entry${i} from "${entry}"; export const own${i}: object = entry${i};`;
  });
const USE = `${imports.join("\n")}
  import { loadPlan, type Plan, type Report } from "candor";
  export async function respond(): Promise<Report> {
    const plan: Plan = await loadPlan("/plan.json", { maxRecordEpsilon: 4, fallback: "js" });
    // @ts-expect-error: what the package refuses
    await loadPlan("/plan.json", { fallback: "wasm" });
    return plan.respond({ smoker: "yes" });
  }`;

/** Modes that apply `exports` to a file that is not a program. */
const WITH_MODULE = ["node16", "nodenext", "bundler"];
const MODULE = `import module from "candor/candor.wasm"; import { init } from "candor/slim";
  export const started: Promise<void> = init(module);`;

for (const [compiler, resolution, module] of every(MODES, MODES.slice(0, 3)))
  using(tool(compiler, "bin/tsc"), `TypeScript, strict, in mode ${resolution}`, (tsc) => {
    const [first, second] = ["mts", "cts"].map((kind) => `use.${kind}`);
    const files = resolution.startsWith("node") && resolution !== "node10" ? [first, second] : ["use.ts"];
    const folder = projects.project(resolution, Object.fromEntries(files.map((file) => [file, USE])));
    const mode = ["--module", module, "--moduleResolution", resolution];
    run(process.execPath, [tsc, ...STRICT, ...TARGET, ...mode, ...files], folder);
    if (!WITH_MODULE.includes(resolution)) return;
    const bare = projects.project(`${resolution}-bare`, { "bare.mts": MODULE });
    for (const library of ["es2022", "es2022,dom"])
      run(process.execPath, [tsc, ...STRICT, "--target", "es2022", "--lib", library, ...mode, "bare.mts"], bare);
  });

const OF_PAGES = MODES.slice(2);
for (const [framework, failed] of every(Object.entries(JSX), Object.entries(JSX).slice(0, 1)))
  for (const [compiler, resolution, module] of every(OF_PAGES, OF_PAGES.slice(0, 1)))
    using(tool(compiler, "bin/tsc"), `elements in the JSX of ${framework}, in mode ${resolution}`, (tsc) => {
      const folder = projects.project(`${framework}-${resolution}`, { "use.tsx": elements(framework, failed) });
      const mode = ["--module", module, "--moduleResolution", resolution, "--jsx", "preserve", "--skipLibCheck"];
      run(process.execPath, [tsc, ...STRICT, ...TARGET, ...mode, "use.tsx"], folder);
    });
