/** Ring: pages. The example of `candor/form`, as people fill it in and as it is broken. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { visiting } from "./example.mjs";
import { html } from "./site.mjs";
import { designed, openBrowser } from "./stage.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const EXAMPLE = join(ROOT, "examples/form");
const SURVEY = JSON.parse(readFileSync(join(EXAMPLE, "survey.json"), "utf8"));
const RECEIPT = JSON.stringify({ accepted: 1, repeated: 0 });

const files = {
  ...Object.fromEntries(readdirSync(EXAMPLE).map((name) => [name, readFileSync(join(EXAMPLE, name))])),
  ...Object.fromEntries(
    ["index", "form", "sentences"].map((n) => [`candor/${n}.js`, readFileSync(join(ROOT, `pkg/dist/${n}.js`))]),
  ),
  "plan.json": designed(SURVEY),
  "elsewhere.html": html(""),
  reports: RECEIPT,
};
/** What nobody may see: an age that no other number is. */
const CANARY = "5731";

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

const empty = (page) =>
  page.evaluate(() => {
    const form = document.forms.health;
    return form.smoker.value === "" && form.age.value === "" && form.illness.value === "";
  });
const stored = (page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const all = await Promise.all(
      databases.map(
        ({ name }) =>
          new Promise((resolve) => {
            const opening = indexedDB.open(name);
            opening.onsuccess = () => {
              const kept = [...opening.result.objectStoreNames].map(
                (store) =>
                  new Promise((found) => {
                    const rows = opening.result.transaction(store).objectStore(store).getAll();
                    rows.onsuccess = () => found(JSON.stringify(rows.result));
                  }),
              );
              resolve(Promise.all(kept));
            };
          }),
      ),
    );
    return JSON.stringify([all, { ...localStorage }, { ...sessionStorage }, history.state, document.cookie]);
  });

test("what is filled in leaves perturbed, once, and is gone from the page", async () => {
  await visited(async (page, { sent, asked }) => {
    await ready(page);
    assert.match(await page.locator("#status").textContent(), /of 100/);
    await filled(page);
    await page.getByRole("button").dblclick();
    await page.getByText("Thank you").waitFor();
    const posts = asked.filter((line) => line.startsWith("POST"));
    assert.deepEqual(posts, ["POST /reports"]);
    const report = JSON.parse(sent.find((line) => line.includes("/reports")).replace(/^.*\/reports/, ""));
    assert.deepEqual(Object.keys(report), ["id", "perturbed", "plan"]);
    assert.ok(await empty(page));
    assert.ok(await isClosed(page));
    for (const place of [...sent, page.url(), await stored(page)]) assert.ok(!place.includes(CANARY), place);
  });
});

test("nothing can be filled in or sent where a script does not load", async () => {
  for (const missing of ["candor/form.js", "candor/index.js", "candor/sentences.js", "page.js", "plan.json"]) {
    await visited(
      async (page, { asked, origin }) => {
        await page.waitForLoadState("networkidle");
        assert.ok(await isClosed(page), missing);
        await submittedAnyhow(page, origin);
        assert.ok(asked.every((line) => !line.includes(CANARY)));
      },
      { [missing]: "throw new Error('lost')" },
    );
  }
});

/** What a browser, or another script, sends of the form. */
async function submittedAnyhow(page, origin) {
  const left = page.waitForURL(`${origin}?`);
  await page.evaluate((age) => {
    document.forms.health.age.value = age;
    setTimeout(() => document.forms.health.submit());
  }, CANARY);
  await left;
}

test("no other way of sending the form takes an answer along", async () => {
  await visited(async (page, { asked, origin }) => {
    await ready(page);
    await filled(page);
    const data = await page.evaluate(() => [...new FormData(document.forms.health)]);
    assert.deepEqual(data, []);
    await submittedAnyhow(page, origin);
    assert.ok(asked.every((line) => !line.includes("smoker") && !line.includes(CANARY)));
  });
});

test("an answer that is refused is marked at its field until it is changed", async () => {
  await visited(async (page, { asked }) => {
    await ready(page);
    await filled(page, "twelve");
    await page.getByRole("button").click();
    await page.locator("[name=age][aria-invalid]").waitFor();
    assert.match(await page.locator("#status").textContent(), /"age" is no number/);
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
    await page.locator("#health > fieldset:enabled").waitFor();
    await page.getByText("422").waitFor();
    await page.getByRole("button").click();
    await page.getByText("Thank you").waitFor();
    const bodies = sent.filter((line) => line.includes("/reports"));
    assert.equal(bodies.length, 2);
    assert.equal(bodies[0], bodies[1]);
  });
});

test("answers are gone after the page was left, reloaded or gone back to", async () => {
  await visited(async (page, { origin }) => {
    await ready(page);
    await filled(page);
    await page.goto(`${origin}elsewhere.html`);
    await page.goBack();
    await ready(page);
    assert.ok(await empty(page), "back");
    await filled(page);
    await page.reload();
    await ready(page);
    assert.ok(await empty(page), "reload");
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
    const changed = { "index.html": change(files["index.html"].toString()) };
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
  const plan = designed({ ...SURVEY, survey: "drawn", ask: "drawn" });
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
