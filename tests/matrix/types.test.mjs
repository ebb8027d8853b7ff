/** The package's types under strict TypeScript, in every mode of resolution. */

import { after } from "node:test";
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

for (const [compiler, resolution, module] of MODES)
  using(tool(compiler, "bin/tsc"), `TypeScript, strict, in mode ${resolution}`, (tsc) => {
    const [first, second] = ["mts", "cts"].map((kind) => `use.${kind}`);
    const files = resolution.startsWith("node") && resolution !== "node10" ? [first, second] : ["use.ts"];
    const folder = projects.project(resolution, Object.fromEntries(files.map((file) => [file, USE])));
    const mode = ["--module", module, "--moduleResolution", resolution];
    run(process.execPath, [tsc, ...STRICT, ...TARGET, ...mode, ...files], folder);
  });
