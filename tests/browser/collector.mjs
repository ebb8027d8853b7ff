/** A collector for one test file, which serves the demonstration's survey and pages unless others are given. */

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

/** The processes of collectors, which end with this process. */
const running = new Set();
process.on("exit", () => {
  for (const each of running) each.kill();
});

/** Today in UTC, in the format in which collectors store days. */
export const utcDay = () => new Date().toISOString().slice(0, 10);

/** A collector in its own folder. It can be stopped and started again with the same data, and ends with the test that opened it. */
export class Collector {
  #folder = mkdtempSync(join(tmpdir(), "candor-"));
  #address = "127.0.0.1:0";
  #process;
  #page;
  #release;
  #readers;
  #authors;

  /**
   * `survey` is a file and `page` a folder. The plan is signed if `key` is a file with a private key. Totals are released at once unless
   * `release` says when, and everybody may read them unless `readers` is a file of hashes; nobody may publish plans unless `authors` is such a file.
   */
  static async open({
    survey = SURVEY,
    page = PAGE,
    key,
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
    if (key) candor("sign", collector.#file("plan.json"), "--key", key, "-o", collector.#file("plan.json"));
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

  /** Hands the name of a survey over to an author in the file of authors; it is stopped meanwhile. */
  async transfer(survey, author) {
    await this.stop();
    candor("database", "transfer", survey, "--to", author, ...this.#authors, "--database", this.#file("reports.db"));
    await this.start();
  }

  async close() {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The plan for which it collects. */
  async plan() {
    const [{ survey }] = await this.json("/surveys");
    return this.json(`/surveys/${survey}`);
  }

  /** The number of reports in its totals. */
  async reports() {
    const [{ reports }] = await this.json("/surveys");
    return reports;
  }

  /**
   * Posts reports of this many people who all give the first answer to every question; the same seed gives the same reports.
   * They are for its own plan, or for a plan in a file that was published to it.
   */
  async fill(people, seed = 1, plan = this.#file("plan.json")) {
    const { attributes } = JSON.parse(readFileSync(plan, "utf8"));
    const names = attributes.map(({ name }) => name);
    const row = attributes.map(({ categories: [first] }) => first.value ?? first);
    const cells = (values) => values.map((value) => `"${value}"`).join();
    writeFileSync(this.#file("answers.csv"), [cells(names), ...Array(people).fill(cells(row)), ""].join("\n"));
    await this.post(candor("perturb", plan, "--answers", this.#file("answers.csv"), "--seed", `${seed}`));
  }

  /** Posts reports, one a line. */
  async post(body) {
    const headers = { "content-type": "application/x-ndjson" };
    const response = await fetch(`${this.origin}/reports`, { method: "POST", headers, body });
    if (response.status !== 201) throw new Error(`the collector answered with status ${response.status}`);
  }

  /**
   * What a report states, as the program counts it: for each statement the names of its questions in the plan's order,
   * and the labels of each combination that it names, in English if the plan has several languages.
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

  /** The program's estimates from the stored reports for the plan in a file. */
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
