/** Ring: pages. A survey's page offers its languages; whoever changes it in the middle loses no answer, and nothing of it is stored or sent. */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { violations } from "./axe.mjs";
import { Collector } from "./collector.mjs";
import { audited, CANARY, gone, inside } from "./enclosed.mjs";
import { looks } from "./looks.mjs";
import { faults, openBrowser, openPage, picture, traces } from "./stage.mjs";

const collectorOf = (file) => Collector.open({ survey: fileURLToPath(new URL(file, import.meta.url)) });
/** Surveys in six languages, with a ranking and with a number; one in one language. */
const workplace = await collectorOf("../../www/workplace.json");
const larkhaven = await Collector.open();
const single = await collectorOf("../../examples/jspsych/survey.json");
const browser = await openBrowser();
after(async () => {
  await browser.close();
  for (const each of [workplace, larkhaven, single]) await each.close();
});

/** The beginning of the first question, by the languages' names. */
const HARASSED = { English: "In the past twelve months", Deutsch: "Wurden Sie", العربية: "في الاثني عشر شهرًا" };

async function addressOf(collector, settings = "") {
  return `${collector.origin}/answer.html#${(await collector.plan()).fingerprint}${settings}`;
}

/** Which inputs of a document are ticked and disabled, what is typed into them, and the places of a ranking, question by question. */
const filledIn = (frame) =>
  frame.locator("fieldset:visible").evaluateAll((fieldsets) =>
    fieldsets.map((each) =>
      [...each.querySelectorAll("input")].map((input) => {
        const place = input.parentElement.querySelector(".place")?.textContent ?? "";
        return [
          input.checked,
          input.disabled,
          input.type === "number" ? input.value : /[1١]/.test(place) ? 1 : place && 2,
        ];
      }),
    ),
  );

/** Presses the button of a language; returns the document in it, which shows this text. */
async function inOther(page, frame, language, text) {
  await page.getByRole("button", { name: language, exact: true }).click();
  await gone(frame);
  return inside(page, text);
}

