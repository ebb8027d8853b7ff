/** Ring: pages. Choices of which several can be ticked, rows on one scale, and a number with a reason beside it: in the elements and in bound forms, by keyboard alone, on a narrow screen. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { inLanguages } from "../nightly.mjs";
import { designed } from "../program.mjs";
import { violations } from "./axe.mjs";
import { audited, CANARY, inside, spied } from "./enclosed.mjs";
import { visiting } from "./example.mjs";
import { send } from "./faults.mjs";
import { faults, openBrowser, picture, traces } from "./stage.mjs";
import { dist, pageOf, surveyPage, workplace } from "./workplace.mjs";

const said = (en, de) => ({ en, de });
const choice = (value, en, de, more = {}) => ({ value, label: said(en, de), ...more });
const SCALE = ["Strongly disagree", "Disagree", "Neither", "Agree", "Strongly agree"];

/** Answers to "told" are asked of those who were touched; "how" takes one or two choices, or none alone. */
const SURVEY = {
  survey: "choices",
  title: said("At work", "Bei der Arbeit"),
  attributes: [
    {
      name: "how",
      question: said("How were you harassed?", "Wie wurden Sie belästigt?"),
      choose: "any",
      at_least: 1,
      at_most: 2,
      categories: [
        choice("words", "By words", "Mit Worten"),
        choice("touch", "By touch", "Durch Berührung"),
        choice("messages", "By messages", "Mit Nachrichten"),
        choice("none", "None of these", "Nichts davon", { excludes: "others" }),
      ],
    },
    {
      name: "told",
      question: said("Whom did you tell?", "Wem haben Sie es gesagt?"),
      choose: "any",
      optional: true,
      asked_if: { "how.touch": ["yes"] },
      categories: [choice("friend", "A friend", "Jemandem privat"), choice("boss", "A superior", "Vorgesetzten")],
    },
    {
      name: "climate",
      question: said("At my workplace …", "An meinem Arbeitsplatz …"),
      rows: [
        { name: "safe", question: said("I feel safe", "fühle ich mich sicher") },
        { name: "heard", question: said("I am heard", "werde ich gehört") },
      ],
      categories: SCALE.map((label, i) => choice(String(i + 1), label, `Stufe ${i + 1}`)),
    },
    {
      name: "age",
      question: said("Your age", "Ihr Alter"),
      bins: [16, 30, 50, null],
      categories: [choice("refused", "I will not say", "Sage ich nicht", { role: "refused" })],
    },
  ],
  privacy: { record_epsilon: 4 },
};

const files = { ...workplace(), "plan.json": designed(SURVEY), "form.js": dist("form.js") };
const browser = await openBrowser();
after(() => browser.close());
const visited = visiting(browser, files);

const box = (frame, label) => frame.getByRole("checkbox", { name: label, exact: true });
const height = async (page, element = "candor-survey") => (await page.locator(element).first().boundingBox()).height;
const ticked = (frame) =>
  frame.evaluate(() => [...document.querySelectorAll(":checked")].map((input) => input.parentElement.innerText.trim()));

/** Everything that could tell somebody else what was answered: what was sent, heard, stored and is shown now. */
async function assertGone(page, sent) {
  const told = () => [globalThis.heard, history.length, location.href, document.documentElement.outerHTML];
  const places = [...sent, JSON.stringify(await page.evaluate(told)), JSON.stringify(await traces(page))];
  for (const frame of page.frames()) places.push(await frame.content());
  for (const place of places) assert.ok(!place.includes(CANARY), place.slice(0, 500));
  const posts = sent.filter((line) => line.includes("/reports"));
  assert.equal(posts.length, 1);
  const { perturbed } = JSON.parse(posts[0].slice(posts[0].indexOf("{")));
  assert.ok(perturbed.length > 0);
}

