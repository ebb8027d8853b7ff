/** The pages of the demonstration's survey in each of their languages: every word is there, and no word of another language. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { every } from "../nightly.mjs";
import { violations } from "./axe.mjs";
import { Collector } from "./collector.mjs";
import { faults, openBrowser, openPage, picture } from "./stage.mjs";

const SURVEY = JSON.parse(readFileSync(new URL("../../www/survey.json", import.meta.url), "utf8"));

/** Texts by which each language is recognised: the heading of the page, and what it says after a report. */
const LANGUAGES = {
  es: { headline: /^Responda con sinceridad/, thanks: "Gracias", totals: "Todavía no hay totales." },
  ja: { headline: /^正直にお答えください/, thanks: "ありがとうございました", totals: "まだ集計がありません。" },
  ar: { headline: /^أجب بصدق/, thanks: "شكرًا لك", totals: "لا مجاميع بعد." },
  fr: { headline: /^Répondez sincèrement/, thanks: "Merci", totals: "Pas encore de totaux." },
  de: { headline: /^Antworten Sie ehrlich/, thanks: "Vielen Dank", totals: "Noch keine Gesamtergebnisse." },
};
const NAMES = ["English", "Español", "日本語", "العربية", "Français", "Deutsch"];

/** Texts that a language shares with English. */
const SHARED = { es: ["No", "no", "No · No"], ja: [], ar: [], fr: ["Pages", "Question"], de: [] };

/** Latin words that pages in other scripts may have: names, formats of files, and members of a report. */
const LATIN = /Candor|Larkhaven|JSON|CSV|\bplan\b|\bid\b|sha256:[0-9a-f]+|\{"id.*\}/g;

const collector = await Collector.open();
after(() => collector.close());
/** A collector that gets no reports. */
const empty = await Collector.open();
after(() => empty.close());
const browser = await openBrowser();
after(() => browser.close());

test("where no script runs, respondents' pages say so in every language", async () => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  for (const path of ["", "answer.html", "embed.html"]) {
    await page.goto(`${collector.origin}/${path}`);
    for (const language of ["en", ...Object.keys(LANGUAGES)]) {
      const paragraph = page.locator(`noscript p[lang=${language}]`);
      assert.match(await paragraph.innerText(), /JavaScript/, `${path} in ${language}`);
      assert.equal(await paragraph.evaluate(({ dir }) => dir), "auto");
    }
  }
  await picture(page, "without-script");
  await page.context().close();
});

/** All texts of a page, including those for people who cannot see it. */
const said = (page) =>
  page.evaluate(() => {
    const texts = [document.title, document.querySelector("meta[name=description]").content];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode;
      if (!parentElement.closest("script, style, noscript, code")) texts.push(data);
    }
    for (const each of document.querySelectorAll("[aria-label]")) texts.push(each.getAttribute("aria-label"));
    return texts.map((text) => text.replace(/\s+/g, " ").trim()).filter((text) => /\p{L}/u.test(text));
  });

async function fillIn(page, only = ".cards") {
  for (const card of await page.locator(only).all()) await card.getByRole("radio").first().check();
  await page.getByRole("spinbutton").fill("1800");
}

const send = (page) => page.locator("form").evaluate((form) => form.requestSubmit());

/** Opens the page, and returns its texts at every step of a survey; calls `look` at each. */
async function answering(page, look) {
  const step = async (name) => {
    await look(name);
    return said(page);
  };
  await page.goto(collector.origin);
  await page.locator("form").waitFor();
  await page.locator("#promise-sentences li").first().waitFor({ state: "attached" });
  const texts = await step("empty");
  await send(page);
  texts.push(...(await step("complaints")));
  await fillIn(page);
  texts.push(...(await step("filled")));
  await page.route("**/reports", (route) => route.abort());
  await send(page);
  await page.locator(".setback").waitFor();
  texts.push(...(await step("not-received")));
  await page.unroute("**/reports");
  await page.locator(".departure .button.primary").click();
  await page.locator(".afterwards").waitFor();
  texts.push(...(await step("sent")));
  await page.reload();
  await page.locator(".afterwards").waitFor();
  texts.push(...(await step("kept")));
  await page.route("**/surveys/*", (route) => route.abort());
  await page.reload();
  await page.locator("#survey [role=alert]").waitFor();
  texts.push(...(await step("unavailable")));
  await page.unroute("**/surveys/*");
  return texts;
}

