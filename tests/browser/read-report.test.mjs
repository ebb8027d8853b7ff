/** The report for people who were not there: all that the reading page shows in one document, with the program's numbers, for browsers and for word processors. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { strFromU8, unzipSync } from "fflate";
import { violations } from "./axe.mjs";
import { cells, kept, Reading, saved } from "./reading.mjs";
import { shownShare } from "./shown.mjs";
import { faults, picture } from "./stage.mjs";

const SURVEY = {
  survey: "wages",
  title: { en: "Wages", ar: "الأجور" },
  attributes: [
    {
      name: "sex",
      question: { en: "What are you?", ar: "ما أنت؟" },
      categories: ["man", "woman"].map((value) => ({
        value,
        label: { en: value, ar: value === "man" ? "رجل" : "امرأة" },
      })),
    },
    {
      name: "cheated",
      question: { en: "Were you paid less than agreed?", ar: "هل دُفع لك أقل من المتفق عليه؟" },
      categories: ["no", "yes"],
      optional: true,
    },
    { name: "climate", rows: [{ name: "safe" }, { name: "heard" }], categories: ["1", "2", "3"] },
  ],
  scores: [{ name: "Climate", of: ["climate"] }],
  privacy: { record_epsilon: 6, method: "analysis" },
};

const reading = await Reading.open(SURVEY, { published: true });
const people = Array.from({ length: 4000 }, (_, i) => {
  const sex = i % 2 === 0 ? "man" : "woman";
  const cheated = i % 20 === 7 ? "" : i % (sex === "woman" ? 3 : 7) === 1 ? "yes" : "no";
  return [sex, cheated, 1 + (i % 3), 1 + ((i >> 2) % 3)].join();
});
const reports = reading.reports(people);
const { fingerprint, privacy } = reading.document;
const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** A page that shows everything there is, a regression among it. */
async function shown(options) {
  const page = await reading.read([reading.plan, reports], options);
  const section = page.locator("section[aria-labelledby=regression-title]");
  await section.locator(":scope > label.check input").check();
  await section.locator("button.primary").click();
  await section.locator("svg").waitFor();
  return page;
}

/** A page that shows a report in HTML, and what it requested. */
async function opened(report, options) {
  const page = await reading.page(options);
  const requested = [];
  page.on("request", (request) => requested.push(request.url()));
  await page.setContent(String(report));
  return { page, requested };
}

/** The texts of a DOCX's paragraphs, and its markup. */
function document(content) {
  const files = unzipSync(content);
  const xml = strFromU8(files["word/document.xml"]);
  const texts = [...xml.matchAll(/<w:p[ >].*?<\/w:p>/gs)].map(([paragraph]) =>
    [...paragraph.matchAll(/<w:t[ >][^<]*<\/w:t>/g)].map(([run]) => run.replace(/<[^>]*>/g, "")).join(""),
  );
  const plain = texts.map((text) => text.replaceAll("&lt;", "<").replaceAll("&amp;", "&").replaceAll("\u00a0", " "));
  return { texts: plain, xml, pictures: Object.keys(files).filter((name) => /^word\/media\/.*png$/.test(name)) };
}