/** The keys after which everything is answered; between questions is Tab where all are shown, and otherwise Enter. */
const KEYS = [
  // Two choices, a third one, which is one too many, and one that excludes all others.
  ["Space", "Tab", "Space"],
  ["Tab", "Space"],
  ["Tab", "Space"],
  // Back to two of them.
  ["Shift+Tab", "Space", "Shift+Tab", "Space"],
];

for (const pace of ["all", "one"])
  test(`answered by keyboard at 360 pixels, ${pace} at a time`, async () => {
    const page_ = { "index.html": spied(surveyPage(`pace="${pace}" lang="en"`)) };
    await visited(async (page, { asked, sent }) => {
      await page.setViewportSize({ width: 360, height: 700 });
      const frame = await inside(page, "How were you harassed?");
      await frame.getByText("Choose 1 to 2.").waitFor();
      const before = await height(page);
      const wide = () => frame.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await box(frame, "By words").focus();
      await page.evaluate(() => heard.splice(0));
      const shown = [];
      for (const keys of KEYS) {
        for (const key of keys) await page.keyboard.press(key);
        shown.push([await ticked(frame), await frame.locator(".alarm:visible").allInnerTexts()]);
        assert.equal(await height(page), before, "the page sees no other height");
      }
      const none = (texts) => texts.every((text) => text === "");
      assert.deepEqual(shown[0][0], ["By words", "By touch"]);
      assert.ok(none(shown[0][1]));
      assert.deepEqual(shown[1][0], ["By words", "By touch", "By messages"]);
      assert.ok(shown[1][1].includes("Choose 1 to 2."), "said at once");
      assert.deepEqual(shown[2][0], ["None of these"]);
      assert.ok(none(shown[2][1]));
      assert.deepEqual(shown[3][0], ["By touch", "By messages"]);
      // From the second choice to the next question, past two more choices.
      const onward = async (...tabs) => {
        if (pace === "one") return page.keyboard.press("Enter");
        for (const tab of tabs) await page.keyboard.press(tab);
      };
      await onward("Tab", "Tab", "Tab");
      assert.equal(await frame.locator("fieldset:visible").count(), pace === "all" ? 4 : 1);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Space");
      await onward("Tab", "Tab");
      for (const key of ["Space", "ArrowDown", "ArrowDown", "Tab", "Space", "ArrowUp"]) await page.keyboard.press(key);
      await onward("Tab");
      await page.keyboard.type(CANARY);
      assert.equal(await height(page), before);
      assert.ok((await wide()) <= 0, "nothing is cut off");
      assert.deepEqual(await audited(frame), []);
      assert.deepEqual(await page.evaluate(() => heard), []);
      if (pace === "all") {
        const all = ["By touch", "By messages", "A superior", "Neither", "Strongly agree"];
        assert.deepEqual(await ticked(frame), all);
      }
      await picture(page, `compounds-${pace}`);
      assert.ok(asked.every((line) => !line.startsWith("POST")));
      await frame.getByRole("button", { name: "Change at random and send" }).focus();
      await page.keyboard.press("Enter");
      await inside(page, "Thank you");
      await assertGone(page, sent);
      assert.deepEqual(faults(page), []);
    }, page_);
  });

test("more choices than allowed, or fewer, are not sent, and the focus goes to them", async () => {
  await visited(async (page, { asked }) => {
    const frame = await inside(page, "How were you harassed?");
    await frame.getByRole("spinbutton").fill("40");
    for (const row of ["I feel safe", "I am heard"]) await frame.getByRole("radio", { name: `${row} Agree` }).check();
    const complaint = frame.getByRole("alert").filter({ hasText: "Choose 1 to 2." });
    const focused = () => frame.evaluate(() => document.activeElement.parentElement.innerText);
    for (const labels of [[], ["By words", "By touch", "By messages"]]) {
      for (const label of labels) await box(frame, label).check();
      await send(frame);
      await complaint.waitFor();
      assert.equal(await focused(), "By words");
      assert.equal(await box(frame, "By words").getAttribute("aria-invalid"), "true");
      assert.deepEqual(await audited(frame), []);
    }
    assert.ok(asked.every((line) => !line.startsWith("POST")));
    await box(frame, "By touch").uncheck();
    assert.equal(await complaint.count(), 0);
    await send(frame);
    await inside(page, "Thank you");
  });
});

