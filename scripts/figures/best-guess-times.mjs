/**
 * How long the best guess of all tables takes from counts, natively and in WebAssembly (Node), and how much memory the module takes. Both get
 * the same reports, in turns, so that other work of this machine slows both.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { generator } from "./chance.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const ANALYSIS = pathToFileURL(join(ROOT, "pkg/dist/analysis.js")).href;
const CANDOR = process.env.CANDOR_PROGRAM ?? join(ROOT, "target/release/candor");
const ROUNDS = Number(process.env.CANDOR_ROUNDS ?? 5);
const PEOPLE = 8_000;

/** Single choices of these sizes. */
const choices = (sizes) =>
  sizes.map((size, i) => ({
    name: `q${i}`,
    categories: Array.from({ length: size }, (_, category) => `${category}`),
  }));

/** The surveys' questions, in the alphabetical order of their names. */
const SURVEYS = [
  ["a", "six, as of Adult", choices([8, 16, 7, 6, 5, 2])],
  ["b", "20", choices(Array.from({ length: 20 }, (_, i) => 2 + (i % 4)))],
  ["c", "40", choices(Array.from({ length: 40 }, (_, i) => 2 + (i % 4)))],
  [
    "d",
    "four: three items of which two are ranked, two to tick, two rows of a grid, a single choice",
    [
      { name: "order", rank: ["a", "b", "c"], places: 2 },
      { name: "ticked", choose: "any", categories: ["a", "b"] },
      { name: "grid", rows: [{ name: "a" }, { name: "b" }], categories: ["1", "2", "3"] },
      ...choices([2]),
    ],
  ],
];
/** The places of ranked items in the orders that people have. */
const ORDERS = [
  [1, 2, "not ranked"],
  [2, 1, "not ranked"],
  [1, "not ranked", 2],
  ["not ranked", 1, 2],
];

/** A program for a new process: prints the milliseconds of a best guess, without those of reading plan and counts, and the module's bytes before and after. */
const IN_NODE = `
  import { readFileSync } from "node:fs";
  const [, address, planFile, countsFile] = process.argv;
  let memory;
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const original = WebAssembly[name];
    WebAssembly[name] = async (...given) => {
      const made = await original(...given);
      memory = (made.instance ?? made).exports.memory;
      return made;
    };
  }
  const Instance = WebAssembly.Instance;
  WebAssembly.Instance = function (...given) {
    const made = new Instance(...given);
    memory = made.exports.memory;
    return made;
  };
  const { estimates } = await import(address);
  const [plan, counts] = [planFile, countsFile].map((file) => JSON.parse(readFileSync(file, "utf8")));
  const tables = [[plan.attributes[0].name]];
  const took = async (method) => {
    const start = performance.now();
    await estimates(plan, counts, { tables, method });
    return performance.now() - start;
  };
  await took("inverse");
  const before = memory.buffer.byteLength;
  const [whole, read] = [await took("loglinear"), await took("inverse")];
  console.log(whole - read, before, memory.buffer.byteLength);
`;

const folder = mkdtempSync(join(tmpdir(), "candor-figure-"));
const file = (name, kind) => join(folder, `${name}.${kind}`);

/** Answers that a trait of each person moves, each question by a different amount. */
function answers(attributes) {
  const unit = generator(3);
  const columns = attributes.flatMap(({ name, rank, rows, choose, categories }) => {
    if (rank) return [{ names: rank.map((item) => `${name}.${item}`), answers: ORDERS }];
    const parts = rows?.map((row) => row.name) ?? (choose ? categories : undefined);
    const names = parts?.map((part) => `${name}.${part}`) ?? [name];
    return names.map((own) => ({ names: [own], answers: choose ? ["yes", "no"] : categories }));
  });
  const loadings = columns.map(unit);
  const of = (answers, loading, person) => {
    const pushed = unit() < 0.6 * loading ? person : unit();
    return answers[Math.min(answers.length - 1, Math.floor(pushed * answers.length))];
  };
  const row = () => {
    const person = unit();
    return columns.flatMap(({ answers }, i) => of(answers, loadings[i], person)).join(",");
  };
  return [columns.flatMap(({ names }) => names).join(","), ...Array.from({ length: PEOPLE }, row)].join("\n");
}

/** The number of combinations of answers to all questions of a plan. */
const combinations = {};
for (const [name, , attributes] of SURVEYS) {
  writeFileSync(file(name, "json"), JSON.stringify({ survey: name, attributes, privacy: { record_epsilon: 2 } }));
  writeFileSync(file(name, "csv"), answers(attributes));
  const [plan, reports] = [file(name, "plan.json"), file(name, "ndjson")];
  const quiet = { stdio: ["ignore", "pipe", "ignore"], maxBuffer: 2 ** 28 };
  execFileSync(CANDOR, ["design", file(name, "json"), "-o", plan], quiet);
  const designed = JSON.parse(readFileSync(plan, "utf8")).attributes;
  combinations[name] = designed.reduce((product, { categories }) => product * categories.length, 1);
  execFileSync(CANDOR, ["perturb", plan, "--answers", file(name, "csv"), "-o", reports, "--seed", "1"], quiet);
  const counts = execFileSync(CANDOR, ["count", plan, reports, "--pairs", "--format", "json"], quiet);
  writeFileSync(file(name, "counts.json"), counts);
}

const NATIVE = ["bench", "--quiet", "--package", "candor", "--bench", "accuracy", "--", `best-guess-times=${folder}`];
const native = SURVEYS.map(() => []);
const inNode = SURVEYS.map(() => []);
const groups = [];
for (let round = 0; round < ROUNDS; round++) {
  const lines = execFileSync("cargo", NATIVE, { cwd: ROOT, encoding: "utf8" }).trim().split("\n");
  for (const [at, line] of lines.entries()) {
    const [took, number] = line.split(" ").map(Number);
    native[at].push(took);
    groups[at] = number;
  }
  for (const [at, [name]] of SURVEYS.entries()) {
    const given = [
      "--input-type=module",
      "--eval",
      IN_NODE,
      ANALYSIS,
      file(name, "plan.json"),
      file(name, "counts.json"),
    ];
    inNode[at].push(execFileSync("node", given, { encoding: "utf8" }).split(" ").map(Number));
  }
}
rmSync(folder, { recursive: true });

console.log(
  "| questions | combinations of answers | seconds | in WebAssembly | times as long | its memory (before the guess) |",
);
console.log("|---|---|---|---|---|---|");
for (const [at, [own, name]] of SURVEYS.entries()) {
  const seconds = Math.min(...native[at]) / 1e3;
  const there = Math.min(...inNode[at].map(([took]) => took)) / 1e3;
  const memory = [1, 2].map((place) => (Math.max(...inNode[at].map((run) => run[place])) / 1e6).toFixed(1));
  const cell = [
    `${name}; ${groups[at] === 1 ? "one group" : `${groups[at]} groups`}`,
    combinations[own].toExponential(2),
    seconds.toFixed(2),
    there.toFixed(2),
    (there / seconds).toFixed(1),
  ];
  console.log(`| ${[...cell, `${memory[1]} MB (${memory[0]} MB)`].join(" | ")} |`);
}
