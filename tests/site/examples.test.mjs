/** Ring: site. The examples in the pages are run, changed, refused and stopped, in Chromium and Firefox. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, test } from "node:test";
import { violations } from "../browser/axe.mjs";
import { openBrowser, openPage, picture } from "../browser/stage.mjs";
import { EXAMPLES } from "../examples.mjs";
import { addressOf, IN_FOLDER, LOOKS, strayed } from "./site.mjs";

const browser = await openBrowser();
after(() => browser.close());

const addressOfPage = (page) => addressOf(page.replace(/md$/, "html"));

/** A page, and what belongs to an example on it. */
async function opened(page, { number = 1, ...look } = {}) {
  const tab = await openPage(browser, look);
  const stray = strayed(tab);
  await tab.goto(addressOfPage(page));
  const example = tab.getByRole("group", { name: `Example ${number}`, exact: true });
  const button = (name) => example.getByRole("button", { name });
  return { tab, stray, example, button, field: example.getByRole("textbox"), output: example.getByRole("log") };
}

/** Writes other code into an example, and runs it. */
async function changed({ button, field }, code) {
  if (await field.isHidden()) await button("Edit").click();
  await field.fill(code);
  await field.press("Control+Enter");
}

for (const { page, number, prints } of EXAMPLES)
  test(`example ${number} of ${page} prints the same in the page`, async () => {
    const { stray, button, output } = await opened(page, { number });
    assert.equal(await output.innerText(), (prints ?? "").trimEnd());
    await output.evaluate((each) => each.replaceChildren());
    await button("Run").click();
    await button("Run").waitFor();
    const printed = await output.innerText();
    if (prints === undefined) assert.match(printed, /\d/);
    else assert.equal(printed, prints.trimEnd());
    assert.deepEqual(stray, []);
  });

test("an example is run, changed and run again by keyboard, and changes are undone", async () => {
  const { tab, button, field, output } = await opened("docs/estimates.md");
  const worker = tab.locator('script[src*="example-worker"]');
  assert.equal(await worker.count(), 0);
  await button("Run example 1: Estimates").focus();
  await tab.keyboard.press("Enter");
  await output.getByText("0.197, standard error 0.033").waitFor();
  assert.equal(await worker.count(), 1);

  await tab.keyboard.press("Tab");
  await tab.keyboard.press("Enter");
  assert.ok(await field.evaluate((each) => each === document.activeElement));
  await field.fill((await field.inputValue()).replace("[640, 360]", "[500, 500]"));
  await tab.keyboard.press("Control+Enter");
  await output.getByText("0.500, standard error").waitFor();
  await tab.keyboard.press("Tab");
  await tab.keyboard.press("Tab");
  await tab.keyboard.press("Enter");
  await field.waitFor({ state: "hidden" });
  await button("Run").click();
  await output.getByText("0.197, standard error 0.033").waitFor();
});

test("the value of the last expression is shown, and errors with their codes", async () => {
  const example = await opened("docs/errors.md");
  const shows = async (code, text) => {
    await changed(example, code);
    await example.output.getByText(text).waitFor();
  };
  await shows('import { loadPlan } from "candor";\nawait loadPlan({});', /^CandorError invalid-plan: /);
  await shows('import * as all from "candor";\nall.nothing', "Nothing was printed.");
  await shows('import { nothing } from "candor";', 'Error: "candor" exports no nothing');
  await shows(
    'import { bind } from "candor/form";',
    'there is no "candor/form" in this page, only candor, candor/analysis',
  );
  await shows("const one = 1;\n[one, 2n, new Map([[NaN, {}]])]; // three", '[1,"2",[["NaN",{}]]]');
  await shows("console.log(f());\nfunction f() { return 'declared'; }", /^declared$/);
  await shows("for (const each of [1, 2])\n  console.log(each, 'of two');", /1 of two\s2 of two/);
  await shows("let", /^SyntaxError: /);
});

test("an example that does not end is stopped, and so is one that prints without end", async () => {
  const example = await opened("docs/try.md");
  await changed(example, 'console.log("begun");\nfor (;;);');
  await example.output.getByText("begun").waitFor();
  await example.button("Stop").press("Enter");
  await example.output.getByText("Stopped.").waitFor();
  await changed(example, 'for (;;) console.log("again");');
  await example.output.getByText("Stopped, as it prints more than is shown here.").waitFor();
  await changed(example, "1 + 1");
  await example.output.getByText(/^2$/).waitFor();
});

test("an example does not reach the page", async () => {
  const example = await opened("docs/try.md");
  await changed(example, "[typeof document, typeof window, typeof localStorage]");
  await example.output.getByText('["undefined","undefined","undefined"]').waitFor();
});

test("pages without examples load nothing for them, and without JavaScript examples are code", async () => {
  const tab = await openPage(browser, {});
  await tab.goto(addressOfPage("docs/glossary.md"));
  assert.equal(await tab.locator("script[src*=example]").count(), 0);
  const plain = await openPage(browser, { javaScriptEnabled: false });
  await plain.goto(addressOfPage("docs/errors.md"));
  assert.equal(await plain.locator("article .run pre").count(), 1);
  assert.equal(await plain.locator("article .highlight-text pre").count(), 1);
  assert.equal(await plain.locator("article button").count(), 0);
});

for (const look of LOOKS)
  test(`axe finds nothing about examples, ${look.colorScheme}, ${look.viewport.width} wide`, async () => {
    const example = await opened("docs/errors.md", { ...look, fonts: true });
    const { tab } = example;
    assert.deepEqual(await violations(tab, IN_FOLDER), []);
    await picture(tab, `site-example-${look.colorScheme}`);
    await example.button("Run").click();
    await example.button("Run").waitFor();
    await changed(example, `${await example.example.locator("pre").first().innerText()}\nawait loadPlan(plan);`);
    await example.output.getByText(/^CandorError fingerprint-mismatch/).waitFor();
    assert.deepEqual(await violations(tab, IN_FOLDER), []);
    assert.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await picture(tab, `site-example-changed-${look.colorScheme}`);
  });

/** Firefox is not on every machine. */
const withoutFirefox = spawnSync("which", ["firefox-esr"]).status !== 0 && "Firefox is not installed";

test("an example is run and stopped in Firefox", { skip: withoutFirefox }, async () => {
  const firefox = await import("../firefox/firefox.mjs");
  const fox = await firefox.openFirefox();
  try {
    const { page, faults } = await firefox.openPage(fox, addressOfPage("docs/errors.md"));
    await page.locator(".example button").click();
    await page.waitForFunction(() =>
      document.querySelector("[role=log]").textContent.startsWith("fingerprint-mismatch"),
    );
    await page.locator(".example button + button").click();
    await page.locator(".example textarea").fill('console.log("begun");\nfor (;;);');
    await page.locator(".example button").click();
    await page.waitForFunction(() => document.querySelector("[role=log]").textContent.startsWith("begun"));
    await page.locator(".example button").click();
    await page.waitForFunction(() => document.querySelector("[role=log]").textContent.endsWith("Stopped."));
    assert.deepEqual(faults, []);
  } finally {
    await fox.close();
  }
});
