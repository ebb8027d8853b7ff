/** Ring: pages. Questions that are asked only after some answers: in the elements, by keyboard alone, on a narrow screen. Whatever path is taken, the page sees the same. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { every, inLanguages } from "../nightly.mjs";
import { audited, CANARY, inside, spied } from "./enclosed.mjs";
import { visiting } from "./example.mjs";
import { send } from "./faults.mjs";
import { faults, openBrowser, picture, traces } from "./stage.mjs";
import { pageOf, surveyPage, workplace } from "./workplace.mjs";

const files = workplace();
const browser = await openBrowser();
after(() => browser.close());
const visited = visiting(browser, files);

const visible = (frame) => frame.locator("fieldset:visible > legend").allInnerTexts();
const height = async (page, element = "candor-survey") => (await page.locator(element).first().boundingBox()).height;

/** The height of the element once its frame is as narrow as a telephone and as high as its content. */
async function settledHeight(page, frame) {
  await frame.locator("main").evaluate(
    (content) =>
      new Promise((settled) => {
        const fits = () => innerWidth <= 360 && innerHeight === Math.ceil(content.getBoundingClientRect().height);
        const look = () => (fits() ? settled() : requestAnimationFrame(look));
        look();
      }),
  );
  return height(page);
}

/** Everything that could tell somebody else what was answered: what was sent, heard, stored and is shown now. */
async function assertGone(page, sent) {
  const told = () => [
    globalThis.heard,
    history.state,
    history.length,
    location.href,
    document.documentElement.outerHTML,
  ];
  const places = [...sent, JSON.stringify(await page.evaluate(told)), JSON.stringify(await traces(page))];
  for (const frame of page.frames()) places.push(await frame.content());
  for (const place of places) assert.ok(!place.includes(CANARY), place.slice(0, 500));
}

/** Presses these keys one after the other. */
async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

/** Ways through the survey by keyboard, from its first question on: what is pressed or typed, and what is shown then. */
const PATHS = {
  "by whom, whether it was reported, and the pension": [
    [
      ["ArrowRight", "Tab"],
      ["Were you harassed?", "By whom?", "Your age"],
    ],
    [
      ["Space", "Tab"],
      ["Were you harassed?", "By whom?", "Did you report it?", "Your age"],
    ],
    [["ArrowRight", "Tab"], undefined],
    ["63", ["Were you harassed?", "By whom?", "Did you report it?", "Your age", "Your pension"]],
    [["Tab"], undefined],
    [CANARY, undefined],
  ],
  "nothing more": [
    [["Tab"], ["Were you harassed?", "Your age"]],
    ["20", ["Were you harassed?", "Your age"]],
  ],
  "a pension that is not asked in the end": [
    [
      ["ArrowRight", "ArrowRight", "Tab"],
      ["Were you harassed?", "Your age"],
    ],
    ["63", ["Were you harassed?", "Your age", "Your pension"]],
    [["Tab"], undefined],
    [CANARY, undefined],
    [["Shift+Tab", "Control+A"], undefined],
    ["29", ["Were you harassed?", "Your age"]],
  ],
};

