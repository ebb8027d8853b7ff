/** Ring: pages. The example of `candor/react`, with react-hook-form. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { designed } from "../program.mjs";
import { EXAMPLES, siteOf } from "./adapters.mjs";
import { CANARY } from "./enclosed.mjs";
import { visiting } from "./example.mjs";
import { assertGone } from "./faults.mjs";
import { openBrowser } from "./stage.mjs";

const { survey } = EXAMPLES.react;
const files = await siteOf(EXAMPLES.react);
const browser = await openBrowser();
after(() => browser.close());
const visited = visiting(browser, files);

test("a refused answer is told at its question", async () => {
  await visited(async (page, { asked }) => {
    await page.getByLabel("Do you smoke?").selectOption("yes");
    await page.getByLabel("Your age").fill("old");
    await page.getByRole("button").click();
    await page.getByText('"age" is not a number').waitFor();
    await page.getByLabel("Your age").fill("50");
    for (const label of ["poor sleep", "nothing"]) await page.getByLabel(label).click();
    await page.getByRole("button").click();
    const rule = "from 1 to 2 of them, or one that excludes all others";
    await page.locator("fieldset").getByText(rule).waitFor();
    await page.getByLabel("nothing").click();
    await page.getByLabel("my back").click();
    await page.getByRole("button").click();
    await page.getByText("Thank you").waitFor();
    assert.equal(asked.filter((line) => line.startsWith("POST")).length, 1);
  });
});

test("a plan that the page does not accept leaves nothing to fill in", async () => {
  await visited(
    async (page) => {
      await page.getByText("cap-exceeded").waitFor();
      assert.equal(await page.locator("form").count(), 0);
    },
    { "plan.json": designed({ ...survey, privacy: { record_epsilon: 5 } }) },
  );
});

test("follow-ups are asked where they apply, and forgotten where they do not", async () => {
  const asked = (name, asked_if, more) => ({ name, question: name, ...(asked_if && { asked_if }), ...more });
  const plan = designed({
    ...survey,
    survey: "follow-ups",
    attributes: [
      asked("Harassed?", undefined, { categories: ["no", "yes"] }),
      asked("By whom?", { "Harassed?": ["yes"] }, { categories: ["colleague", "superior"] }),
      asked("Your age", undefined, { bins: [16, 50, null] }),
      asked("Your pension", { "Your age": { from: 50 } }, { bins: [0, 1000, null] }),
    ],
  });
  await visited(
    async (page, { sent }) => {
      await page.getByLabel("Harassed?").selectOption("yes");
      assert.equal(await page.getByLabel("By whom?").locator("option").count(), 3, "not being asked is no answer");
      await page.getByLabel("By whom?").selectOption("superior");
      await page.getByLabel("Your age").fill("63");
      await page.getByLabel("Your pension").fill(CANARY);
      await page.getByLabel("Your age").fill("6");
      await page.getByLabel("Harassed?").selectOption("no");
      assert.equal(await page.locator("select, input").count(), 2);
      await page.getByLabel("Your age").fill("60");
      assert.equal(await page.getByLabel("Your pension").inputValue(), "");
      await page.getByRole("button").click();
      await page.getByText("has to be answered where it is asked, and nowhere else").waitFor();
      await page.getByLabel("Your age").fill("20");
      await page.getByRole("button").click();
      await page.getByText("Thank you").waitFor();
      for (const line of sent) assert.ok(!line.includes(CANARY), line);
    },
    { "plan.json": plan },
  );
});

test("choices are a list of what is ticked, and rows are answered one by one; what hangs on them is forgotten with them", async () => {
  const how = {
    name: "how",
    question: "How?",
    choose: "any",
    optional: true,
    categories: [{ value: CANARY, label: "By touch" }, "words"],
  };
  const rows = [
    { name: "safe", question: "I feel safe" },
    { name: "heard", question: "I am heard" },
  ];
  const climate = { name: "climate", question: "At work", asked_if: { [`how.${CANARY}`]: ["yes"] }, rows };
  const attributes = [how, { ...climate, categories: ["low", CANARY] }];
  await visited(
    async (page, { sent }) => {
      await page.getByLabel("By touch").click();
      for (const { question } of rows) await page.getByLabel(question).selectOption(CANARY);
      await page.getByLabel("By touch").click();
      assert.equal(await page.locator("select").count(), 0);
      await page.getByLabel("By touch").click();
      for (const { question } of rows) assert.equal(await page.getByLabel(question).inputValue(), "");
      await page.getByRole("button").click();
      await page.getByText("has to be answered where it is asked, and nowhere else").first().waitFor();
      for (const { question } of rows) await page.getByLabel(question).selectOption(CANARY);
      await page.getByRole("button").click();
      await page.getByText("Thank you").waitFor();
      await assertGone(page, sent);
    },
    { "plan.json": designed({ ...survey, survey: "compounds", attributes }) },
  );
});

/** Eight answers at random before a refusal; rows and questions at random in the second section. */
const PRESENTED = {
  ...survey,
  survey: "presented",
  attributes: [
    { name: "first", question: "First?", categories: ["no", "yes"] },
    {
      name: "party",
      question: "Your party?",
      order: "random",
      categories: [..."abcdefgh", { value: "refused", role: "refused" }],
    },
    {
      name: "climate",
      question: "At work",
      order: "random",
      rows: [..."pqrstu"].map((name) => ({ name, question: name })),
      categories: ["1", "2"],
    },
    { name: "age", question: "Your age", bins: [16, 50, null] },
  ],
  sections: [{ before: "party", order: "random" }],
};

test("questions, rows and answers are in the order of this device, which is kept over a reload", async () => {
  const orders = [];
  for (let device = 0; device < 2; device += 1)
    await visited(
      async (page) => {
        const shown = async () => {
          await page.getByLabel("Your age").waitFor();
          const labels = await page
            .locator("form label")
            .evaluateAll((all) => all.map(({ firstChild }) => firstChild.textContent));
          return [labels, await page.getByLabel("Your party?").locator("option").allInnerTexts()];
        };
        const [labels, parties] = await shown();
        orders.push([labels, parties].join());
        await page.reload();
        assert.deepEqual(await shown(), [labels, parties]);
        assert.equal(labels[0], "First?");
        assert.deepEqual(labels.slice(1).toSorted(), ["Your age", "Your party?", ..."pqrstu"]);
        const rows = labels.flatMap((label, place) => (label.length === 1 ? [place] : []));
        assert.equal(rows[5] - rows[0], 5, "rows stay together");
        assert.deepEqual([parties[0], parties[9]], ["", "refused"]);
        assert.deepEqual(parties.slice(1, 9).toSorted(), [..."abcdefgh"]);
      },
      { "plan.json": designed(PRESENTED) },
    );
  // They are the same with a chance of 1 in 8! · 6! · 3!, a hundred millions.
  assert.notEqual(orders[0], orders[1]);
});