test("a choice that hides a question has it forget what was ticked, and say so when it is shown again", async () => {
  await visited(async (page) => {
    const frame = await inside(page, "How were you harassed?");
    const again = frame.getByText("Forgotten: please answer again.");
    await box(frame, "By touch").check();
    await box(frame, "A friend").check();
    await box(frame, "None of these").check();
    assert.equal(await box(frame, "A friend").count(), 0, "it is not in the accessibility tree");
    await box(frame, "By touch").check();
    await again.waitFor();
    assert.deepEqual(await ticked(frame), ["By touch"]);
    // One too many does not hide it.
    await box(frame, "Prefer not to say").check();
    await box(frame, "By words").check();
    await box(frame, "By messages").check();
    assert.equal(await box(frame, "Prefer not to say").isChecked(), true);
    await box(frame, "A superior").check();
    assert.equal(await box(frame, "Prefer not to say").isChecked(), false);
    assert.equal(await again.count(), 0);
  });
});

test("rows are a table where there is room, and one below the other where there is not, each scale in its order", async () => {
  await visited(async (page) => {
    const frame = await inside(page, "At my workplace …");
    const table = frame.getByRole("table");
    const places = async (row) => {
      const radios = await frame.getByRole("radio", { name: new RegExp(`^${row} `) }).all();
      return Promise.all(radios.map((radio) => radio.boundingBox()));
    };
    assert.deepEqual(await table.getByRole("columnheader").allInnerTexts(), SCALE);
    assert.deepEqual(await table.getByRole("rowheader").allInnerTexts(), ["I feel safe", "I am heard"]);
    const widths = await table
      .getByRole("columnheader")
      .evaluateAll((all) => all.map((head) => Math.round(head.clientWidth)));
    assert.equal(new Set(widths).size, 1, "equal steps");
    const [first, second] = [await places("I feel safe"), await places("I am heard")];
    assert.equal(first.length, SCALE.length);
    assert.equal(new Set(first.map(({ y }) => Math.round(y))).size, 1);
    assert.deepEqual(
      first.map(({ x }) => Math.round(x)),
      second.map(({ x }) => Math.round(x)),
    );
    assert.deepEqual(await audited(frame), []);
    await picture(page, "compounds-table");
    for (const width of [700, 360, 320]) {
      await page.setViewportSize({ width, height: 700 });
      await frame.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
      const own = await places("I feel safe");
      const steps = own.slice(1).map(({ x, y }, i) => [Math.sign(Math.round(x - own[i].x)), Math.sign(y - own[i].y)]);
      assert.equal(new Set(steps.map(String)).size, 1, "in one direction");
      if (width === 360) assert.equal(String(steps[0]), "0,1");
      for (const text of SCALE)
        assert.equal(
          await frame.locator("td").getByText(text, { exact: true }).first().isVisible(),
          String(steps[0]) === "0,1",
        );
      assert.deepEqual(await audited(frame), []);
    }
    await send(frame);
    await frame.getByText("Please answer every row.").waitFor();
    await frame.getByRole("radio", { name: "I feel safe Agree" }).check();
    assert.equal(await frame.getByRole("radio", { name: "I am heard Agree" }).getAttribute("aria-invalid"), "true");
    await frame.getByRole("radio", { name: "I am heard Neither" }).check();
    assert.equal(await frame.getByText("Please answer every row.").count(), 0);
  });
});

