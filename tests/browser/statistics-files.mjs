/** The programs of analysts that read what the reading page saves, as far as they are installed. */

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";

const fileOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const PYREADSTAT = fileOf("../../target/statistics/bin/python");

/** R also finds packages that were installed below target/. */
const ENVIRONMENT = {
  ...process.env,
  LC_ALL: "C.UTF-8",
  R_LIBS: [process.env.R_LIBS, fileOf("../../target/r/library")].filter(Boolean).join(delimiter),
};

const runs = (program, ...words) => spawnSync(program, words, { env: ENVIRONMENT, stdio: "ignore" }).status === 0;
const missing = (is, what) => (is ? false : `${what} is not installed`);

/** Why a test cannot use a program; false where it can. */
export const without = {
  pyreadstat: missing(existsSync(PYREADSTAT), "pyreadstat"),
  haven: missing(runs("Rscript", "-e", "library(haven)"), "R's package haven"),
  pspp: missing(runs("pspp", "--version"), "PSPP"),
};

/** The Python in which the package of this repository is installed, if there is one. */
export const candorPython = [process.env.CANDOR_PYTHON, fileOf("../../target/candor-python/bin/python")].find(
  (python) => python && runs(python, "-c", "import candor"),
);

/** Whether R has the package of this repository. */
export const hasCandorR = runs("Rscript", "-e", "library(candor)");

/** What pyreadstat reads in a file. */
export function byPyreadstat(path) {
  return JSON.parse(run(PYREADSTAT, fileOf("statistics_files.py"), path));
}

/** The columns that R's haven reads in a file: each with its name, its label, its numbers, and the labels of its codes. */
export function byHaven(path, rows) {
  const lines = run("Rscript", fileOf("statistics-files.R"), path).trimEnd().split("\n");
  return lines.map((line) => {
    const [name, label, ...cells] = line.split("\t");
    const values = cells.slice(rows).map((cell) => [Number(cell.split("=", 1)[0]), cell.slice(cell.indexOf("=") + 1)]);
    return { name, label, numbers: cells.slice(0, rows).map((cell) => JSON.parse(cell)), values };
  });
}

/** Runs a program in a folder and returns what it prints. */
export function run(program, ...words) {
  return runIn(undefined, program, ...words);
}

export function runIn(cwd, program, ...words) {
  return execFileSync(program, words, {
    cwd,
    encoding: "utf8",
    env: ENVIRONMENT,
    maxBuffer: 2 ** 26,
    stdio: ["ignore", "pipe", "inherit"],
  });
}
