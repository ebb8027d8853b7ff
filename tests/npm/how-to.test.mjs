/** Ring: package. The pages of docs/how-to/: their files are written and their commands run, in order, in a folder of their own. */

import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { CANDOR, candor } from "../program.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PAGES = join(ROOT, "docs/how-to");

/** The blocks of code of a page: their language, their text, and the file that is named last before them. */
function blocksOf(page) {
  let end = 0;
  return Array.from(page.matchAll(/```(\w+)\n(.*?)```/gs), ({ 0: whole, 1: language, 2: text, index }) => {
    const named = [...page.slice(end, index).matchAll(/`([\w-]+\.\w+)`/g)];
    end = index + whole.length;
    return { language, text, file: named.at(-1)?.[1] };
  });
}

/** Follows a page; `between` is called with the folder after the first commands. Returns the files that are there in the end, by name. */
async function followed(name, between = async () => {}) {
  const folder = mkdtempSync(join(tmpdir(), "candor-how-to-"));
  const [programs, work] = ["bin", "work"].map((each) => join(folder, each));
  try {
    mkdirSync(programs);
    symlinkSync(CANDOR, join(programs, "candor"));
    cpSync(join(ROOT, "examples/deploy"), work, { recursive: true });
    const env = { ...process.env, PATH: `${programs}:${process.env.PATH}` };
    let commands = 0;
    for (const { file, language, text } of blocksOf(readFileSync(join(PAGES, `${name}.md`), "utf8"))) {
      if (language === "sh") {
        execFileSync("sh", ["-eu", "-c", text], { cwd: work, env, stdio: "pipe" });
        commands += 1;
        if (commands === 1) await between(work);
      } else if (language !== "console") writeFileSync(join(work, file), text);
    }
    assert.ok(commands > 0);
    return Object.fromEntries(readdirSync(work).map((each) => [each, String(readFileSync(join(work, each)))]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A collector takes the reports of these people into a database in the folder, and is stopped. */
const collecting = (database, people) => async (folder) => {
  const file = (name) => join(folder, name);
  const words = [
    "serve",
    "--plan",
    file("plan.json"),
    "--database",
    file(database),
    "--listen",
    "127.0.0.1:0",
    "--public",
  ];
  const collector = spawn(CANDOR, words, { stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(collector, "exit");
  try {
    let said = "";
    while (!/listening on (\S+)/.test(said)) said += String((await once(collector.stdout, "data"))[0]);
    writeFileSync(file("answers.csv"), people);
    const body = candor("perturb", file("plan.json"), "--answers", file("answers.csv"), "--seed", "1");
    rmSync(file("answers.csv"));
    const headers = { "content-type": "application/x-ndjson" };
    const { status } = await fetch(`${/http:\S+/.exec(said)[0]}/reports`, { method: "POST", headers, body });
    assert.equal(status, 201);
  } finally {
    collector.kill();
    await ended;
  }
};

const lines = (text) => text.trimEnd().split("\n");
const repeated = (rows, times) => Array(times).fill(rows).flat();

test("each page has a test", () => {
  const names = readdirSync(PAGES).map((name) => name.replace(".md", ""));
  assert.deepEqual(names.sort(), ["close", "invite", "proxy", "read-elsewhere", "translate"]);
});

test("people are invited by mail merge: everybody has a link of their own to the plan, and nothing else is left", async () => {
  const files = await followed("invite");
  const { fingerprint } = JSON.parse(files["plan.json"]);
  const [head, ...letters] = lines(files["letters.csv"]);
  assert.equal(head, "name,email,address");
  assert.deepEqual(
    letters.map((letter) => letter.split(",")[0]),
    ["Ada", "Ben", "Cem"],
  );
  const links = letters.map((letter) => letter.split(",")[2]);
  assert.equal(new Set(links).size, 3);
  for (const link of links) {
    const { origin, pathname, hash } = new URL(link);
    assert.equal(origin + pathname, "https://survey.example/answer.html");
    assert.match(hash, /^#sha256:[0-9a-f]{64}&invitation=[\w-]{43}&key=[\w-]{43}$/);
    assert.ok(hash.startsWith(`#${fingerprint}&`));
  }
  assert.ok(!("links.txt" in files) && !("addresses.txt" in files));
});

test("a survey is translated: the plan has both languages, and so has its label", async () => {
  const files = await followed("translate");
  const { attributes, title } = JSON.parse(files["plan.json"]);
  assert.deepEqual([title, attributes[0].question.de], [{ de: "Schlaf", en: "Sleep" }, "Sind Sie oft müde?"]);
  assert.match(files["etikett.html"], /lang="de"/);
});

test("a survey is closed, its reports are saved, and then it is deleted", async () => {
  const people = ["bus,late", ...repeated(["yes,no", "no,yes"], 20), ""].join("\n");
  const holds = (database, plan) => database.includes(JSON.parse(plan).fingerprint);
  const files = await followed("close", async (folder) => {
    await collecting("commute.db", people)(folder);
    const [database, plan] = ["commute.db", "plan.json"].map((name) => String(readFileSync(join(folder, name))));
    assert.ok(holds(database, plan));
  });
  assert.equal(lines(files["reports.ndjson"]).length, 40);
  assert.ok(!holds(files["commute.db"], files["plan.json"]));
});

test("a collector's settings have the name of the place, and tokens are kept as hashes", async () => {
  const files = await followed("proxy");
  for (const name of ["candor.conf", "town.caddy"]) {
    assert.ok(files[name].includes("survey.town.example"));
    assert.ok(!files[name].includes("survey.example"));
  }
  for (const [name, who] of [
    ["authors.txt", "Ada"],
    ["readers.txt", "Ben"],
  ])
    assert.match(files[name], new RegExp(`${who}\\b`));
});

/** R is not on every machine. */
const withoutR = spawnSync("Rscript", ["--version"]).error !== undefined && "R is not installed";

test("an export is read by Python and R, with the same shares", { skip: withoutR }, async () => {
  const people = ["sex,underpaid", ...repeated(["man,no", "man,no", "woman,yes", "woman,no"], 200), ""].join("\n");
  const files = await followed("read-elsewhere", collecting("wages.db", people));
  const shares = lines(files["python.txt"]);
  assert.equal(shares.length, 4);
  for (const share of shares) assert.match(share, /^(man|woman), (no|yes): -?\d+\.\d % \(\d+\.\d to \d+\.\d\)$/);
  assert.equal(files["python.txt"], files["r.txt"]);
});