test("one press makes a report of all tables with their method, n, ε and limits, which needs nothing else", async () => {
  const page = await shown({ colorScheme: "dark" });
  await page.locator(".card .quotation select").nth(1).selectOption("no");
  const { name, content } = await saved(page, "Report as HTML");
  assert.equal(name, "wages.html");
  kept("read-report.html", content);
  assert.deepEqual(faults(page), []);
  const report = await opened(content);
  assert.equal(await report.page.title(), "Wages: results");

  const { tables } = reading.program("estimate", reports, "--method", "auto", "--tables", ...reading.names);
  for (const [place, { cells: estimated }] of tables.entries()) {
    const { question = reading.names[place] } = reading.document.attributes[place];
    const title = question.en ?? question;
    const table = report.page.getByRole("table", { name: title, exact: true }).first();
    const numbers = (await cells(table)).map(([, share, interval]) => [share, interval]);
    const wanted = estimated.map((cell) => [
      percent(shownShare(cell)),
      `${(100 * cell.lower).toFixed(1)}–${percent(cell.upper)}`,
    ]);
    assert.deepEqual(numbers, wanted);
  }
  const summary = await report.page.locator("h2:has-text('In short') + ul li").allTextContents();
  const [, no] = [0, 0].map(() => tables[1].cells[0]);
  assert.ok(
    summary.some((item) =>
      item
        .replaceAll("\u00a0", " ")
        .startsWith(`“no” to “Were you paid less than agreed?”: ${percent(shownShare(no))} (`),
    ),
    `the answer that was chosen: ${summary}`,
  );
  const facts = Object.fromEntries(await cells(report.page.getByRole("table", { name: "How the numbers were made" })));
  assert.equal(facts.Reports, "4,000");
  assert.ok(facts["Record ε"].startsWith(`${privacy.record} – the smaller`));
  assert.deepEqual([facts.Reconstruction, facts["Fingerprint of the plan"]], ["Best guess", fingerprint]);
  const headings = await report.page.locator("h2").allTextContents();
  for (const heading of ["How to read the numbers", "Scores", "Two questions together", "Regression", "Limits"])
    assert.ok(headings.includes(heading), `${heading} in ${headings}`);
  const text = await report.page.locator("main").textContent();
  assert.equal(text.match(/Estimated from 4,000 reports/g).length >= tables.length + 2, true, "n is below every table");
  assert.match(text, /Reconstruction: Best guess\./);

  const pictures = await report.page.locator("img").evaluateAll(async (all) => {
    await Promise.all(all.map((image) => image.decode()));
    return all.map(({ alt, naturalWidth, src }) => ({ alt, naturalWidth, src: decodeURIComponent(src) }));
  });
  assert.equal(
    pictures.length,
    tables.length + 5,
    "questions, groups, joint shares, means, values and the forest plot",
  );
  for (const { alt, naturalWidth, src } of pictures) {
    assert.ok(alt !== "" && naturalWidth > 100);
    assert.match(src, /<rect[^>]* fill="(white|rgb\(255, 255, 255\))"/, "pictures are in the colours of paper");
  }
  assert.deepEqual(
    report.requested.filter((url) => !url.startsWith("data:")),
    [],
  );
  assert.deepEqual(await violations(report.page), []);
  await picture(report.page, "read-report");
});

test("the same report is written for word processors", async () => {
  const page = await shown();
  const html = await opened((await saved(page, "Report as HTML")).content);
  const { name, content } = await saved(page, "Report as DOCX");
  assert.equal(name, "wages.docx");
  kept("read-report.docx", content);
  const { texts, xml, pictures } = document(content);
  const expected = await html.page
    .locator(":is(h1, h2, h3, h4, p, li, caption:not(.unseen), th, td)")
    .evaluateAll((all) => all.map(({ textContent }) => textContent.trim()).filter((text) => text !== ""));
  assert.deepEqual(
    texts.filter((text) => text !== ""),
    expected.map((text) => text.replaceAll("\u00a0", " ")),
  );
  assert.equal(xml.match(/<w:tbl>/g).length, await html.page.locator("table").count());
  assert.equal(xml.match(/<w:drawing>/g).length, await html.page.locator("img").count());
  assert.ok(pictures.length > 0);
  assert.equal(xml.includes("<w:bidi/>"), false);
  assert.deepEqual(faults(page), []);
});

test("where reading begins at the right, reports begin there, and on a narrow screen nothing is cut off", async () => {
  const page = await shown({ locale: "ar", width: 360 });
  const { content } = await saved(page, "التقرير بصيغة HTML");
  const report = await opened(content, { width: 360 });
  assert.deepEqual(await report.page.evaluate(() => [document.documentElement.dir, document.documentElement.lang]), [
    "rtl",
    "ar",
  ]);
  assert.equal(await report.page.title(), "الأجور: النتائج");
  assert.doesNotMatch(await report.page.locator("main").textContent(), /Reports|Estimated|interval|Limits/);
  assert.ok(await report.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(await violations(report.page), []);
  await picture(report.page, "read-report-ar");
  const { xml } = document((await saved(page, "التقرير بصيغة DOCX")).content);
  for (const tag of ["<w:bidi/>", "<w:rtl/>", "<w:bidiVisual/>"]) assert.ok(xml.includes(tag), tag);
});

test("a report of a collector's totals says what these tell of one person", async () => {
  await reading.collector.fill(80);
  const page = await reading.page();
  await page.getByRole("button", { name: "Read the totals" }).click();
  await page.locator(".card figure svg").first().waitFor();
  const { content } = await saved(page, "Report as HTML");
  const report = await opened(content);
  await report.page.getByText("Who sees the totals alone").first().waitFor();
  const facts = Object.fromEntries(await cells(report.page.getByRole("table", { name: "How the numbers were made" })));
  assert.equal(facts.Reports, "80");
});
