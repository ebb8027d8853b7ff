/** Ring: pages. The example of `candor/form`, as people fill it in, and with mistakes. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { designed } from "../program.mjs";
import { EXAMPLES, siteOf } from "./adapters.mjs";
import { CANARY } from "./enclosed.mjs";
import { visiting } from "./example.mjs";
import { openBrowser } from "./stage.mjs";

const { survey } = EXAMPLES.form;
const files = await siteOf(EXAMPLES.form);
const browser = await openBrowser();
after(() => browser.close());
const visited = visiting(browser, files);

async function ready(page) {
  await page.locator("#health > fieldset:enabled").waitFor();
}

const isClosed = async (page) => (await page.locator("#health > fieldset:disabled").count()) === 1;

async function filled(page, age = CANARY) {
  await page.getByLabel("Yes").check();
  await page.getByLabel("Years").fill(age);
  await page.getByLabel("Choose").selectOption("often");
}

test("an answer that is refused is marked at its field until it is changed", async () => {
  await visited(async (page, { asked }) => {
    await ready(page);
    assert.match(await page.locator("#status").textContent(), /of 100/);
    await filled(page, "twelve");
    await page.getByRole("button").click();
    await page.locator("[name=age][aria-invalid]").waitFor();
    assert.match(await page.locator("#status").textContent(), /"age" is not a number/);
    assert.equal(await page.evaluate(() => document.activeElement.name), "age");
    await page.getByLabel("Years").fill("17");
    assert.equal(await page.locator("[aria-invalid]").count(), 0);
    await page.getByRole("button").click();
    await page.locator("[name=age][aria-invalid]").waitFor();
    assert.match(await page.locator("#status").textContent(), /none of its 4 categories/);
    await page.getByLabel("Years").fill("44.5");
    await page.getByRole("button").click();
    await page.getByText("Thank you").waitFor();
    assert.equal(asked.filter((line) => line.startsWith("POST")).length, 1);
  });
  await visited(async (page) => {
    await ready(page);
    await page.getByLabel("Years").fill("30");
    await page.getByRole("button").click();
    await page.locator("[name=smoker][aria-invalid]").first().waitFor();
    await page.getByLabel("No", { exact: true }).check();
    assert.equal(await page.locator("[aria-invalid]").count(), 0);
  });
});

test("a report that did not arrive is sent again as it was, and only a receipt ends it", async () => {
  await visited(async (page, { sent }) => {
    await ready(page);
    await page.route("**/reports", (route) => route.fulfill({ status: 422, body: "{}" }), { times: 1 });
    await filled(page);
    await page.getByRole("button").click();
    await page.getByText("kept on this device").waitFor();
    await page.getByText("422").waitFor();
    assert.ok(await isClosed(page));
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByText("Thank you").waitFor();
    const bodies = sent.filter((line) => line.includes("/reports"));
    assert.equal(bodies.length, 2);
    assert.equal(bodies[0], bodies[1]);
  });
});

for (const [name, change, said] of [
  [
    "a field that is open at once",
    (page) => page.replace('class="whole" disabled', 'class="whole"'),
    /fieldset disabled/,
  ],
  ["a question without a field", (page) => page.replaceAll('name="age"', 'name="years"'), /"age" has no field/],
  [
    "an answer that the plan does not have",
    (page) => page.replace('value="once"', 'value="twice"'),
    /no answer "twice"/,
  ],
  ["an answer that is not offered", (page) => page.replace('<option value="once">Once</option>', ""), /answer "once"/],
]) {
  test(`the form stays closed for ${name}`, async () => {
    const changed = { "index.html": change(files["index.html"]) };
    await visited(async (page, { asked }) => {
      await page.waitForFunction(
        (words) => new RegExp(words).test(document.getElementById("status").textContent),
        said.source,
      );
      assert.ok(asked.every((line) => !line.startsWith("POST")));
      if (!changed["index.html"].includes('class="whole">')) assert.ok(await isClosed(page));
    }, changed);
  });
}

test("of a plan that asks what is drawn, the other questions are hidden and closed", async () => {
  const plan = designed({ ...survey, survey: "drawn", ask: "drawn" });
  await visited(
    async (page, { asked }) => {
      await ready(page);
      const shown = async () =>
        page.locator("[data-question]:not([hidden])").evaluateAll((all) => all.map((one) => one.dataset.question));
      const first = await shown();
      assert.ok(first.length > 0);
      await page.reload();
      await ready(page);
      assert.deepEqual(await shown(), first);
      if (first.includes("smoker")) await page.getByLabel("Yes").check();
      if (first.includes("age")) await page.getByLabel("Years").fill("40");
      await page.getByRole("button").click();
      await page.getByText("Thank you").waitFor();
      assert.equal(asked.filter((line) => line.startsWith("POST")).length, 1);
    },
    { "plan.json": plan },
  );
});
