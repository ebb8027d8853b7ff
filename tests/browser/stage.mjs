/**
 * What every spec of the pages plays on: a collector of its own, with the demonstration's survey and pages
 * unless others are given, and Chromium. Screenshots go to tests/output.
 */

import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { assertKept } from "../exact.mjs";
import { bringFonts } from "./fonts.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const OUTPUT = join(ROOT, "tests/output");
export const CANDOR = process.env.CANDOR ?? join(ROOT, "target/release/candor");
const SURVEY = join(ROOT, "www/survey.json");
const PAGE = join(ROOT, "www/dist");

/** The plan that the program designs for a survey, as it writes it, its promises checked. */
export function designed(survey) {
  const folder = mkdtempSync(join(tmpdir(), "candor-design-"));
  writeFileSync(join(folder, "survey.json"), JSON.stringify(survey));
  const plan = execFileSync(CANDOR, ["design", join(folder, "survey.json")], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  rmSync(folder, { recursive: true });
  assertKept(JSON.parse(plan));
  return plan;
}

/** This day in UTC, as collectors keep days. */
export const utcDay = () => new Date().toISOString().slice(0, 10);

/** A collector in a folder of its own, which can be stopped and started again as it was. */
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
    execFileSync(CANDOR, ["design", survey, "-o", collector.#file("plan.json")], { stdio: "ignore" });
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
    this.#address = await announced(this.#process);
  }

  async stop() {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#process.kill("SIGTERM");
    await ended;
  }

  async close() {
    await this.stop();
    rmSync(this.#folder, { recursive: true });
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
    const words = ["perturb", plan, "--answers", this.#file("answers.csv"), "--seed", `${seed}`];
    const body = execFileSync(CANDOR, words, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
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
    const words = ["estimate", plan, this.#file("reports.db"), "--format", format, "--tables", ...tables];
    return execFileSync(CANDOR, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  }

  #counted(report, tables) {
    writeFileSync(this.#file("report.ndjson"), `${report}\n`);
    const words = ["count", this.#file("plan.json"), this.#file("report.ndjson"), "--format", "json", "--tables"];
    const stdio = ["ignore", "pipe", "ignore"];
    const counts = execFileSync(CANDOR, [...words, ...tables.map((table) => table.join())], {
      encoding: "utf8",
      stdio,
    });
    return JSON.parse(counts).tables;
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

/** Chromium as installed, and how it does nothing on its own and shapes letters as on any other machine. */
export const CHROMIUM = {
  executablePath: process.env.CHROMIUM ?? execFileSync("which", ["chromium"], { encoding: "utf8" }).trim(),
  args: [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",
  ],
};

export function openBrowser() {
  return chromium.launch(CHROMIUM);
}

/**
 * A page of a fresh profile that fails its spec on any script error or broken security policy. Nothing moves on it: what
 * is measured is what stays.
 */
export async function openPage(browser, options = {}) {
  const how = { viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", ...options };
  const context = await browser.newContext(how);
  await bringFonts(context);
  const page = await context.newPage();
  watch(page);
  return page;
}

/** Collects a page's script errors; `faults(page)` returns them. */
export function watch(page) {
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (/Content.Security.Policy/i.test(message.text())) faults.push(message.text());
  });
  observed.set(page, faults);
}

const observed = new WeakMap();

/** The script errors and policy violations of a page so far. */
export function faults(page) {
  return observed.get(page);
}

/** Everything a page of this origin keeps, wherever a page can. */
export function traces(page) {
  return page.evaluate(async () => {
    const settled = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const kept = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store);
        const [keys, values] = [await settled(objects.getAllKeys()), await settled(objects.getAll())];
        kept.push(...keys.map((key, i) => [key, values[i]]));
      }
      database.close();
    }
    return [
      ...kept,
      ...Object.entries(localStorage),
      ...Object.entries(sessionStorage),
      ...(await caches.keys()),
      ...(document.cookie ? [document.cookie] : []),
    ];
  });
}

/**
 * What a device keeps of a report: with it the digest of whatever decides what reports of its plan say, and of no answer. Plans whose
 * reports correct each other have it in common.
 */
export function keptEntry(plan, report, received) {
  const { ask, attributes, forms, plain = [] } = plan;
  const asked = ({ bins, categories, name, optional }) => ({
    bins,
    categories: categories.map((category) => category.value ?? category),
    name,
    optional,
  });
  const decides = JSON.stringify({ ask, attributes: attributes.map(asked), forms, plain: plain.map(asked) }, inOrder);
  const digest = createHash("sha256").update(decides).digest("base64url");
  return [`report ${plan.fingerprint}`, JSON.stringify({ report, received, digest })];
}

/** Members in the order of their names. */
const inOrder = (_, value) =>
  value instanceof Object && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Keeps a picture of the whole page. */
export async function picture(page, name) {
  mkdirSync(OUTPUT, { recursive: true });
  await page.evaluate(() => {
    document.activeElement?.blur();
    scrollTo(0, 0);
  });
  await page.screenshot({ path: join(OUTPUT, `${name}.png`), fullPage: true, animations: "disabled" });
}
