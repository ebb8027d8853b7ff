/**
 * What all tests of pages use: Chromium, which the files of a run share, and its pages, which are closed with the test that opened
 * them. Screenshots go to tests/output.
 */

import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { nightly } from "../nightly.mjs";
import { SHARED } from "./chromium.mjs";
import { closing } from "./closing.mjs";
import { bringFonts } from "./fonts.mjs";

const OUTPUT = fileURLToPath(new URL("../output", import.meta.url));

/** The browser that `run.mjs` has opened for all files; a new one if a file runs alone or asks for another kind of browser. */
export function openBrowser(how = SHARED) {
  const shared = process.env.CANDOR_BROWSER;
  return shared && how === SHARED ? chromium.connect(shared) : chromium.launch(how);
}

/**
 * A page of a fresh profile that fails its test on any script error or violation of the security policy. Nothing on it is animated, so that
 * measured sizes are final. If `fonts` says so, it is laid out in the tests' own fonts.
 */
export async function openPage(browser, { fonts = false, ...options } = {}) {
  const how = { viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", ...options };
  const context = await browser.newContext(how);
  closing(context);
  if (fonts) await bringFonts(context);
  const page = await context.newPage();
  if (how.colorScheme === undefined) uncoloured.add(page);
  watch(page);
  return page;
}

const uncoloured = new WeakSet();

/** Whether axe compares colours on a page: nightly on all, in other runs on those of a colour scheme, as this takes longer than all its other rules. */
export const isOfColours = (page) => nightly || !uncoloured.has(page);

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

/** Everything that a page of this origin has stored, wherever pages can store something. */
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
 * What a device stores of a report. With it is a digest of everything that determines the meaning of reports of its plan, and of no answer. Plans
 * that correct each other have the same digest.
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

/** A copy with its members sorted by name. */
const inOrder = (_, value) =>
  value instanceof Object && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** The bytes of a file that a browser has saved, maybe on another machine. */
export async function contents(download) {
  return buffer(await download.createReadStream());
}

/** Saves a picture of the whole page, to be looked at; a run of a whole ring takes none, except nightly. */
export async function picture(page, name) {
  await page.evaluate(() => {
    document.activeElement?.blur();
    scrollTo(0, 0);
  });
  if (process.env.CANDOR_PICTURES === "no") return;
  mkdirSync(OUTPUT, { recursive: true });
  await page.screenshot({ path: join(OUTPUT, `${name}.png`), fullPage: true, animations: "disabled" });
}
