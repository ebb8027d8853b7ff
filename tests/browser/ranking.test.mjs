/** Ring: pages. Items that are put in order: in the elements and in bound forms, by keyboard alone, by touch, on a narrow screen. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { inLanguages } from "../nightly.mjs";
import { designed } from "../program.mjs";
import { violations } from "./axe.mjs";
import { audited, inside, spied } from "./enclosed.mjs";
import { visiting } from "./example.mjs";
import { send } from "./faults.mjs";
import { faults, openBrowser, picture } from "./stage.mjs";
import { dist, pageOf, surveyPage, workplace } from "./workplace.mjs";

const said = (en, de) => ({ en, de });
const item = (value, en, de) => ({ value, label: said(en, de) });

/** Three of four items in order; who puts pay first is asked how much. All of two items in order, which may be left out. */
const SURVEY = {
  survey: "ranking",
  title: said("At work", "Bei der Arbeit"),
  attributes: [
    {
      name: "first",
      question: said("What should change first?", "Was sollte sich zuerst ändern?"),
      rank: [
        item("pay", "Pay", "Lohn"),
        item("hours", "Hours of work", "Arbeitszeit"),
        item("safety", "Safety at work, on the way there and on the way home", "Sicherheit"),
        item("training", "Training", "Weiterbildung"),
      ],
      places: 3,
    },
    {
      name: "raise",
      question: said("By how much?", "Um wie viel?"),
      asked_if: { "first.pay": ["1"] },
      categories: [item("some", "Some", "Etwas"), item("much", "Much", "Viel")],
    },
    {
      name: "help",
      question: said("Who helps you first?", "Wer hilft Ihnen zuerst?"),
      optional: true,
      rank: [item("boss", "My superior", "Vorgesetzte"), item("peers", "Colleagues", "Kollegen")],
    },
  ],
  privacy: { record_epsilon: 4 },
};

const files = { ...workplace(), "plan.json": designed(SURVEY), "form.js": dist("form.js") };
const browser = await openBrowser();
after(() => browser.close());
const visited = visiting(browser, files);

const box = (frame, name) => frame.getByRole("checkbox", { name });
const height = async (page) => (await page.locator("candor-survey").first().boundingBox()).height;
/** What is shown before each item. */
const places = (frame) => frame.locator(".place").allInnerTexts();
const news = (frame, place = 0) => frame.getByRole("status").nth(place).innerText();
const perturbed = (sent) => {
  const posts = sent.filter((line) => line.includes("/reports"));
  assert.equal(posts.length, 1);
  return JSON.parse(posts[0].slice(posts[0].indexOf("{"))).perturbed;
};

