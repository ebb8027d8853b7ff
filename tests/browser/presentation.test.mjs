/** Ring: pages. What a survey shows around its questions, and what it shows in an order of this device's own: kept on it, and told to nobody. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { inLanguages } from "../nightly.mjs";
import { designed } from "../program.mjs";
import { audited, CANARY, gone, inside, spied } from "./enclosed.mjs";
import { visiting } from "./example.mjs";
import { send } from "./faults.mjs";
import { faults, openBrowser, picture, traces } from "./stage.mjs";
import { pageOf, surveyPage, workplace } from "./workplace.mjs";

const said = (en, de) => ({ en, de });
const CLOSES = "2199-12-31T22:30:00Z";
const LETTERS = [..."abcdefgh"];
const refused = { value: "refused", label: said("I refuse", "Nein danke"), role: "refused" };

/** Of nine parties eight are at random, of four choices three, and the questions of the second section. */
const SURVEY = {
  survey: "presented",
  title: said("At work", "Bei der Arbeit"),
  closes: CLOSES,
  texts: {
    welcome: said("Welcome.\nIt takes a minute.", "Willkommen."),
    consent: said("I have read this and take part", "Ich habe das gelesen und nehme teil"),
    thanks: said("We thank you for your time", "Wir danken für Ihre Zeit"),
  },
  attributes: [
    { name: "harassed", question: said("Were you harassed?", "Wurden Sie belästigt?"), categories: ["no", "yes"] },
    { name: "by", question: said("By whom?", "Von wem?"), asked_if: { harassed: ["yes"] }, categories: ["x", "y"] },
    {
      name: "party",
      question: said("Your party?", "Ihre Partei?"),
      order: "random",
      optional: true,
      categories: [...LETTERS, refused],
    },
    {
      name: "how",
      question: said("How?", "Wie?"),
      choose: "any",
      order: "random",
      categories: ["words", "touch", "messages", { value: "none", excludes: "others" }],
    },
    {
      name: "climate",
      question: said("At work …", "Bei der Arbeit …"),
      order: "random",
      rows: LETTERS.slice(0, 6).map((name) => ({ name: `row-${name}` })),
      categories: ["1", "2", "3"],
    },
    { name: "age", question: said("Your age", "Ihr Alter"), bins: [16, 30, null] },
  ],
  sections: [
    {
      before: "harassed",
      title: said("Harassment", "Belästigung"),
      text: said("It may be hard.", "Es mag schwer sein."),
    },
    { before: "party", title: said("Yourself", "Sie selbst"), order: "random" },
  ],
  scores: [{ name: "climate-score", of: ["climate"] }],
  privacy: { record_epsilon: 4 },
};
const plan = designed(SURVEY);
const { fingerprint } = JSON.parse(plan);

const browser = await openBrowser();
after(() => browser.close());
const visited = visiting(browser, { ...workplace(), "plan.json": plan });
const AGREE = "Please agree by ticking this box: otherwise nothing can be sent.";

/** What is read in a document from above, by kind. */
const read = (frame) =>
  frame.evaluate(() => {
    const texts = (selector) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
    return {
      questions: texts("fieldset > legend > span"),
      parties: texts("fieldset label:has([name='party']) > span"),
      choices: texts("fieldset label:has([type='checkbox']) > span"),
      rows: texts("tbody th"),
    };
  });

/** The numbers that a device keeps for its order. */
const keptOrder = async (page, key = `order ${fingerprint}`) =>
  (await traces(page)).find(([name]) => name === key)?.[1];

async function answerAll(frame) {
  await frame.getByRole("radio", { name: "no", exact: true }).check();
  await frame.getByRole("radio", { name: "c", exact: true }).check();
  await frame.getByRole("checkbox", { name: "touch" }).check();
  const rows = frame.locator("tbody tr");
  for (const row of await rows.all()) await row.getByRole("radio").first().check();
  await frame.getByRole("spinbutton").fill(CANARY);
}

