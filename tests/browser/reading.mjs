/** What tests of the reading page share: a survey's files in a folder, a collector that serves the page, and pages that have read the files. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { candor, designed } from "../program.mjs";
import { Collector } from "./collector.mjs";
import { contents, openBrowser, openPage } from "./stage.mjs";

const OUTPUT = fileURLToPath(new URL("../output/", import.meta.url));

/** A survey that is read, until the tests of a file end. */
export class Reading {
  collector;
  #browser;
  #folder = mkdtempSync(join(tmpdir(), "candor-reading-"));

  constructor(survey) {
    this.survey = this.file("survey.json", JSON.stringify(survey));
    const plan = designed(survey);
    this.plan = this.file("plan.json", plan);
    this.document = JSON.parse(plan);
  }

  /** Opens a browser of this kind and a collector, which is of the survey itself where it is `published`. */
  static async open(survey, { published = false, browser } = {}) {
    const reading = new Reading(survey);
    reading.collector = await Collector.open(published ? { survey: reading.survey } : {});
    reading.#browser = await openBrowser(browser);
    after(async () => {
      await reading.#browser.close();
      await reading.collector.close();
      rmSync(reading.#folder, { recursive: true });
    });
    return reading;
  }

  /** Writes a file and returns where it is. */
  file(name, content) {
    const path = join(this.#folder, name);
    writeFileSync(path, content);
    return path;
  }

  /** The names of the plan's questions, in order. */
  get names() {
    return this.document.attributes.map(({ name }) => name);
  }

  /** Reports of people with these answers to all questions, or to those that `names` lists. */
  reports(people, { names = this.names, seed = 3, name = "reports" } = {}) {
    const answers = this.file(`${name}.csv`, [names, ...people, ""].join("\n"));
    return this.file(`${name}.ndjson`, candor("perturb", this.plan, "--answers", answers, "--seed", String(seed)));
  }

  /** The document that the program writes with these words after the plan. */
  program(command, ...words) {
    return JSON.parse(candor(command, this.plan, ...words, "--format", "json"));
  }

  /** The reading page, before it has read anything. */
  async page({ width = 1280, fragment = "", ...options } = {}) {
    const page = await openPage(this.#browser, { locale: "en-GB", viewport: { width, height: 900 }, ...options });
    await page.goto(`${this.collector.origin}/read.html${fragment}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    return page;
  }

  /** A page that has read these files. */
  async read(files, options) {
    const page = await this.page(options);
    await page.locator(".drop input").setInputFiles(files);
    await page.locator(".card figure svg").first().waitFor();
    await finished(page);
    return page;
  }
}

/** Waits until nothing is computed. */
export const finished = (page) => page.locator(".busy").waitFor({ state: "hidden" });

/** The file that a button saves: its name and its bytes. */
export async function saved(page, name) {
  const button = page.getByRole("button", { name, exact: true });
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: download.suggestedFilename(), content: await contents(download) };
}

/** Keeps a file that was saved beside the screenshots, to be looked at. */
export function kept(name, content) {
  mkdirSync(OUTPUT, { recursive: true });
  writeFileSync(join(OUTPUT, name), content);
  return join(OUTPUT, name);
}

/** The rows of a table, each a list of its cells, with plain signs and spaces. */
export const cells = (table) =>
  table
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) =>
        Array.from(row.cells, (cell) => cell.textContent.replaceAll("−", "-").replaceAll("\u00a0", " ")),
      ),
    );

/** A p-value as the page writes it. */
export const p = (value) => (value < 0.0001 ? "< 0.0001" : value.toFixed(4));
