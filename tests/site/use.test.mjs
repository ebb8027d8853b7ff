/** Ring: site. A reader searches, changes colours, tries the example, and finds other versions. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { violations } from "../browser/axe.mjs";
import { openBrowser, openPage, picture } from "../browser/stage.mjs";
import { addressOf, IN_FOLDER, SITE, strayed } from "./site.mjs";

const browser = await openBrowser();
after(() => browser.close());

async function opened(page, options = {}) {
  const tab = await openPage(browser, options);
  const stray = strayed(tab);
  await tab.goto(addressOf(page));
  return { tab, stray };
}

for (const [words, title] of [
  ["design effect", "Tests"],
  ["candor label", "The command line"],
  ["Cronbach", "Estimates"],
])
  test(`a search for ${words} finds ${title}, by keyboard`, async () => {
    const { tab, stray } = await opened("docs/index.html");
    await tab.getByRole("textbox", { name: "Search" }).focus();
    await tab.keyboard.type(words);
    await tab.keyboard.press("Enter");
    await tab.getByRole("heading", { name: "Search Results" }).waitFor();
    await tab.locator("#search-results").getByRole("link", { name: title }).first().waitFor();
    assert.deepEqual(stray, []);
  });

test("colours are turned by a button, and stay on the next page", async () => {
  const { tab } = await opened("docs/index.html", { colorScheme: "light" });
  const paper = () => tab.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  const toggle = tab.locator(".theme-toggle").locator("visible=true").first();
  for (let presses = 0; presses < 3 && (await paper()) === light; presses += 1) await toggle.click();
  const dark = await paper();
  assert.notEqual(dark, light);
  await tab.goto(addressOf("docs/try.html"));
  assert.equal(await paper(), dark);
});

test("in forced colours headings, links and fields are still told apart", async () => {
  const { tab } = await opened("docs/try.html", { forcedColors: "active" });
  await tab.locator("#try-promises table").waitFor();
  for (const field of [
    tab.getByRole("spinbutton", { name: "Record ε" }),
    tab.getByRole("button", { name: "Add a question" }),
  ])
    assert.notEqual(await field.evaluate((each) => getComputedStyle(each).borderTopWidth), "0px");
  await picture(tab, "site-forced");
});

test("a survey is changed in the page: its promises, a report and a simulation follow", async () => {
  const { tab, stray } = await opened("docs/try.html");
  const promises = tab.locator("#try-promises");
  await promises.getByText("Record ε, of the whole report: 2.00.").waitFor();
  await tab.getByRole("spinbutton", { name: "Record ε" }).fill("4");
  await promises.getByText("Record ε, of the whole report: 4.00.").waitFor();
  await tab.getByRole("button", { name: "Add a question" }).click();
  await tab.getByRole("group", { name: "Question 3" }).getByRole("textbox", { name: "Text" }).fill("Do you vote?");
  await promises.getByRole("rowheader", { name: "Do you vote?" }).waitFor();
  assert.equal(await promises.locator("tbody tr").count(), 3);

  await tab.getByRole("button", { name: "Draw a report" }).click();
  const { perturbed, plan } = JSON.parse(await tab.locator("#try-report pre").innerText());
  assert.equal(perturbed.length, 3);
  assert.match(plan, /^sha256:[0-9a-f]{64}$/);

  await tab.getByRole("button", { name: "Simulate 1,000 people" }).click();
  await tab.locator("#try-people tbody tr").nth(6).waitFor();

  await tab.getByRole("group", { name: "Question 3" }).getByRole("textbox", { name: "Choices" }).fill("only one");
  await tab.getByRole("alert").getByText("cannot be designed").waitFor();
  assert.deepEqual(await violations(tab, IN_FOLDER), []);
  await picture(tab, "site-try");
  assert.deepEqual(stray, []);
});

test("the first page of the site lists its versions, the latest first", async () => {
  const folder = mkdtempSync(join(tmpdir(), "candor-versions-"));
  for (const version of ["0.2", "0.10", "1.0", "0.9", "notes"]) {
    mkdirSync(join(folder, version, "docs"), { recursive: true });
    writeFileSync(join(folder, version, "docs/index.html"), `<title>${version}</title>`);
  }
  mkdirSync(join(folder, "2.0"));
  execFileSync(process.execPath, [fileURLToPath(new URL("../../docs/site/versions.mjs", import.meta.url)), folder]);
  const tab = await openPage(browser);
  await tab.goto(String(pathToFileURL(join(folder, "index.html"))));
  assert.deepEqual(await tab.locator("li").allInnerTexts(), [
    "Candor 1.0 (latest)",
    "Candor 0.10",
    "Candor 0.9",
    "Candor 0.2",
  ]);
  assert.deepEqual(await violations(tab, IN_FOLDER), []);
  await tab.getByRole("link", { name: "Candor 0.9" }).click();
  await tab.waitForURL(/0\.9\/docs\/index\.html$/);
  rmSync(folder, { recursive: true });
});

test("every page leads to the other versions", () => {
  const page = readFileSync(join(SITE, "docs/tutorials/author.html"), "utf8");
  assert.match(page, /href="\.\.\/\.\.\/\.\.\/index\.html">all versions/);
});
