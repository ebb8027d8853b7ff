/** Small projects with the packed package, below a folder from which every tool of the matrix is found. */

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { PLANS } from "../known-answers/cases.mjs";
import { Project } from "../npm/installed.mjs";

export const HERE = fileURLToPath(new URL(".", import.meta.url));

/** The path of a tool's program, if it could be installed. */
export function tool(...names) {
  const path = join(HERE, "node_modules", ...names);
  return existsSync(path) ? path : undefined;
}

/** A test that needs a tool; it is skipped with a message if the tool could not be installed. */
export function using(path, name, run) {
  test(name, (t) => (path === undefined ? t.skip("its tool could not be installed") : run(path)));
}

/** A folder in which projects find the package. */
export class Projects {
  constructor(name) {
    this.folder = join(HERE, "dist", name);
    this.remove();
    const unpacked = join(this.folder, "node_modules/candor");
    mkdirSync(unpacked, { recursive: true });
    const installed = new Project();
    cpSync(installed.path("node_modules/candor"), unpacked, { recursive: true });
    installed.remove();
  }

  /** Makes a project of these files, and returns its folder. */
  project(name, files) {
    const folder = join(this.folder, name);
    for (const [file, text] of Object.entries({ "package.json": '{ "private": true }', ...files })) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    return folder;
  }

  /** A file of the package. */
  installed(...names) {
    return join(this.folder, "node_modules/candor", ...names);
  }

  /** The entries that `import` and `require` find in the package. */
  get entries() {
    const { exports } = JSON.parse(readFileSync(this.installed("package.json"), "utf8"));
    return Object.keys(exports).filter((path) => exports[path].require);
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The environment of a program, without the settings of these tests. */
export function environment(more = {}) {
  const { NODE_TEST_CONTEXT: _, ...own } = process.env;
  return { ...own, NODE_ENV: "production", ...more };
}

/** The output of a program; if it fails, its output is part of the error. */
export function run(program, words, cwd = HERE, more = {}) {
  try {
    return execFileSync(program, words, {
      cwd,
      encoding: "utf8",
      env: environment(more),
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 600_000,
    });
  } catch (failed) {
    const said = `${failed.stdout}\n${failed.stderr}`.slice(-2000);
    throw new Error(`${program} ${words.join(" ")}: ${failed.message.slice(0, 300)}\n${said}`);
  }
}

export const [PLAN] = PLANS;
const answers = Object.fromEntries(
  PLAN.attributes.map(({ name, categories: [first] }) => [name, first.value ?? first]),
);

/** What a program does with the package; in the end it prints the fingerprint in its report. */
export const RESPOND = `
  const document_ = ${JSON.stringify(PLAN)};
  const responded = async ({ loadPlan }, options = {}) => {
    const plan = await loadPlan(document_, { maxRecordEpsilon: 99, storage: "memory", ...options });
    const report = await plan.respond(${JSON.stringify(answers)});
    return report.perturbed.length > 0 ? report.plan : "nothing";
  };`;