/** Replaces the system's randomness in a page by words that a seed determines. */
const seeded = (page, seed) =>
  page.addInitScript((seed) => {
    let word = seed;
    Crypto.prototype.getRandomValues = (bytes) => {
      for (let i = 0; i < bytes.length; i += 1) {
        word = (Math.imul(word, 0x5bd1e995) + 0x3c6ef372) >>> 0;
        bytes[i] = word >>> 24;
      }
      return bytes;
    };
  }, seed);

const SEEDS = every([1, 2, 3, 4, 5, 6], [1, 2]);

/** Asserts that what is to be sent fits a narrow screen; waits for the network first, as pages do. */
async function fitting(language, seed) {
  const page = await openPage(browser, { fonts: true, locale: language, viewport: { width: 360, height: 800 } });
  await seeded(page, seed);
  await page.route("**/reports", (route) => route.abort());
  await page.goto(collector.origin);
  await page.locator("form").waitFor();
  await fillIn(page);
  await send(page);
  await page.locator(".setback").waitFor();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `${language}, seed ${seed}: ${overflow} pixels too wide`);
  const table = await page.locator(".departure table").innerText();
  await page.context().close();
  return table;
}

test("what is to be sent fits a narrow screen in every language, whatever was drawn", async () => {
  const tables = new Set();
  const languages = every(["en", ...Object.keys(LANGUAGES)], ["de", "ar"]);
  for (const language of languages)
    for (const table of await Promise.all(SEEDS.map((seed) => fitting(language, seed)))) tables.add(table);
  assert.ok(tables.size > (2 / 3) * languages.length * SEEDS.length, `${tables.size} different tables`);
});

/** The same for the dashboard, with simulated people, each with a report. */
async function reading(page, look) {
  await page.goto(`${collector.origin}/dashboard.html`);
  await page.locator("#simulation .primary").waitFor();
  await page.locator("#times:not(:empty)").waitFor();
  const texts = await said(page);
  await page.locator("#simulation .primary").click();
  await page.locator("#simulation progress").waitFor();
  texts.push(...(await said(page)));
  await page.locator("#cross-table svg").waitFor();
  await page.locator("#truth-key").waitFor();
  await page.locator("#simulation .button:not(.primary)").click();
  await page.locator("#simulation progress").waitFor({ state: "hidden" });
  await page.locator("#refresh").click();
  await page.locator("#announcement:not(:empty)").waitFor({ state: "attached" });
  await look("totals");
  texts.push(...(await said(page)));
  await page.route("**/estimates?*", (route) => route.fulfill({ status: 401, json: { code: "unauthorized" } }));
  await page.locator("#refresh").click();
  await page.locator("#reader form").waitFor();
  texts.push(...(await said(page)));
  await page.locator("#cross-table select").first().selectOption("voting");
  await page.locator("#cross-table figure").waitFor({ state: "hidden" });
  texts.push(...(await said(page)));
  return texts;
}

/** The pages' texts in English, with which each language is compared; collected once, by whichever test comes first. */
let inEnglish;
const english = () => {
  inEnglish ??= (async () => {
    const page = await openPage(browser);
    const texts = new Set();
    for (const visit of [answering, reading]) for (const text of await visit(page, () => {})) texts.add(text);
    await page.context().close();
    return texts;
  })();
  return inEnglish;
};