test("texts are read where they belong at 360 pixels, and nothing is sent before the box is ticked", async () => {
  const page_ = { "index.html": spied(surveyPage('lang="en"')) };
  await visited(async (page, { sent }) => {
    await page.setViewportSize({ width: 360, height: 700 });
    const frame = await inside(page, "Were you harassed?");
    const text = await frame.evaluate(() => document.body.innerText);
    const closes = await frame.evaluate(
      (moment) => new Intl.DateTimeFormat("en", { dateStyle: "full", timeStyle: "short" }).format(new Date(moment)),
      CLOSES,
    );
    const inOrder = [
      "At work",
      "Welcome.\nIt takes a minute.",
      `Open until ${closes}.`,
      "How am I protected?",
      "Harassment",
    ];
    const order = [...inOrder, "It may be hard.", "Were you harassed?", "Yourself", "Your party?", "I have read this"];
    const places = order.map((part) => text.indexOf(part));
    assert.ok(!places.includes(-1), `${order[places.indexOf(-1)]} in ${text}`);
    assert.deepEqual(
      places,
      places.toSorted((one, other) => one - other),
    );
    assert.ok((await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    assert.deepEqual(await audited(frame), []);
    await answerAll(frame);
    await send(frame);
    await frame.getByText(AGREE).waitFor();
    const consent = frame.getByRole("checkbox", { name: "I have read this and take part" });
    assert.equal(await consent.getAttribute("aria-invalid"), "true");
    assert.ok(await consent.evaluate((box) => box === document.activeElement), "the focus goes to the box");
    assert.deepEqual(await audited(frame), []);
    await picture(page, "presentation");
    assert.ok(
      sent.every((line) => !line.includes("/reports")),
      "nothing was sent",
    );
    const before = JSON.stringify(await traces(page));
    await page.evaluate(() => heard.splice(0));
    await consent.check();
    assert.equal(await frame.getByText(AGREE).count(), 0);
    assert.equal(JSON.stringify(await traces(page)), before, "that the box is ticked is not kept");
    assert.deepEqual(await page.evaluate(() => heard), []);
    await send(frame);
    const thanks = await inside(page, "We thank you for your time");
    assert.deepEqual(await audited(thanks), []);
    const posts = sent.filter((line) => line.includes("/reports"));
    assert.equal(posts.length, 1);
    const report = JSON.parse(posts[0].slice(posts[0].indexOf("{")));
    assert.deepEqual(Object.keys(report).sort(), ["id", "perturbed", "plan"]);
    const numbers = await keptOrder(page);
    const told = [...sent, JSON.stringify(await page.evaluate(() => [heard, location.href, history.length]))];
    for (const number of numbers.split(",")) assert.ok(!report.perturbed.includes(Number(number)), number);
    for (const line of told) {
      assert.ok(!line.includes(CANARY) && !line.includes(numbers) && !/take part|consent|agree/i.test(line), line);
    }
    assert.deepEqual(faults(page), []);
  }, page_);
});

test("an order is kept over a reload, also by an update of the page, and differs between devices", async () => {
  const orders = [];
  for (let device = 0; device < 2; device += 1)
    await visited(async (page, { sent }) => {
      const first = await read(await inside(page, "Were you harassed?"));
      orders.push(first);
      const numbers = await keptOrder(page);
      await page.reload();
      assert.deepEqual(await read(await inside(page, "Were you harassed?")), first);
      assert.equal(await keptOrder(page), numbers);
      assert.ok(sent.every((line) => !numbers.split(",").some((number) => line.includes(number))));
      // What is in a role, what excludes all others and "no answer" are last, in their own order.
      assert.deepEqual(first.parties.slice(8), ["I refuse", "Prefer not to say"]);
      assert.deepEqual(first.parties.slice(0, 8).toSorted(), LETTERS);
      assert.deepEqual(first.choices.slice(0, 3).toSorted(), ["messages", "touch", "words"]);
      assert.equal(first.choices[3], "none");
      assert.deepEqual(first.questions.slice(0, 2), ["Were you harassed?", "By whom?"]);
      assert.deepEqual(first.questions.slice(2).toSorted(), ["At work …", "How?", "Your age", "Your party?"]);
    });
  // They are the same with a chance of 1 in 8! · 3! · 6! · 4!, four thousand millions.
  assert.notDeepEqual(orders[0], orders[1]);
});

test("an answer counts as what it says, wherever it is shown", async () => {
  const privacy = { record_epsilon: 400, method: "independent" };
  await visited(
    async (page, { sent }) => {
      const frame = await inside(page, "Were you harassed?");
      await answerAll(frame);
      await frame.getByRole("checkbox", { name: "I have read this" }).check();
      await send(frame);
      await inside(page, "Thank you");
      const post = sent.find((line) => line.includes("/reports"));
      const { perturbed } = JSON.parse(post.slice(post.indexOf("{")));
      // "no", not asked, "c", "touch" of four choices, six rows answered "1", and an age of the second bin.
      assert.deepEqual(perturbed, [0, 2, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    },
    {
      "plan.json": designed({ ...SURVEY, privacy }),
      "index.html": surveyPage("").replace('max-record-epsilon="4"', 'max-record-epsilon="401"'),
    },
  );
});

test("one at a time, each question has its heading, the box is at the last one, and no height tells a follow-up", async () => {
  await visited(
    async (page) => {
      const frame = await inside(page, "Were you harassed?");
      const shown = () => frame.evaluate(() => document.querySelector("section.questions").innerText);
      const height = async () => (await page.locator("candor-survey").boundingBox()).height;
      const before = await height();
      assert.match(await shown(), /Harassment/);
      assert.doesNotMatch(await shown(), /Yourself|take part/);
      await frame.getByRole("radio", { name: "yes", exact: true }).check();
      assert.equal(await height(), before);
      await frame.getByRole("button", { name: "Next" }).click();
      assert.match(await shown(), /Harassment[\s\S]*By whom/);
      await frame.getByRole("radio", { name: "x", exact: true }).check();
      await frame.getByRole("button", { name: "Next" }).click();
      assert.match(await shown(), /Yourself/);
      assert.doesNotMatch(await shown(), /Harassment|It may be hard/);
      assert.equal(await height(), before);
      assert.deepEqual(await audited(frame), []);
      for (let left = 4; left > 0; left -= 1) {
        assert.equal(/take part/.test(await shown()), left === 1);
        for (const input of await frame.locator("fieldset:not(.apart) input[type='radio']:first-of-type").all())
          if (await input.isVisible()) await input.check();
        const number = frame.getByRole("spinbutton");
        if (await number.isVisible()) await number.fill("44");
        assert.equal(await height(), before);
        await frame.getByRole("button", { name: left === 1 ? "Change at random and send" : "Next" }).click();
      }
      await frame.getByText(AGREE).waitFor();
    },
    { "index.html": surveyPage('lang="en" pace="one"') },
  );
});

test("the next person at a kiosk reads another order, and is asked to agree again", async () => {
  await visited(
    async (page) => {
      const frame = await inside(page, "Were you harassed?");
      const first = await keptOrder(page, `interview order ${fingerprint}`);
      await answerAll(frame);
      const agreed = (inner) => inner.getByRole("checkbox", { name: "I have read this" });
      await agreed(frame).check();
      await send(frame);
      const thanks = await inside(page, "We thank you for your time");
      assert.equal(await keptOrder(page, `interview order ${fingerprint}`), undefined);
      await thanks.getByRole("button", { name: "Next respondent" }).click();
      await gone(thanks);
      const next = await inside(page, "Were you harassed?");
      assert.equal(await agreed(next).isChecked(), false);
      assert.notEqual(await keptOrder(page, `interview order ${fingerprint}`), first);
      assert.equal(await keptOrder(page), undefined);
    },
    { "index.html": surveyPage('lang="en" mode="kiosk"') },
  );
});

test("in a form of the page's own, answers are in the order of this device", async () => {
  const names = ["harassed", "party", "how", "climate", "age"];
  const asking = names.map((name) => `<candor-question name="${name}"></candor-question>`).join("");
  const form = `<form><candor-form name="report" plan="./plan.json" max-record-epsilon="4" lang="en">${asking}</candor-form></form>`;
  await visited(
    async (page) => {
      const shown = async () => [
        (await read(await inside(page, "Your party?"))).parties,
        (await read(await inside(page, "How?"))).choices,
        (await read(await inside(page, "At work …"))).rows,
      ];
      const first = await shown();
      assert.deepEqual(first[0].slice(8), ["I refuse", "Prefer not to say"]);
      await page.reload();
      assert.deepEqual(await shown(), first);
      assert.equal((await keptOrder(page)).split(",").length, 8 + 3 + 6 + 4);
    },
    { "index.html": pageOf(form) },
  );
});

for (const [language, agree, until] of inLanguages([
  ["ar", "يرجى الموافقة", "مفتوح حتى"],
  ["de", "Bitte stimmen Sie zu", "Geöffnet bis"],
  ["es", "Acepte marcando", "Abierto hasta"],
  ["fr", "Veuillez donner votre accord", "Ouvert jusqu’au"],
  ["ja", "同意してください", "まで回答できます"],
]))
  test(`what is missing and until when it is open are said in ${language}`, async () => {
    await visited(
      async (page) => {
        await page.setViewportSize({ width: 360, height: 700 });
        const frame = await inside(page, until);
        for (const radio of await frame.locator("fieldset:not(.apart) input[type='radio']").all()) await radio.check();
        await frame.getByRole("spinbutton").fill("44");
        await frame.locator("button.primary").click();
        await frame.getByText(agree).waitFor();
        assert.deepEqual(await audited(frame), []);
        assert.ok((await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
      },
      { "index.html": surveyPage(`lang="${language}"`) },
    );
  });