for (const pace of ["all", "one"])
  test(`put in order by keyboard at 360 pixels, ${pace} at a time`, async () => {
    const page_ = { "index.html": spied(surveyPage(`pace="${pace}" lang="en"`)) };
    await visited(async (page, { asked, sent }) => {
      await page.setViewportSize({ width: 360, height: 700 });
      const frame = await inside(page, "What should change first?");
      await frame.getByText("Choose 3 in order, the first place first.").waitFor();
      const before = await height(page);
      await box(frame, "Pay").focus();
      await page.evaluate(() => heard.splice(0));
      const press = async (...keys) => {
        for (const key of keys) await page.keyboard.press(key);
        assert.equal(await height(page), before, "the page sees no other height");
      };
      await press("Tab", "Space", "Shift+Tab", "Space");
      assert.deepEqual((await places(frame)).slice(0, 4), ["2", "1", "", ""]);
      assert.equal(await box(frame, "Pay place 2 of 3").count(), 1, "its name says its place");
      await press("Tab", "Tab", "Space");
      assert.deepEqual((await places(frame)).slice(0, 4), ["2", "1", "3", ""]);
      assert.ok(await box(frame, "Training").isDisabled(), "all places are taken");
      // The first place is given back, and taken by another item; the others keep theirs.
      await press("Shift+Tab", "Space");
      assert.deepEqual((await places(frame)).slice(0, 4), ["2", "", "3", ""]);
      await press("Tab", "Tab", "Space");
      assert.deepEqual((await places(frame)).slice(0, 4), ["2", "", "3", "1"]);
      assert.ok(await box(frame, "Hours of work").isDisabled());
      assert.equal(await frame.locator("fieldset:visible").count(), pace === "all" ? 2 : 1);
      await press(pace === "all" ? "Tab" : "Enter");
      await box(frame, "Colleagues").focus();
      await press("Space", "Shift+Tab", "Space");
      assert.ok((await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
      assert.deepEqual(await audited(frame), []);
      assert.deepEqual(await page.evaluate(() => heard), []);
      await picture(page, `ranking-${pace}`);
      assert.ok(asked.every((line) => !line.startsWith("POST")));
      await frame.getByRole("button", { name: "Change at random and send" }).focus();
      await page.keyboard.press("Enter");
      await inside(page, "Thank you");
      assert.ok(perturbed(sent).length > 0);
      assert.deepEqual(faults(page), []);
    }, page_);
  });

test("arrows lead from item to item, around the ends and past what cannot be ticked", async () => {
  const page_ = { "index.html": spied(surveyPage(`lang="en"`)) };
  await visited(async (page) => {
    const frame = await inside(page, "What should change first?");
    await box(frame, "Pay").focus();
    await page.evaluate(() => heard.splice(0));
    const arrives = async (keys, name) => {
      for (const key of keys) await page.keyboard.press(key);
      const focused = await frame.evaluate(() => document.activeElement.closest("label").innerText);
      assert.match(focused, name, keys.join());
    };
    await arrives(["ArrowDown"], /Hours of work/);
    await arrives(["ArrowDown", "ArrowDown"], /Training/);
    await arrives(["ArrowDown"], /Pay/);
    await arrives(["ArrowUp"], /Training/);
    assert.deepEqual((await places(frame)).slice(0, 4), ["", "", "", ""], "nothing is ticked on the way");
    await arrives(["Space", "ArrowUp", "Space", "ArrowUp", "ArrowUp", "Space"], /Pay/);
    assert.deepEqual((await places(frame)).slice(0, 4), ["3", "", "2", "1"]);
    await arrives(["ArrowDown"], /Safety at work/);
    await arrives(["ArrowUp", "ArrowUp"], /Training/);
    await box(frame, "My superior").focus();
    await arrives(["ArrowUp"], /Prefer not to say/);
    assert.deepEqual(await page.evaluate(() => heard), []);
    assert.deepEqual(faults(page), []);
  }, page_);
});

test("put in order by touch; each step is announced, and who puts an item first is asked more", async () => {
  await visited(async (page) => {
    await page.setViewportSize({ width: 900, height: 900 });
    const frame = await inside(page, "What should change first?");
    const tap = (label) => frame.locator("label").filter({ hasText: label }).click();
    await tap("Pay");
    assert.equal(await news(frame), "Pay: place 1 of 3");
    const more = frame.getByRole("radio", { name: "Much" });
    await more.check();
    await tap("Safety at work");
    await picture(page, "ranking-wide");
    assert.deepEqual(await audited(frame), []);
    await tap("Pay");
    assert.equal(await news(frame), "Pay: no place");
    assert.equal(await more.count(), 0, "the follow-up is not asked any more");
    await tap("Training");
    await tap("Pay");
    assert.deepEqual((await places(frame)).slice(0, 4), ["3", "", "2", "1"]);
    await tap("Colleagues");
    await tap("Prefer not to say");
    assert.deepEqual((await places(frame)).slice(4), ["", ""]);
    assert.ok(!(await box(frame, "Colleagues").isChecked()));
    await send(frame);
    await inside(page, "Thank you");
    assert.deepEqual(faults(page), []);
  });
});

test("what is not whole is not sent, and the focus goes to the first item that may be chosen", async () => {
  await visited(async (page, { asked }) => {
    const frame = await inside(page, "What should change first?");
    await box(frame, "Prefer not to say").check();
    await box(frame, "Pay").check();
    await box(frame, "Hours of work").check();
    await frame.getByRole("radio", { name: "Some" }).check();
    await send(frame);
    await frame.getByRole("alert").filter({ hasText: "Choose 3 in order" }).waitFor();
    assert.match(await frame.evaluate(() => document.activeElement.parentElement.innerText), /Safety at work/);
    assert.equal(await box(frame, "Training").getAttribute("aria-invalid"), "true");
    assert.equal(await box(frame, "Pay").getAttribute("aria-invalid"), "false");
    assert.deepEqual(await audited(frame), []);
    assert.ok(asked.every((line) => !line.startsWith("POST")));
    await box(frame, "Training").check();
    assert.equal(await frame.getByRole("alert").filter({ hasText: "Choose 3 in order" }).count(), 0);
    await send(frame);
    await inside(page, "Thank you");
  });
});

for (const [language, rule] of inLanguages(
  Object.entries({
    ar: "اختر 3 بالترتيب، بدءًا بالمرتبة الأولى.",
    de: "Wählen Sie 3 der Reihe nach, den ersten Platz zuerst.",
    es: "Elija 3 por orden, empezando por el primer lugar.",
    fr: "Choisissez-en 3 dans l’ordre, en commençant par la première place.",
    ja: "1位から順に3個選んでください。",
  }),
))
  test(`the rule is said in ${language}`, async () => {
    await visited(
      async (page) => {
        await page.setViewportSize({ width: 360, height: 700 });
        const first = language === "de" ? "Lohn" : "Pay";
        const frame = await inside(page, first);
        const before = await height(page);
        const latin = (text) => text.replace(/[٠-٩]/g, (digit) => "٠١٢٣٤٥٦٧٨٩".indexOf(digit));
        assert.ok((await frame.locator("legend .note").allInnerTexts()).some((text) => latin(text).startsWith(rule)));
        await box(frame, first).check();
        assert.match(latin(await news(frame)), /1.*3|3.*1/);
        assert.equal(await height(page), before);
        assert.deepEqual(await audited(frame), []);
      },
      { "index.html": surveyPage(`lang="${language}"`) },
    );
  });

const selects = (name, values, count) =>
  Array.from(
    { length: count },
    (_, i) =>
      `<label>${i + 1}. <select name="${name}"><option value=""></option>${values.map((value) => `<option>${value}</option>`).join("")}</select></label>`,
  ).join("");
const BOUND = `<form id="own"><fieldset disabled><legend>In confidence</legend>
  <fieldset><legend>First?</legend>${selects("first", ["pay", "hours", "safety", "training"], 3)}</fieldset>
  <fieldset data-question="raise"><legend>How much?</legend><label><input type="radio" name="raise" value="some">some</label><label><input type="radio" name="raise" value="much">much</label></fieldset>
  <fieldset><legend>Who helps?</legend>${selects("help", ["boss", "peers"], 2)}</fieldset>
  </fieldset><button>Send</button></form><p id="status" role="status"></p>`;
const BIND = `
  import { loadPlan } from "./index.js";
  import { bind } from "./form.js";
  const [form, status] = [document.forms.own, document.querySelector("#status")];
  for (const type of ["candor-ready", "candor-received"]) form.addEventListener(type, () => { status.textContent = type; });
  form.addEventListener("candor-failed", ({ detail }) => { status.textContent = detail.code + " " + detail.attribute; });
  bind(form, loadPlan("./plan.json", { storage: "memory" }), { endpoint: "./reports", message: ({ code }) => code });`;

test("a bound form has a list for each place; an item leaves the place that it had", async () => {
  await visited(
    async (page, { sent }) => {
      await page.getByText("candor-ready").waitFor();
      const place = (name, at) => page.locator(`select[name=${name}]`).nth(at);
      const chosen = (name) => page.locator(`select[name=${name}]`).evaluateAll((all) => all.map(({ value }) => value));
      const isShown = () => page.locator("[data-question=raise]").isVisible();
      const sending = () => page.getByRole("button", { name: "Send" }).click();
      assert.equal(await isShown(), false);
      await place("first", 0).selectOption("pay");
      assert.equal(await isShown(), true);
      await place("first", 1).selectOption("hours");
      await place("first", 2).selectOption("pay");
      assert.deepEqual(await chosen("first"), ["", "hours", "pay"]);
      assert.equal(await isShown(), false);
      await sending();
      await page.getByText("invalid-choices first").waitFor();
      await place("first", 0).selectOption("safety");
      await place("help", 0).selectOption("peers");
      assert.deepEqual(await violations(page), []);
      await sending();
      await page.getByText("invalid-choices help").waitFor();
      await place("help", 0).selectOption("");
      await sending();
      await page.getByText("candor-received").waitFor();
      assert.deepEqual(await chosen("first"), ["", "", ""], "the form is empty");
      assert.ok(perturbed(sent).length > 0);
      assert.deepEqual(faults(page), []);
    },
    { "index.html": pageOf(BOUND), "page.js": BIND },
  );
});

for (const [defect, form] of Object.entries({
  "fewer lists than places": BOUND.replace(
    selects("help", ["boss", "peers"], 2),
    selects("help", ["boss", "peers"], 1),
  ),
  "an item that is not offered": BOUND.replaceAll("<option>training</option>", ""),
  "boxes, which have no order": BOUND.replace(
    selects("help", ["boss", "peers"], 2),
    '<input type="checkbox" name="help" value="boss"><input type="checkbox" name="help" value="peers">',
  ),
}))
  test(`a form is not bound: ${defect}`, async () => {
    await visited(async (page) => page.getByText("form-mismatch").waitFor(), {
      "index.html": pageOf(form),
      "page.js": BIND,
    });
  });