test("whoever changes the language goes on with what is filled in, and nothing of it is stored or sent", async () => {
  for (const { colorScheme, width } of looks()) {
    const page = await openPage(browser, {
      locale: "en-GB",
      colorScheme,
      fonts: true,
      viewport: { width, height: 740 },
    });
    const asked = [];
    await page.goto(await addressOf(workplace));
    const frame = await inside(page, HARASSED.English);
    page.on("request", (request) => asked.push(request.method()));
    const choice = page.getByRole("group", { name: "Language", exact: true });
    const names = ["العربية", "Deutsch", "English", "Español", "Français", "日本語"];
    assert.deepEqual(await choice.getByRole("button").allInnerTexts(), names);
    assert.equal(await choice.getByRole("button", { pressed: true }).innerText(), "English");
    await frame.getByLabel("Yes").check();
    await frame.getByLabel("A superior").check();
    await frame.getByLabel("Insults").check();
    // The first place of two is given back.
    for (const item of [0, 2, 0]) await frame.locator(".ranking input").nth(item).click();
    const before = await filledIn(frame);
    assert.equal(before.flat().filter(([ticked]) => ticked).length, 4);
    const stored = JSON.stringify(await traces(page));

    const german = await inOther(page, frame, "Deutsch", HARASSED.Deutsch);
    assert.deepEqual(await filledIn(german), before);
    assert.equal(await page.locator("h1").innerText(), "Bei der Arbeit");
    assert.match(page.url(), /#sha256:[0-9a-f]{64}&lang=de$/);
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Deutsch");
    await german.locator(".ranking input").nth(1).click();
    await german.locator(".ranking input").nth(1).click();

    const arabic = await inOther(page, german, "العربية", HARASSED.العربية);
    assert.deepEqual(await filledIn(arabic), before);
    assert.equal(await page.locator("html").getAttribute("dir"), "rtl");
    assert.match(page.url(), /#sha256:[0-9a-f]{64}&lang=ar$/);
    await page.getByRole("group", { name: "اللغة", exact: true }).waitFor();
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(await audited(arabic), []);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    await picture(page, `answer-languages-${width}`);
    assert.equal(JSON.stringify(await traces(page)), stored);
    assert.deepEqual(
      asked.filter((method) => method !== "GET"),
      [],
    );
    assert.deepEqual(faults(page), []);
  }
});

test("one at a time, it goes on at the same question; what was typed is sent once, and then no language is offered", async () => {
  const page = await openPage(browser, { locale: "en-GB" });
  const told = [];
  page.on("request", (request) => told.push(`${request.method()} ${request.url()} ${request.postData() ?? ""}`));
  await page.goto(await addressOf(larkhaven, "&pace=one&lang=de"));
  let frame = await inside(page, "Frage 1 von 5");
  for (const answer of ["Nein", "Nur Cannabis", "Ja"]) {
    await frame.locator("fieldset:visible").getByText(answer, { exact: true }).click();
    await frame.getByRole("button", { name: "Weiter" }).click();
  }
  await frame.getByRole("spinbutton").fill(CANARY);
  frame = await inOther(page, frame, "Français", "Question 4 sur 5");
  assert.match(page.url(), /&pace=one&lang=fr$/);
  assert.equal(await frame.getByRole("spinbutton").inputValue(), CANARY);
  await frame.getByRole("button", { name: "Suivant" }).click();
  await frame.locator("fieldset:visible").getByText("Oui", { exact: true }).click();
  await frame.locator("button.primary").click();
  await inside(page, "Merci");
  assert.equal(await page.getByRole("group", { name: "Langue" }).count(), 0);
  assert.equal(told.filter((line) => line.startsWith("POST")).length, 1);
  for (const line of [...told, JSON.stringify(await traces(page))]) assert.ok(!line.includes(CANARY), line);
  assert.deepEqual(faults(page), []);
});

test("a language chosen twice before the plan is there loses nothing; a reload keeps the language and no answer", async () => {
  const page = await openPage(browser, { locale: "en-GB" });
  await page.goto(await addressOf(workplace));
  const frame = await inside(page, HARASSED.English);
  await frame.getByLabel("Yes").check();
  await page.evaluate(() => {
    for (const button of document.querySelectorAll("#languages [lang=de], #languages [lang=fr]")) button.click();
    document.querySelector("#languages [lang=ar]").click();
  });
  await gone(frame);
  const arabic = await inside(page, HARASSED.العربية);
  assert.equal(await arabic.locator(":checked").count(), 1);
  page.once("dialog", (dialog) => dialog.accept());
  await page.reload();
  const fresh = await inside(page, HARASSED.العربية);
  assert.equal(await fresh.locator(":checked").count(), 0);
  assert.deepEqual(faults(page), []);
});

test("no language is offered where there is one, nor where many people answer on one device", async () => {
  const page = await openPage(browser, { locale: "en-GB" });
  await page.goto(await addressOf(single));
  await inside(page, "How am I protected?");
  assert.equal(await page.locator("#languages").isVisible(), false);
  await page.goto("about:blank");
  await page.goto(await addressOf(workplace, "&mode=kiosk&lang=de"));
  await inside(page, HARASSED.Deutsch);
  assert.equal(await page.locator("#languages").isVisible(), false);
  assert.deepEqual(faults(page), []);
});

/** Replaces the system's randomness in a page by words that a seed determines. */
const seeded = (page, seed) =>
  page.addInitScript((seed) => {
    let word = seed;
    Crypto.prototype.getRandomValues = (numbers) => {
      for (let i = 0; i < numbers.length; i += 1) {
        word = (Math.imul(word, 0x5bd1e995) + 0x3c6ef372) >>> 0;
        numbers[i] = word >>> 8;
      }
      return numbers;
    };
  }, seed);

test("in the example, what is no answer is in the language of the page", async () => {
  const said = [];
  for (let seed = 1; seed <= 6; seed += 1) {
    const page = await openPage(browser, { locale: "de-DE" });
    await seeded(page, seed);
    await page.goto(await addressOf(workplace));
    const frame = await inside(page, HARASSED.Deutsch);
    said.push(await frame.locator("figure").innerText());
    await page.context().close();
  }
  // Nobody who answers "no" to the first question is asked the second.
  assert.ok(
    said.some((text) => text.includes("nicht gefragt")),
    said.join(),
  );
  for (const text of said) assert.doesNotMatch(text, /not asked|not reached|no answer/);
});

/** A number and several choices, all of which every device uses; the example shows the number and the first choice. */
const COMMUTE = {
  survey: "commute",
  attributes: [
    { name: "age", bins: [null, 18, null] },
    { name: "how", choose: "any", categories: ["bus", "bike"] },
  ],
  privacy: { record_epsilon: 4, method: "analysis" },
};
const LABELLED = {
  en: { answered: ["under 18", "✓"], other: ["18 or more", "✗"] },
  de: { answered: ["unter 18", "✓"], other: ["18 oder mehr", "✗"] },
  es: { answered: ["menos de 18", "✓"], other: ["18 o más", "✗"] },
  fr: { answered: ["moins de 18", "✓"], other: ["18 ou plus", "✗"] },
  ja: { answered: ["18未満", "✓"], other: ["18以上", "✗"] },
  ar: { answered: ["أقل من 18", "✓"], other: ["18 أو أكثر", "✗"] },
};

test("the example has ranges of numbers in words of the language, and signs for choices, whatever is drawn", async () => {
  const folder = mkdtempSync(join(tmpdir(), "candor-commute-"));
  writeFileSync(join(folder, "survey.json"), JSON.stringify(COMMUTE));
  const commute = await Collector.open({ survey: join(folder, "survey.json") });
  rmSync(folder, { recursive: true });
  for (const [language, { answered, other }] of Object.entries(LABELLED)) {
    const page = await openPage(browser, { locale: language });
    await page.goto(await addressOf(commute));
    const frame = await inside(page, answered[0]);
    const shown = await frame
      .locator("figure > div > div")
      .evaluateAll((rows) =>
        rows.map(({ children }) => [
          children[0].children[0].nextSibling.textContent,
          children[1].children[1].textContent,
        ]),
      );
    assert.equal(shown.length, 2);
    for (const [place, [own, leaves]] of shown.entries()) {
      assert.equal(own, answered[place]);
      assert.ok([answered[place], other[place]].includes(leaves), leaves);
    }
    assert.deepEqual(faults(page), []);
  }
});
