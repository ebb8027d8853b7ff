/**
 * Writes a page of pictures, target/pictures/index.html: respondents' pages in each of their states and six languages, and the pages of authors and
 * readers in their four, all of them in both colour schemes and three widths. Each is laid out in the tests' own fonts. Prints which pages are wider
 * than their window.
 */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Collector } from "../../tests/browser/collector.mjs";
import { inside } from "../../tests/browser/enclosed.mjs";
import { openBrowser, openPage } from "../../tests/browser/stage.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDER = join(ROOT, "target/pictures");
const SURVEY = join(ROOT, "www/src/studio/templates/harassment.json");

const SCHEMES = ["light", "dark"];
const WIDTHS = [360, 768, 1280];
const RESPONDENTS = ["en", "de", "fr", "es", "ja", "ar"];
const OTHERS = ["en", "es", "ja", "ar"];

const demonstration = await Collector.open();
const published = await Collector.open({ survey: SURVEY });
await demonstration.fill(2000);
const { fingerprint, attributes, texts } = await published.plan();

/** The pages: their languages, and a walk that calls `shown` in each of their states. */
const PAGES = {
  "A survey's page": { languages: RESPONDENTS, walk: answering },
  "The demonstration": { languages: RESPONDENTS, walk: demonstrating },
  "The studio": { languages: OTHERS, walk: writing },
  "The reading page": { languages: OTHERS, walk: reading },
};

async function answering(page, shown, language) {
  await page.goto(`${published.origin}/answer.html#${fingerprint}`);
  const frame = await inside(page, attributes[0].question[language]);
  const send = frame.locator("button.primary");
  await shown("opened");
  await send.click();
  await frame.getByRole("alert").getByRole("button").last().waitFor();
  await shown("with complaints");
  for (const fieldset of await frame.locator("fieldset:visible").all()) {
    // The last answer is that one prefers not to say, after which nothing more is asked.
    await fieldset.locator("input").last().check();
  }
  await send.click();
  await inside(page, texts.thanks[language]);
  await shown("sent");
}

async function demonstrating(page, shown) {
  await page.goto(demonstration.origin);
  await page.locator("form").waitFor();
  await shown("opened");
  for (const card of await page.locator(".cards").all()) await card.getByRole("radio").first().check();
  await page.getByRole("spinbutton").fill("1800");
  await shown("filled in");
  await page.locator("form").evaluate((form) => form.requestSubmit());
  await page.locator(".afterwards").waitFor();
  await shown("sent");
  await page.goto(`${demonstration.origin}/dashboard.html`);
  await page.locator("#cross-table svg").waitFor();
  await shown("totals");
}

async function writing(page, shown) {
  await page.goto(`${published.origin}/studio.html`);
  await page.locator(".toolbar [aria-expanded]").first().click();
  await page.locator(".template button").first().click();
  const step = (place) => page.locator(".steps button").nth(place).click();
  await page.locator(".written").nth(1).waitFor();
  await shown("write");
  await step(1);
  await page.locator(".outcome:not(.earlier)").waitFor({ timeout: 120_000 });
  await shown("choose");
  await step(3);
  await shown("publish");
}

async function reading(page, shown) {
  await page.goto(`${demonstration.origin}/read.html`);
  await page.locator(".panel form button").click();
  await page.locator(".card figure svg").first().waitFor();
  await page.locator(".busy").waitFor({ state: "hidden", timeout: 120_000 });
  await shown("totals");
}

const browser = await openBrowser();
const sections = [];
try {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const [title, page] of Object.entries(PAGES)) sections.push(await pictured(title, page));
} finally {
  await browser.close();
  await demonstration.close();
  await published.close();
}
writeFileSync(join(FOLDER, "index.html"), whole(sections));
console.log(`open ${join("target/pictures", "index.html")}`);

/** Takes the pictures of a page; returns them as a part of the document. */
async function pictured(title, { languages, walk }) {
  const rows = new Map();
  for (const language of languages)
    for (const colorScheme of SCHEMES)
      for (const width of WIDTHS) {
        const look = { locale: language, colorScheme, viewport: { width, height: 800 }, fonts: true };
        const page = await openPage(browser, look);
        await walk(
          page,
          async (state) => {
            const name = `${title} ${state} ${language} ${colorScheme} ${width}`.replace(/\W+/g, "-").toLowerCase();
            const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            if (over > 0) console.log(`${name}: ${over} pixels wider than its window`);
            await page.evaluate(() => scrollTo(0, 0));
            await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: true, animations: "disabled" });
            const key = `${state}, ${language}`;
            rows.set(key, [...(rows.get(key) ?? []), { name, said: `${key}, ${colorScheme}, ${width} wide` }]);
          },
          language,
        );
        await page.context().close();
      }
  console.log(`${title}: ${[...rows.values()].flat().length} pictures`);
  const shown = ([state, all]) => `<h3>${state}</h3>\n<div>${all.map(imageOf).join("\n")}</div>`;
  return `<h2>${title}</h2>\n${[...rows].map(shown).join("\n")}`;
}

function imageOf({ name, said }) {
  return `<a href="${name}.png"><img src="${name}.png" alt="${said}" title="${said}" loading="lazy"></a>`;
}

function whole(parts) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Pictures of the pages</title>
<style>
body { font-family: system-ui, sans-serif; margin: 1rem; }
div { display: flex; gap: 0.75rem; overflow-x: auto; align-items: start; }
a { flex: none; width: 20rem; max-height: 40rem; overflow-y: auto; border: 1px solid gray; }
img { display: block; width: 100%; }
</style>
</head>
<body>
<h1>Pictures of the pages</h1>
${parts.join("\n")}
</body>
</html>
`;
}