for (const pace of ["all", "one"])
  for (const [path, steps] of every(Object.entries(PATHS), Object.entries(PATHS).slice(0, pace === "all" ? 3 : 1)))
    test(`${path}: answered by keyboard at 360 pixels, ${pace} at a time`, async () => {
      const changed = { "index.html": spied(surveyPage(`pace="${pace}" lang="en"`)) };
      await visited(async (page, { asked, sent }) => {
        await page.setViewportSize({ width: 360, height: 700 });
        const frame = await inside(page, "Were you harassed?");
        const before = await settledHeight(page, frame);
        await frame.getByLabel("No", { exact: true }).focus();
        await page.keyboard.press("Space");
        await page.evaluate(() => heard.splice(0));
        const wide = () => frame.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        for (const [keys, shown] of steps) {
          const typed = typeof keys === "string";
          if (typed) await page.keyboard.type(keys);
          else if (pace === "all") await press(page, ...keys);
          // One at a time, what leads to the next question is Enter, and to the one before a button.
          else
            for (const key of keys)
              if (key === "Tab") await press(page, "Enter", ...((await isNumber(frame)) ? [] : ["Space"]));
              else if (key === "Shift+Tab") await press(page, "Tab", "Enter");
              else await press(page, key);
          if (shown && pace === "all") assert.deepEqual(await visible(frame), shown);
          if (pace === "one") assert.equal((await visible(frame)).length, 1);
          assert.equal(await height(page), before, "the page sees no other height");
          assert.ok((await wide()) <= 0, "nothing is cut off");
          assert.deepEqual(await page.evaluate(() => [heard, document.activeElement.localName]), [[], "candor-survey"]);
        }
        assert.deepEqual(await audited(frame), []);
        await picture(page, `follow-ups-${Object.keys(PATHS).indexOf(path)}-${pace}`);
        assert.ok(asked.every((line) => !line.startsWith("POST")));
        await frame.getByRole("button", { name: "Change at random and send" }).focus();
        await page.keyboard.press("Enter");
        await inside(page, "Thank you");
        const posts = sent.filter((line) => line.includes("/reports"));
        assert.equal(posts.length, 1);
        await assertGone(page, sent);
        assert.deepEqual(faults(page), []);
      }, changed);
    });

const isNumber = (frame) => frame.evaluate(() => document.activeElement.type === "number");

test("requests are of one length and at one moment, whatever was asked", async () => {
  const lengths = new Set();
  for (const answered of ["No", "Yes"])
    await visited(async (page, { asked, sent }) => {
      const frame = await inside(page, "Were you harassed?");
      const loaded = asked.length;
      await frame.getByLabel(answered, { exact: true }).check();
      if (answered === "Yes") {
        await frame.getByLabel("A superior").check();
        await frame.getByLabel("Elsewhere").check();
      }
      await frame.getByRole("spinbutton").first().fill("20");
      assert.equal(asked.length, loaded);
      await send(frame);
      await inside(page, "Thank you");
      assert.deepEqual(asked.slice(loaded), ["POST /reports"]);
      const [post] = sent.filter((line) => line.includes("/reports"));
      lengths.add(post.length - page.url().length);
    });
  assert.equal(lengths.size, 1);
});

test("a question that is hidden forgets its answer, whatever that was, and says so when it is shown again", async () => {
  await visited(async (page, { sent }) => {
    const frame = await inside(page, "Were you harassed?");
    const [age, pension] = [0, 1].map((i) => frame.getByRole("spinbutton", { includeHidden: true }).nth(i));
    for (const left of [CANARY, `-${CANARY}`, "1e"]) {
      await age.fill("63");
      await pension.focus();
      await page.keyboard.type(left);
      await age.fill("40");
      assert.equal(await pension.evaluate(({ value, validity }) => value + validity.badInput), "false");
      assert.equal(await frame.getByText("Forgotten: please answer again.").count(), 0);
      assert.equal(await frame.getByRole("spinbutton").count(), 1, "it is not in the accessibility tree");
      await age.fill("63");
      await frame.getByText("Forgotten: please answer again.").waitFor();
      assert.equal(await pension.inputValue(), "");
      assert.equal(await pension.getAttribute("aria-invalid"), "false");
      const described = await pension.getAttribute("aria-describedby");
      const texts = await frame.evaluate(
        (ids) => ids.split(" ").map((id) => document.getElementById(id).innerText),
        described,
      );
      assert.equal(texts[0], "Forgotten: please answer again.");
      assert.deepEqual(await audited(frame), []);
      await pension.fill("5");
      assert.equal(await frame.getByText("Forgotten: please answer again.").count(), 0);
      await pension.fill("");
      await age.fill("");
    }
    // A chain: with its parent the third question goes, too.
    await frame.getByLabel("Yes", { exact: true }).check();
    await frame.getByLabel("A colleague").check();
    await frame.getByRole("radio", { name: "At work" }).check();
    await frame.getByLabel("No", { exact: true }).check();
    await frame.getByLabel("Yes", { exact: true }).check();
    assert.deepEqual(
      await visible(frame),
      ["Were you harassed?", "By whom?\nForgotten: please answer again.", "Your age"].map(
        (text) => text.split("\n")[0],
      ),
    );
    assert.equal(await frame.locator("fieldset:visible :checked").count(), 1);
    await frame.getByLabel("A customer").check();
    assert.deepEqual(await visible(frame), ["Were you harassed?", "By whom?", "Your age"]);
    await frame.getByLabel("A superior").check();
    assert.equal(await frame.getByText("Forgotten: please answer again.").count(), 1, "at the third question");
    const high = () => frame.evaluate(() => document.querySelector("main").getBoundingClientRect().height);
    await age.fill("20");
    const before = await high();
    await send(frame);
    await frame.getByText("Questions still open: 1").waitFor();
    assert.equal(await high(), before, "that a follow-up is open is told to nobody by the height");
    await age.fill("");
    await send(frame);
    await frame.getByText("Questions still open: 2").waitFor();
    await frame.getByLabel("Prefer not to say").check();
    await age.fill("20");
    await send(frame);
    await inside(page, "Thank you");
    await assertGone(page, sent);
    assert.deepEqual(faults(page), []);
  });
});