test("in English", async () => {
  const said = await english();
  assert.ok(said.size > 120, `${said.size} texts`);
  assert.deepEqual(
    [...said].filter((text) => /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}\p{Script=Greek}]/u.test(text)),
    ["日本語", "العربية"],
  );
});

for (const [language, { headline, thanks, totals }] of Object.entries(LANGUAGES)) {
  for (const width of every([1280, 360], { de: [1280], ar: [360] }[language] ?? [])) {
    test(`in ${language}, ${width} pixels wide`, async () => {
      const before = await english();
      const page = await openPage(browser, { fonts: true, locale: language, viewport: { width, height: 800 } });
      const look = async (state) => {
        const root = page.locator("html");
        assert.equal(await root.getAttribute("lang"), language, state);
        assert.equal(await root.getAttribute("dir"), language === "ar" ? "rtl" : "ltr", state);
        assert.deepEqual(await violations(page), [], state);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(overflow <= 0, `${state}: ${overflow} pixels too wide`);
        if (state === "sent") await page.getByRole("heading", { name: thanks, exact: true }).waitFor();
        await picture(page, `language-${language}-${state}-${width}`);
      };
      const texts = [...(await answering(page, look)), ...(await reading(page, look))];
      assert.match(await page.locator("#survey-title").innerText(), new RegExp(SURVEY.title[language]));
      const left = texts.filter((text) => before.has(text) && !NAMES.includes(text) && text !== "Candor");
      assert.deepEqual(
        [...new Set(left)].filter((text) => !SHARED[language].includes(text)),
        [],
        "left in English",
      );
      const odd = texts.filter((text) => /undefined|NaN|\[|\]|\$\{|object Object/.test(text));
      assert.deepEqual(odd, [], "what is missing");
      const latin = ["ja", "ar"].includes(language)
        ? texts.filter((text) => !NAMES.includes(text) && /[A-Za-z]{2}/.test(text.replace(LATIN, "")))
        : [];
      assert.deepEqual(latin, [], "in other letters");
      assert.deepEqual(faults(page), []);
      await page.context().close();
    });
  }

  test(`the first words in ${language} are its own, of one file that no other reader loads`, async () => {
    const page = await openPage(browser, { locale: `${language}-x-any` });
    const asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    let letCome;
    const mayCome = new Promise((come) => {
      letCome = come;
    });
    await page.route(`**/assets/${language}-*.js`, async (route) => {
      await mayCome;
      await route.continue();
    });
    await page.goto(empty.origin, { waitUntil: "commit" });
    const heading = page.locator("h1");
    await heading.waitFor({ state: "attached" });
    assert.equal(await heading.isVisible(), false, "nothing is shown in English");
    letCome();
    await heading.waitFor();
    assert.match(await heading.innerText(), headline);
    await page.locator("form").waitFor();
    assert.equal(await page.locator("#form-title").innerText(), SURVEY.title[language]);
    const words = asked.filter((path) => /^\/assets\/[a-z]{2}-/.test(path));
    assert.deepEqual(
      words.map((path) => path.slice(8, 10)),
      [language],
    );
    await page.goto(`${empty.origin}/dashboard.html`);
    await page.getByRole("heading", { name: totals }).waitFor();
    await page.context().close();
  });
}

test("without scripts the pages stand in English, every word of them", async () => {
  const page = await openPage(browser, { locale: "es", javaScriptEnabled: false });
  for (const [place, headline] of [
    ["/", /^Answer honestly/],
    ["/dashboard.html", /^The totals/],
  ]) {
    await page.goto(collector.origin + place);
    assert.match(await page.locator("h1").innerText(), headline);
    assert.ok((await page.locator("[data-word]").count()) > 10);
    assert.equal(await page.locator("[data-word]:empty:not(meta)").count(), 0);
    assert.equal(await page.locator("[data-word] a:empty, meta[content='']").count(), 0);
    assert.equal(await page.locator("html").getAttribute("lang"), "en");
  }
  await page.context().close();
});

test("where words are long in coming, the page is shown in English until they are there", async () => {
  const page = await openPage(browser, { locale: "es" });
  let letCome;
  const mayCome = new Promise((come) => {
    letCome = come;
  });
  await page.route("**/assets/es-*.js", async (route) => {
    await mayCome;
    await route.continue();
  });
  await page.goto(collector.origin, { waitUntil: "commit" });
  const heading = page.locator("h1");
  await heading.waitFor();
  assert.match(await heading.innerText(), /^Answer honestly/);
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  letCome();
  await page.locator("form").waitFor();
  assert.match(await heading.innerText(), LANGUAGES.es.headline);
  assert.equal(await page.locator("html").getAttribute("lang"), "es");
  await page.context().close();
});

test("where no words come, the survey is asked in English", async () => {
  const page = await openPage(browser, { locale: "es" });
  await page.route("**/assets/es-*.js", (route) => route.abort());
  await page.goto(collector.origin);
  await page.getByRole("button", { name: "Send the perturbed record" }).waitFor();
  assert.match(await page.locator("h1").innerText(), /^Answer honestly/);
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  await page.context().close();
});

test("a language that is chosen stays, on both pages", async () => {
  const page = await openPage(browser);
  await page.goto(collector.origin);
  const choice = page.locator("header select");
  assert.deepEqual(await choice.locator("option").allInnerTexts(), NAMES);
  await choice.selectOption("ar");
  await page.getByRole("heading", { level: 1, name: LANGUAGES.ar.headline }).waitFor();
  assert.equal(await page.locator("html").getAttribute("dir"), "rtl");
  await page.getByRole("link", { name: "المجاميع", exact: true }).click();
  await page.locator("#simulation .primary", { hasText: "محاكاة" }).waitFor();
  await page.goto(collector.origin);
  await page.getByRole("heading", { level: 1, name: LANGUAGES.ar.headline }).waitFor();
  await page.context().close();
});

test("in another language too, nothing is asked for between loading and Send", async () => {
  const page = await openPage(browser, { locale: "de" });
  await page.goto(collector.origin);
  await page.locator("form").waitFor();
  await page.waitForLoadState("networkidle");
  const requests = [];
  page.on("request", (request) => requests.push([request.method(), new URL(request.url()).pathname]));
  await fillIn(page);
  assert.deepEqual(requests, []);
  await send(page);
  await page.getByRole("heading", { name: LANGUAGES.de.thanks }).waitFor();
  assert.deepEqual(requests, [["POST", "/reports"]]);
  await page.context().close();
});

test("counts take the form of the language", async () => {
  const page = await openPage(browser, { locale: "ar" });
  await page.goto(collector.origin);
  await page.locator("form").waitFor();
  const cards = await page.locator(".cards").all();
  const complaint = page.locator(".sending [role=alert]");
  for (const expected of ["5 أسئلة", "4 أسئلة", "3 أسئلة", "سؤالين", "سؤال واحد"]) {
    await send(page);
    assert.equal((await complaint.innerText()).split("\n")[0], `ما زال الجواب ناقصًا عن ${expected}.`);
    await cards.shift()?.getByRole("radio").first().check();
  }
  await page.context().close();
});

test("numbers are written as the language writes them", async () => {
  for (const [locale, range] of [
    ["de", "1.200 bis unter 2.000"],
    ["es", "De 1200 a menos de 2000"],
    ["ja", "1,200以上2,000未満"],
    ["en", "1,200 to under 2,000"],
  ]) {
    const page = await openPage(browser, { locale });
    await page.goto(collector.origin);
    const note = page.locator("#income-note");
    await note.waitFor();
    assert.ok((await note.innerText()).includes(range.toLowerCase()), await note.innerText());
    await page.context().close();
  }
});
