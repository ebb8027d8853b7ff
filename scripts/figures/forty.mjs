/**
 * How long a questionnaire of forty questions takes (`tests/cases/forty.survey.json`): to design it, until the first report in Node, and from a
 * million reports to its tables; and how large its plan is. Beside each figure stands its bound.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generator } from "./chance.mjs";
import { untilFirstReport } from "./first-report.mjs";
import { median } from "./times.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const CANDOR = process.env.CANDOR_PROGRAM ?? join(ROOT, "target/release/candor");
const SURVEY = join(ROOT, "tests/cases/forty.survey.json");

/** Reports are drawn for this many people, several times. */
const [PEOPLE, TIMES] = [100_000, 10];
const RUNS = 5;
const PROCESSES = 25;

const folder = mkdtempSync(join(tmpdir(), "candor-figure-"));
const file = (name) => join(folder, name);
const quiet = { stdio: ["ignore", "pipe", "ignore"], maxBuffer: 2 ** 30 };

/** Runs the program; returns how many seconds that took, and what it prints. */
function timed(...words) {
  const start = performance.now();
  const said = execFileSync(CANDOR, words, quiet);
  return [(performance.now() - start) / 1e3, said];
}

/** The median time of some runs of the program, in seconds. */
const seconds = (...words) => median(Array.from({ length: RUNS }, () => timed(...words)[0]));

function print(what, figure, unit, bound) {
  console.log(
    `${what.padEnd(52)}${figure.padStart(7)} ${unit.padEnd(3)}${bound ? `at most ${bound} ${unit}` : ""}`.trimEnd(),
  );
}

/** A value of a category as a file of answers has it: of a range a number in it, and nothing for "no answer". */
function cell({ bins, categories, optional }, place) {
  const value = categories[place].value ?? categories[place];
  if (optional && value === "no answer") return "";
  if (bins === undefined || place > bins.length - 2) return value;
  return bins[place] ?? bins[place + 1] - 1;
}

/** Answers of one person to the questions of a plan, as they may be: follow-ups where they are asked, one choice of several. */
function person({ attributes, compounds }, unit) {
  const record = [];
  const ticked = new Map(
    compounds
      .filter(({ kind }) => kind === "choices")
      .flatMap(({ attributes: [first, ...others] }) => {
        const chosen = Math.floor(unit() * (others.length + 1));
        return [first, ...others].map((attribute, place) => [attribute, Number(place === chosen)]);
      }),
  );
  for (const [place, { asked_if = [], categories }] of attributes.entries()) {
    const isAsked = asked_if.every((condition) => condition.categories.includes(record[condition.attribute]));
    const size = categories.length - (asked_if.length > 0 ? 1 : 0);
    record.push(isAsked ? (ticked.get(place) ?? Math.floor(unit() * size)) : size);
  }
  return record.map((answer, place) => {
    const attribute = attributes[place];
    const isAsked = attribute.asked_if === undefined || answer < attribute.categories.length - 1;
    return isAsked ? cell(attribute, answer) : "";
  });
}

/** A person's answers by name, as the package takes them. */
function answersOf({ attributes, compounds }, cells) {
  const choices = compounds.filter(({ kind }) => kind === "choices");
  const members = choices.flatMap((compound) => compound.attributes);
  const single = attributes.flatMap(({ bins, name, categories }, place) => {
    if (cells[place] === "" || members.includes(place)) return [];
    const isNumber = bins !== undefined && !categories.some(({ value }) => value === cells[place]);
    return [[name, isNumber ? Number(cells[place]) : cells[place]]];
  });
  const several = choices.map(({ attributes: own, name }) => [
    name,
    own.filter((place) => cells[place] === "yes").map((place) => attributes[place].name.slice(name.length + 1)),
  ]);
  return Object.fromEntries([...single, ...several]);
}

const plan = file("plan.json");
const designed = seconds("design", SURVEY, "-o", plan);
const document = JSON.parse(readFileSync(plan, "utf8"));
print("design, with the start of the program", designed.toFixed(2), "s", 5);
print("plan", (readFileSync(plan).length / 1e3).toFixed(1), "KB", 100);

const unit = generator(1);
const people = Array.from({ length: PEOPLE }, () => person(document, unit));
const first = untilFirstReport(PROCESSES, plan, answersOf(document, people[0]));
print("import to first report in Node, new process", median(first).toFixed(0), "ms", 60);

const line = (cells) => cells.map((value) => `"${value}"`).join();
writeFileSync(
  file("answers.csv"),
  [line(document.attributes.map(({ name }) => name)), ...people.map(line), ""].join("\n"),
);
const reports = Array.from({ length: TIMES }, (_, i) => file(`${i}.ndjson`));
for (const [seed, to] of reports.entries())
  timed("perturb", plan, "--answers", file("answers.csv"), "--seed", `${seed}`, "-o", to);
const tables = JSON.parse(readFileSync(SURVEY, "utf8")).tables.map((names) => names.join());
const counting = ["count", plan, ...reports, "--format", "json", "--tables", ...tables];
const [, counts] = timed(...counting);
writeFileSync(file("counts.json"), counts);
const number = JSON.parse(counts).tables.length;
const counted = seconds(...counting);
const estimated = seconds("estimate", plan, "--counts", file("counts.json"), "--format", "json", "--tables", ...tables);
const whole = seconds("estimate", plan, ...reports, "--format", "json", "--tables", ...tables);
print(`its ${number} tables from ${(PEOPLE * TIMES).toLocaleString("en")} reports`, whole.toFixed(2), "s", 2);
print("  of this, reading and counting the reports", counted.toFixed(2), "s");
print("  estimating from the counts", estimated.toFixed(2), "s");
rmSync(folder, { recursive: true });