test("a reason clears the number beside it, and a number the reason", async () => {
  await visited(async (page) => {
    const frame = await inside(page, "Your age");
    const [age, reason] = [frame.getByRole("spinbutton"), box(frame, "I will not say")];
    assert.equal(await frame.getByText("16 to under 30 · 30 to under 50 · 50 or more").count(), 1);
    await age.fill("44");
    await reason.check();
    assert.equal(await age.inputValue(), "");
    await age.fill("44");
    assert.equal(await reason.isChecked(), false);
    await age.fill("3");
    await send(frame);
    await frame.getByText("Please enter a number within these ranges.").waitFor();
    await reason.check();
    assert.equal(await frame.getByText("Please enter a number within these ranges.").count(), 0);
  });
});

for (const [language, rule] of inLanguages(
  Object.entries({
    ar: "اختر من 1 إلى 2.",
    de: "Wählen Sie 1 bis 2.",
    es: "Elija de 1 a 2.",
    fr: "Choisissez-en de 1 à 2.",
    ja: "1～2個選んでください。",
  }),
))
  test(`the rule is said in ${language}, in one line`, async () => {
    await visited(
      async (page) => {
        await page.setViewportSize({ width: 360, height: 700 });
        const own =
          language === "de"
            ? ["Mit Worten", "Durch Berührung", "Mit Nachrichten"]
            : ["By words", "By touch", "By messages"];
        const frame = await inside(page, own[0]);
        const before = await height(page);
        const latin = (text) => text.replace(/[٠-٩]/g, (digit) => "٠١٢٣٤٥٦٧٨٩".indexOf(digit));
        assert.ok((await frame.locator("legend .note").allInnerTexts()).map(latin).includes(rule));
        for (const label of own) await box(frame, label).check();
        assert.ok((await frame.getByRole("alert").allInnerTexts()).map(latin).includes(rule));
        assert.equal(await height(page), before);
        assert.deepEqual(await audited(frame), []);
      },
      { "index.html": surveyPage(`lang="${language}"`) },
    );
  });

test("in a form of the page's own, each compound is one element, and the page does not learn that one choice is too many", async () => {
  const names = ["how", "climate", "age"];
  const asking = names.map((name) => `<candor-question name="${name}"></candor-question>`).join("");
  const form = `<form id="own"><candor-form name="report" plan="./plan.json" max-record-epsilon="4">${asking}</candor-form><button>Join</button></form>`;
  await visited(
    async (page, { sent }) => {
      const frame = await inside(page, "How were you harassed?");
      await page.evaluate(() => document.forms.own.addEventListener("submit", (event) => event.preventDefault()));
      const rows = await inside(page, "At my workplace …");
      for (const row of ["I feel safe", "I am heard"]) await rows.getByRole("radio", { name: `${row} Agree` }).check();
      await (await inside(page, "Your age")).getByRole("spinbutton").fill(CANARY);
      const isValid = () => page.evaluate(() => document.forms.own.checkValidity());
      assert.equal(await isValid(), false);
      await box(frame, "By words").check();
      assert.equal(await isValid(), true);
      const tall = await height(page, "[name=how]");
      await page.evaluate(() => heard.splice(0));
      await box(frame, "By messages").check();
      await box(frame, "By touch").check();
      await box(frame, "A friend").check();
      assert.equal(await height(page, "[name=how]"), tall);
      assert.deepEqual(await page.evaluate(() => heard), []);
      assert.equal(await isValid(), true);
      await page.getByRole("button", { name: "Join" }).click();
      await frame.getByRole("alert").filter({ hasText: "Choose 1 to 2." }).waitFor();
      assert.deepEqual(await page.evaluate(() => [...new FormData(document.forms.own)]), []);
      await box(frame, "By messages").uncheck();
      await page.getByRole("button", { name: "Join" }).click();
      await inside(page, "Only the report is left");
      const [[, report]] = await page.evaluate(() => [...new FormData(document.forms.own)]);
      assert.deepEqual(Object.keys(JSON.parse(report)), ["id", "perturbed", "plan"]);
      for (const place of [...sent, JSON.stringify(await traces(page)), await page.content()])
        assert.ok(!place.includes(CANARY));
      assert.deepEqual(faults(page), []);
    },
    { "index.html": spied(pageOf(form)) },
  );
});

