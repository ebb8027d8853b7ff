/** A collector of a file's own, which serves the demonstration's survey and pages unless others are given. */

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { assertKept } from "../exact.mjs";
import { CANDOR, candor } from "../program.mjs";
import { closing } from "./closing.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SURVEY = join(ROOT, "www/survey.json");
const PAGE = join(ROOT, "www/dist");

/** The processes of collectors, none of which outlives this one. */
const running = new Set();
process.on("exit", () => {
  for (const each of running) each.kill();
});

/** This day in UTC, as collectors keep days. */
export const utcDay = () => new Date().toISOString().slice(0, 10);

/** In a folder of its own; it can be stopped and started again as it was, and ends with the test that opened it. */
export class Collector {
  #folder = mkdtempSync(join(tmpdir(), "candor-"));
  #address = "127.0.0.1:0";
  #process;
  #page;
  #release;
  #readers;
  #authors;

  /**
   * `survey` is a file, `page` a folder; totals are told at once unless `release` says when, and to everybody unless `readers` is a
   * file of hashes; nobody publishes plans unless `authors` is one.
   */
  static async open({
    survey = SURVEY,
    page = PAGE,
    release = { after: 1, reports: 1, minutes: 0 },
    readers,
    authors,
  } = {}) {
    const collector = new Collector();
    collector.#page = page;
    collector.#authors = authors ? ["--authors", authors] : [];
    collector.#readers = readers ? ["--readers", readers] : ["--public"];
    collector.#release = Object.entries(release).map(([name, number]) => `--release-${name}=${number}`);
    closing(collector);
    candor("design", survey, "-o", collector.#file("plan.json"));
    assertKept(JSON.parse(readFileSync(collector.#file("plan.json"), "utf8")));
    await collector.start();
    return collector;
  }

  /** Its origin, such as http://127.0.0.1:40123; the same after a restart. */
  get origin() {
    return `http://${this.#address}`;
  }

  async start() {
    this.#process = spawn(
      CANDOR,
      [
        "serve",
        "--database",
        this.#file("reports.db"),
        "--listen",
        this.#address,
        "--plan",
        this.#file("plan.json"),
        "--page",
        this.#page,
        ...this.#readers,
        ...this.#authors,
        ...this.#release,
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    running.add(this.#process);
    this.#address = await announced(this.#process);
  }

  async stop() {
    if (this.#process?.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#process.kill("SIGTERM");
    await ended;
    running.delete(this.#process);
  }

  async close() {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The plan it collects for. */
  async plan() {
    const [{ survey }] = await this.json("/surveys");
    return this.json(`/surveys/${survey}`);
  }

  /** How many reports its totals are of. */
  async reports() {
    const [{ reports }] = await this.json("/surveys");
    return reports;
  }

  /**
   * Posts reports of this many people who all say the same, the first of every question's answers; of one seed the same reports.
   * They are for its own plan, or for one in a file that was published to it.
   */
  async fill(people, seed = 1, plan = this.#file("plan.json")) {
    const { attributes } = JSON.parse(readFileSync(plan, "utf8"));
    const names = attributes.map(({ name }) => name);
    const row = attributes.map(({ categories: [first] }) => first.value ?? first);
    const cells = (values) => values.map((value) => `"${value}"`).join();
    writeFileSync(this.#file("answers.csv"), [cells(names), ...Array(people).fill(cells(row)), ""].join("\n"));
    const body = candor("perturb", plan, "--answers", this.#file("answers.csv"), "--seed", `${seed}`);
    const headers = { "content-type": "application/x-ndjson" };
    const response = await fetch(`${this.origin}/reports`, { method: "POST", headers, body });
    if (response.status !== 201) throw new Error(`the collector answered with status ${response.status}`);
  }

  /**
   * What a report says, as the program counts it: for each of its statements the names of its questions in the plan's order,
   * and the labels of each combination that it names, in English where the plan is in several languages.
   */
  async said(report) {
    const { attributes } = await this.plan();
    const names = attributes.map(({ name }) => name);
    const pairs = names.flatMap((one, i) => names.slice(i).map((other) => [...new Set([one, other])]));
    const together = this.#counted(report, pairs).flatMap(({ forms }) =>
      forms.filter(({ n }) => n === 1).flatMap(({ units }) => units),
    );
    const groups = names
      .map((name) => names.filter((other) => together.some((unit) => unit.includes(name) && unit.includes(other))))
      .filter((group, i) => group[0] === names[i]);
    const labels = new Map(attributes.map(({ name, categories }) => [name, categories]));
    const label = (name, value) => {
      const { label = value } = labels.get(name).find((each) => (each.value ?? each) === value);
      return label.en ?? label;
    };
    return this.#counted(report, groups).map(({ attributes, forms }) => {
      const { units, cells } = forms.find(({ n }) => n === 1);
      const held = units.flat();
      const named = cells.filter(({ count }) => count === 1).map(({ categories }) => categories);
      const labelled = (values) => attributes.map((name) => label(name, values[held.indexOf(name)]));
      return { attributes, named: named.map(labelled) };
    });
  }

  /** What the program estimates of the reports that it has stored for the plan in a file. */
  estimated(plan, tables, format) {
    return candor("estimate", plan, this.#file("reports.db"), "--format", format, "--tables", ...tables);
  }

  #counted(report, tables) {
    writeFileSync(this.#file("report.ndjson"), `${report}\n`);
    const words = ["count", this.#file("plan.json"), this.#file("report.ndjson"), "--format", "json", "--tables"];
    return JSON.parse(candor(...words, ...tables.map((table) => table.join()))).tables;
  }

  async json(path) {
    const response = await fetch(this.origin + path);
    return response.json();
  }

  #file(name) {
    return join(this.#folder, name);
  }
}

async function announced(collector) {
  let said = "";
  for await (const chunk of collector.stdout) {
    said += chunk;
    const address = /listening on http:\/\/(\S+)/.exec(said)?.[1];
    if (address) {
      collector.stdout.resume();
      return address;
    }
  }
  throw new Error(`the collector ended before it listened: ${said}`);
}