test("in a form of the page's own, questions that depend on each other are asked in one element", async () => {
  const asking = (...names) =>
    pageOf(
      `<form id="own"><candor-form name="report" plan="./plan.json" max-record-epsilon="4">${names.map((name) => `<candor-question name="${name}"></candor-question>`).join("")}</candor-form><button>Join</button></form>`,
    );
  await visited(
    async (page, { sent }) => {
      const frame = await inside(page, "Were you harassed?");
      await page.evaluate(() => document.forms.own.addEventListener("submit", (event) => event.preventDefault()));
      const tall = await height(page, "[name=harassed]");
      await page.evaluate(() => heard.splice(0));
      await frame.getByLabel("Yes", { exact: true }).check();
      await frame.getByLabel("A superior").check();
      await frame.getByLabel("To nobody").focus();
      assert.equal(await page.evaluate(() => document.activeElement.getAttribute("name")), "harassed");
      assert.equal(await height(page, "[name=harassed]"), tall);
      assert.deepEqual(await page.evaluate(() => heard), []);
      const second = await inside(page, "Your age");
      await second.getByRole("spinbutton").first().fill("20");
      await page.getByRole("button", { name: "Join" }).click();
      assert.deepEqual(await page.evaluate(() => [...new FormData(document.forms.own)]), []);
      await frame.getByLabel("Elsewhere").check();
      assert.deepEqual(await audited(frame), []);
      await page.getByRole("button", { name: "Join" }).click();
      await inside(page, "Only the report is left");
      const [[, report]] = await page.evaluate(() => [...new FormData(document.forms.own)]);
      assert.deepEqual(Object.keys(JSON.parse(report)), ["id", "perturbed", "plan"]);
      await assertGone(page, sent);
      assert.deepEqual(faults(page), []);
    },
    { "index.html": spied(asking("harassed", "age")) },
  );
  for (const names of [["harassed"], ["harassed", "by", "age"], ["harassed", "age", "pension"]])
    await visited(
      async (page) => {
        await page.waitForFunction(() => document.title === "form-mismatch");
      },
      { "index.html": asking(...names) },
    );
});

for (const [language, again] of inLanguages([
  ["de", "Vergessen: bitte neu antworten."],
  ["fr", "Oubliée : répondez à nouveau."],
  ["es", "Olvidada: responda de nuevo."],
  ["ar", "نُسيت إجابتك السابقة: أجب من جديد."],
  ["ja", "回答は消えました。再度お答えください。"],
]))
  test(`it says so in ${language}, in one line`, async () => {
    await visited(
      async (page) => {
        await page.setViewportSize({ width: 360, height: 700 });
        const own = language === "de" ? ["Ja", "Kollegen", "Nein"] : ["Yes", "A colleague", "No"];
        const frame = await inside(page, own[0]);
        const before = await settledHeight(page, frame);
        for (const label of [own[0], own[1], own[2], own[0]]) await frame.getByLabel(label, { exact: true }).check();
        await frame.getByText(again).waitFor();
        assert.equal(await height(page), before);
        assert.deepEqual(await audited(frame), []);
      },
      { "index.html": surveyPage(`lang="${language}"`) },
    );
  });
