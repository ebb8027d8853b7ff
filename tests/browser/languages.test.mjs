/** The pages in the reader's language, where the survey has it. */

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Collector, openBrowser, openPage, picture } from "./stage.mjs";

const TITLE = { en: "Things left unsaid", es: "Lo que se calla", ar: "أشياء لا تقال" };
const QUESTION = {
  en: "Did you vote in the last national election?",
  es: "¿Votó en las últimas elecciones nacionales?",
  ar: "هل صوّتَّ في الانتخابات الوطنية الأخيرة؟",
};
const LABELS = { no: { en: "No", es: "No", ar: "لا" }, yes: { en: "Yes", es: "Sí", ar: "نعم" } };

/** The pages' survey with a question and its answers in three languages. */
const folder = mkdtempSync(join(tmpdir(), "candor-languages-"));
after(() => rmSync(folder, { recursive: true }));
const survey = JSON.parse(readFileSync(new URL("../../www/survey.json", import.meta.url), "utf8"));
survey.title = TITLE;
const voting = survey.attributes.find(({ name }) => name === "voting");
voting.question = QUESTION;
voting.categories = ["no", "yes"].map((value) => ({ value, label: LABELS[value] }));
const file = join(folder, "survey.json");
writeFileSync(file, JSON.stringify(survey));

const collector = await Collector.open({ survey: file });
after(() => collector.close());
const browser = await openBrowser();
after(() => browser.close());

for (const [locale, language] of [
  ["en-GB", "en"],
  ["es-MX", "es"],
  ["ar-EG", "ar"],
]) {
  test(`the survey is asked in the language of a browser set to ${locale}`, async () => {
    const page = await openPage(browser, { locale });
    await page.goto(collector.origin);
    const title = page.locator("#form-title");
    await title.waitFor();
    assert.equal(await title.textContent(), TITLE[language]);
    const question = page.locator(".question", { has: page.locator('input[name="voting"]') });
    const texts = question.locator(`[lang="${language}"]`);
    assert.deepEqual(
      await texts.allTextContents(),
      [QUESTION, LABELS.no, LABELS.yes].map((text) => text[language]),
    );
    const direction = language === "ar" ? "rtl" : "ltr";
    for (const text of [title, ...(await texts.all())])
      assert.equal(await text.evaluate((element) => getComputedStyle(element).direction), direction);
    await picture(page, `language-${language}`);
    await page.context().close();
  });

  test(`totals are shown in the language of a browser set to ${locale}`, async () => {
    const page = await openPage(browser, { locale });
    await page.goto(`${collector.origin}/dashboard.html`);
    await page.getByText(TITLE[language]).waitFor();
    await page.context().close();
  });
}
