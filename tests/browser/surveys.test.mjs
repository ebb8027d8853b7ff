/** Ring: pages. The start page of a collector: its surveys, where to answer and to read them; and the way there from a demonstration that is not published. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { every } from "../nightly.mjs";
import { violations } from "./axe.mjs";
import { Collector } from "./collector.mjs";
import { inside } from "./enclosed.mjs";
import { looks } from "./looks.mjs";
import { faults, openBrowser, openPage, picture } from "./stage.mjs";
import { openStudioStage } from "./studio.mjs";

const stage = await openStudioStage();
const workplace = await Collector.open({ survey: fileURLToPath(new URL("../../www/workplace.json", import.meta.url)) });
const browser = await openBrowser();
after(async () => {
  await browser.close();
  await workplace.close();
});
const { fingerprint } = await workplace.plan();

test("whoever comes to a collector without the demonstration finds its surveys, answers one and reads it", async () => {
  const page = await openPage(browser, { locale: "en-GB" });
  await page.goto(workplace.origin);
  await page.waitForURL(`${workplace.origin}/surveys.html`);
  const card = page.getByRole("listitem").filter({ hasText: "At work" });
  await card.getByText("It is open. Reports in its totals: 0.").waitFor();
  const [answer, results] = ["Answer", "Read the results"].map((name) => card.getByRole("link", { name, exact: true }));
  const reading = await openPage(browser, { locale: "en-GB" });
  await reading.goto(await results.evaluate(({ href }) => href));
  await reading.locator("option:checked").filter({ hasText: "At work" }).waitFor({ state: "attached" });
  await answer.click();
  await inside(page, "In the past twelve months");
  assert.equal(page.url(), `${workplace.origin}/answer.html#${fingerprint}`);
});

test("pages of authors lead there, and it leads to them", async () => {
  const page = await openPage(browser, { locale: "en-GB" });
  await page.goto(`${stage.collector.origin}/studio.html`);
  for (const name of ["Read", "Surveys", "Write and publish", "Surveys"]) {
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name, exact: true }).click();
    await page.getByRole("navigation", { name: "Pages" }).locator("a[aria-current]", { hasText: name }).waitFor();
  }
  await page.getByRole("listitem").first().getByRole("link", { name: "Answer" }).waitFor();
  assert.deepEqual(faults(page), []);
});

const RULES = {
  closed: { is_closed: true },
  past: { closes: "2020-01-01T00:00:00Z" },
  coming: { opens: "2999-01-01T00:00:00Z" },
  until: { closes: "2999-01-01T00:00:00Z" },
  "": {},
};

test("what is closed cannot be answered, and what opens later says when", async () => {
  const page = await openPage(browser, { locale: "en-GB" });
  const plans = Object.entries(RULES).map(([title, rule], i) => ({
    survey: `s${i}`,
    title: title || null,
    fingerprint: `sha256:${i}`,
    reports: 1000 * i,
    is_closed: false,
    opens: null,
    closes: null,
    ...rule,
  }));
  await page.route("**/surveys", (route) => route.fulfill({ json: plans }));
  await page.goto(`${workplace.origin}/surveys.html`);
  await page.getByRole("listitem").first().waitFor();
  const cards = await page
    .getByRole("listitem")
    .evaluateAll((all) =>
      all.map((card) => [
        card.querySelector("h2").textContent,
        card.querySelector("p").textContent,
        card.querySelectorAll("a").length,
      ]),
    );
  assert.deepEqual(cards, [
    ["s4", "It is open. Reports in its totals: 4,000.", 2],
    ["until", "It is open until Jan 1, 2999. Reports in its totals: 3,000.", 2],
    ["coming", "It opens on Jan 1, 2999. Reports in its totals: 2,000.", 1],
    ["past", "It is closed. Reports in its totals: 1,000.", 1],
    ["closed", "It is closed. Reports in its totals: 0.", 1],
  ]);
});

test("without a collector, or without surveys, it says so, and asks again", async () => {
  const page = await openPage(browser, { locale: "en-GB" });
  let plans;
  await page.route("**/surveys", (route) => (plans === undefined ? route.abort() : route.fulfill({ json: plans })));
  await page.goto(`${workplace.origin}/surveys.html`);
  await page.getByText("No collector answers here.").waitFor();
  plans = [];
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("No survey has been published here yet.").waitFor();
});

for (const { colorScheme, width } of looks())
  for (const locale of every(["en-GB", "de", "es", "fr", "ja", "ar"], [width === 360 ? "ar" : "de"]))
    test(`surveys in ${locale}, ${width} wide, ${colorScheme}: everybody can read them, and nothing is cut off`, async () => {
      const page = await openPage(browser, { locale, colorScheme, viewport: { width, height: 800 }, fonts: true });
      await page.goto(`${workplace.origin}/surveys.html`);
      await page.getByRole("listitem").first().waitFor();
      if (locale !== "en-GB") assert.doesNotMatch(await page.locator("main").innerText(), /Surveys|Answer|open|totals/);
      assert.equal(await page.locator("h1").count(), 1);
      assert.deepEqual(await violations(page), []);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
      await picture(page, `surveys-${locale}-${width}`);
    });
