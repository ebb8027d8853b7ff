/** axe-core checks both pages in every state, in light and dark colours, chosen by preference and by the toggle. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { violations } from "./axe.mjs";
import { Collector } from "./collector.mjs";
import { looks } from "./looks.mjs";
import { openBrowser, openPage } from "./stage.mjs";

const collector = await Collector.open();
after(() => collector.close());
const browser = await openBrowser();
after(() => browser.close());

for (const { colorScheme, width } of looks()) {
  const look = { colorScheme, viewport: { width, height: 800 } };

  test(`respondent's page, ${colorScheme}, ${width}`, async () => {
    const page = await openPage(browser, look);
    await page.goto(collector.origin);
    await page.locator("form").waitFor();
    assert.deepEqual(await violations(page), [], "empty");
    await page.locator("form").evaluate((form) => form.requestSubmit());
    assert.deepEqual(await violations(page), [], "with complaints");
    for (const card of await page.locator(".cards").all()) await card.getByRole("radio").first().check();
    await page.getByRole("spinbutton").fill("1800");
    assert.deepEqual(await violations(page), [], "filled in");
    await page.locator("form").evaluate((form) => form.requestSubmit());
    await page.getByRole("heading", { name: "Thank you" }).waitFor();
    assert.deepEqual(await violations(page), [], "sent");
  });

  test(`dashboard, ${colorScheme}, ${width}`, async () => {
    const page = await openPage(browser, look);
    await page.goto(`${collector.origin}/dashboard.html`);
    await page.getByRole("button", { name: "Simulate" }).click();
    await page.getByText("simulated people have answered").waitFor({ timeout: 60_000 });
    await page.locator("#cross-table svg").waitFor();
    assert.deepEqual(await violations(page), []);
  });
}

test("the toggle turns the colours, and the next page keeps them", async () => {
  const page = await openPage(browser, { colorScheme: "light" });
  await page.goto(collector.origin);
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.getByRole("button", { name: "Switch to dark colours" }).click();
  const dark = await paper();
  assert.notEqual(dark, light);
  await page.locator("form").waitFor();
  assert.deepEqual(await violations(page), []);
  await page.goto(`${collector.origin}/dashboard.html`);
  await page.getByRole("button", { name: "Switch to light colours" }).waitFor();
  assert.equal(await paper(), dark);
});

test("the skip link comes first and leads to the survey", async () => {
  const page = await openPage(browser);
  await page.goto(collector.origin);
  await page.locator("form").waitFor();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Skip to the survey");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => location.hash), "#survey");
});