const boxes = (name, ...values) =>
  values.map((value) => `<label><input type="checkbox" name="${name}" value="${value}">${value}</label>`).join("");
const radios = (name) =>
  SCALE.map((label, i) => `<label><input type="radio" name="${name}" value="${i + 1}">${name} ${label}</label>`).join(
    "",
  );
const BOUND = `<form id="own"><fieldset disabled><legend>In confidence</legend>
  <fieldset><legend>How?</legend>${boxes("how", "words", "touch", "messages", "none")}</fieldset>
  <fieldset data-question="told"><legend>Whom?</legend>${boxes("told", "friend", "boss")}<label><input type="checkbox" name="told" value="">no answer</label></fieldset>
  <fieldset><legend>Climate</legend>${radios("climate.safe")}${radios("climate.heard")}</fieldset>
  <p><label>Age <input name="age" inputmode="decimal"></label>${boxes("age", "refused")}</p>
  </fieldset><button>Send</button></form><p id="status" role="status"></p>`;
const BIND = `
  import { loadPlan } from "./index.js";
  import { bind } from "./form.js";
  const [form, status] = [document.forms.own, document.querySelector("#status")];
  for (const type of ["candor-ready", "candor-received"]) form.addEventListener(type, () => { status.textContent = type; });
  form.addEventListener("candor-failed", ({ detail }) => { status.textContent = detail.code + " " + detail.attribute; });
  const message = ({ code }) => code;
  bind(form, loadPlan("./plan.json", { storage: "memory" }), { endpoint: "./reports", message });`;

test("a bound form's boxes are one answer, keep to its rule, and lead to follow-ups", async () => {
  await visited(
    async (page, { sent }) => {
      await page.getByText("candor-ready").waitFor();
      const own = (name, value) => page.locator(`[name="${name}"][value="${value}"]`);
      const message = () =>
        page.locator("[name=how]").evaluateAll((all) => all.map((one) => one.validationMessage).join(""));
      const isShown = () => page.locator("[data-question=told]").isVisible();
      assert.equal(await isShown(), false);
      await own("how", "none").check();
      await own("how", "touch").check();
      assert.equal(await own("how", "none").isChecked(), false);
      assert.equal(await isShown(), true);
      await own("told", "boss").check();
      await own("how", "words").check();
      await own("how", "messages").check();
      assert.equal(await message(), "invalid-choices");
      assert.equal(await page.evaluate(() => document.activeElement.value), "messages", "said where it was ticked");
      await own("how", "messages").uncheck();
      assert.equal(await message(), "");
      assert.equal(await own("told", "boss").isChecked(), true);
      assert.deepEqual(await violations(page), []);
      await own("told", "").check();
      assert.equal(await own("told", "boss").isChecked(), false);
      await own("climate.safe", "4").check();
      await page.getByLabel("Age", { exact: true }).fill(CANARY);
      const sending = () => page.getByRole("button", { name: "Send" }).click();
      await sending();
      await page.getByText("missing-answer climate.heard").waitFor();
      await own("climate.heard", "5").check();
      await sending();
      await page.getByText("candor-received").waitFor();
      assert.equal(await page.locator(":checked").count(), 0, "the form is empty");
      await assertGone(page, sent);
      assert.deepEqual(faults(page), []);
    },
    { "index.html": pageOf(BOUND), "page.js": BIND },
  );
});

for (const [defect, lacking] of Object.entries({
  "a choice that is not offered": ['value="messages"', 'value="texts"'],
  "a number without the reason that the plan has": ['type="checkbox" name="age"', 'type="checkbox" name="other"'],
}))
  test(`a form is not bound: ${defect}`, async () => {
    await visited(async (page) => page.getByText("form-mismatch").waitFor(), {
      "index.html": pageOf(BOUND.replace(...lacking)),
      "page.js": BIND,
    });
  });
