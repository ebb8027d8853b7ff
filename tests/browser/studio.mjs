/** What tests of the studio share: functions that use it as a person does. */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { candor } from "../program.mjs";
import { Collector } from "./collector.mjs";
import { contents, faults, openBrowser, openPage } from "./stage.mjs";

/**
 * What a file of tests needs until it ends: a collector that serves the studio, a folder for files, the token of an author, Chromium, and functions
 * that open a studio in a fresh profile and run a test in one, in which nothing may fail.
 */
export async function openStudioStage() {
  const folder = mkdtempSync(join(tmpdir(), "candor-studio-"));
  const authors = join(folder, "authors.txt");
  const token = candor("database", "token", "Ada", "--authors", authors).trim();
  const collector = await Collector.open({ authors });
  const browser = await openBrowser();
  after(async () => {
    await browser.close();
    await collector.close();
    rmSync(folder, { recursive: true });
  });
  const openStudio = async (options = {}) => {
    const page = await openPage(browser, { acceptDownloads: true, locale: "en-GB", ...options });
    await page.goto(`${collector.origin}/studio.html`);
    await page.getByRole("textbox", { name: "Title of the survey" }).waitFor();
    return page;
  };
  const inStudio = async (run, options) => {
    const page = await openStudio(options);
    await run(page);
    assert.deepEqual(faults(page), []);
    await page.context().close();
  };
  return { folder, token, collector, browser, openStudio, inStudio };
}

/** Adds a question with choices at the end. */
export async function writeChoices(page, text, choices, { first = false, optional = false } = {}) {
  const card = await lastCard(page, first);
  await card.getByRole("textbox", { name: "What is asked" }).fill(text);
  for (const [place, choice] of choices.entries()) {
    if (place > 1) await card.getByRole("button", { name: "Add a choice" }).click();
    await card.getByRole("textbox", { name: `Choice ${place + 1}`, exact: true }).fill(choice);
  }
  if (optional) {
    await openOptions(card);
    await card.getByRole("checkbox", { name: "May be left out" }).check();
  }
}

/** Opens what most questions do without, of the card of a question. */
export async function openOptions(card) {
  await card.getByText("Options", { exact: true }).click();
}

/** Adds a question about a number at the end. */
export async function writeNumber(page, text, edges, { first = false } = {}) {
  const card = await lastCard(page, first);
  await card.getByRole("textbox", { name: "What is asked" }).fill(text);
  await card.getByRole("radio", { name: "A number" }).check();
  for (const [place, edge] of edges.entries()) {
    if (place > 1) await card.getByRole("button", { name: "Add a limit" }).click();
    await card.getByRole("textbox", { name: `Limit ${place + 1} of the ranges` }).fill(String(edge));
  }
}

async function lastCard(page, first) {
  const cards = page.locator(".written");
  if (!first) {
    const before = await cards.count();
    await page.getByRole("button", { name: "Add a question" }).click();
    await cards.nth(before).waitFor();
  }
  return cards.last();
}

/** Opens a step by its name. */
export async function step(page, name) {
  await page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name }).click();
}

/** Waits for the design of the current survey. */
export async function designedInPage(page) {
  await page.getByText("Designed.", { exact: true }).waitFor({ timeout: 120_000 });
}

/** The text of the file that pressing a button offers, and its name. */
export async function downloaded(page, button) {
  const offered = page.waitForEvent("download");
  await button.click();
  const file = await offered;
  return { name: file.suggestedFilename(), text: String(await contents(file)) };
}

/** Opens a file as if it were chosen, by the label of its button. */
export async function chooseFile(page, label, file) {
  await page.getByLabel(label).setInputFiles(file);
}

/** The survey document that the studio saves. */
export async function saved(page) {
  const { text } = await downloaded(page, page.getByRole("button", { name: "Save", exact: true }));
  return JSON.parse(text);
}
