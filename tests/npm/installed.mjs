/** The package as its users get it: packed, and installed in an empty folder. */

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { assertKept } from "../exact.mjs";
import { candor } from "../program.mjs";
import { assertFits } from "../schemas.mjs";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Packs the package and installs it in a folder, as its users do. */
export function install(folder) {
  npm(join(ROOT, "pkg"), "pack", "--pack-destination", folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "project", private: true, type: "module" }));
  npm(folder, "install", "--no-audit", "--no-fund", tarballIn(folder));
}

function tarballIn(folder) {
  const { version } = JSON.parse(readFileSync(join(ROOT, "pkg/package.json"), "utf8"));
  return join(folder, `candor-${version}.tgz`);
}

/** An empty project with the tarball installed; a copy of the installation that `run.mjs` has made for all files, if it has. */
export class Project {
  folder = mkdtempSync(join(tmpdir(), "candor-npm-"));
  tarball = tarballIn(this.folder);

  constructor() {
    const shared = process.env.CANDOR_INSTALLED;
    if (shared) cpSync(shared, this.folder, { recursive: true });
    else install(this.folder);
  }

  path(...names) {
    return join(this.folder, ...names);
  }

  write(name, text) {
    writeFileSync(this.path(name), text);
    return this.path(name);
  }

  /** The installed package, or another entry of it. */
  import(entry = "index") {
    return import(pathToFileURL(this.path(`node_modules/candor/dist/${entry}.js`)));
  }

  /** The plan that the program designs for a survey. Its promises are checked, and both documents against their schemas. */
  design(survey) {
    const plan = this.path(`${survey.survey}.plan.json`);
    candor("design", this.write(`${survey.survey}.json`, JSON.stringify(survey)), "-o", plan);
    const designed = JSON.parse(readFileSync(plan, "utf8"));
    assertKept(designed);
    assertFits("survey", survey);
    assertFits("plan", designed);
    return designed;
  }

  remove() {
    rmSync(this.folder, { recursive: true });
  }
}

function npm(folder, ...words) {
  execFileSync("npm", [...words, "--loglevel=error"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
}

/** A survey with labels, bins, and an optional question. */
export const HEALTH = {
  survey: "health-2026",
  title: "Health habits",
  attributes: [
    { name: "smoker", question: "Do you smoke?", categories: ["no", { value: "yes", label: "Yes, I do" }], epsilon: 1 },
    { name: "age", question: "Your age", bins: [18, 30, 45, 60, null], epsilon: 1.5 },
    { name: "income", bins: [null, 1000, 3000, null], optional: true, epsilon: 0.5 },
  ],
};

/** True answers to it, none of which may appear in an error. */
export const ANSWERS = { smoker: "yes", age: 27, income: 2345.5 };
