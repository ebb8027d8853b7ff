/** The respondent's page as people use it: it is filled in and sent once, and nothing else leaves. */

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { every } from "../nightly.mjs";
import { Collector } from "./collector.mjs";
import { looks } from "./looks.mjs";
import { faults, keptEntry, openBrowser, openPage, picture, traces, watch } from "./stage.mjs";

/** A person's answers: the position of the answer to each radio question, and a number. */
const PERSON = { taxes: 1, drugs: 1, harassment: 1, income: 2400, voting: 0 };
/** The same answers with the plan's labels. */
const LABELS = { taxes: "Yes", drugs: "Cannabis only", harassment: "Yes", income: "[2000,3000)", voting: "No" };

const collector = await Collector.open();
after(() => collector.close());
const browser = await openBrowser();
after(() => browser.close());

/** The same survey, with all questions used by every device. */
const folder = mkdtempSync(join(tmpdir(), "candor-respondent-"));
after(() => rmSync(folder, { recursive: true }));
const SURVEY = JSON.parse(readFileSync(new URL("../../www/survey.json", import.meta.url), "utf8"));
writeFileSync(
  join(folder, "survey.json"),
  JSON.stringify({ ...SURVEY, privacy: { record_epsilon: 2, method: "analysis" } }),
);
const ofRecords = await Collector.open({ survey: join(folder, "survey.json") });
after(() => ofRecords.close());

async function openSurvey(options, { origin } = collector) {
  const page = await openPage(browser, options);
  await page.goto(origin);
  await page.locator("form").waitFor();
  return page;
}

async function fillIn(page) {
  for (const [name, answer] of Object.entries(PERSON)) {
    if (name === "income") await page.getByRole("spinbutton").fill(String(answer));
    else await page.locator(`input[name="${name}"]`).nth(answer).check();
  }
}

async function fillInByKeyboard(page) {
  for (const [name, answer] of Object.entries(PERSON)) {
    await tabInto(page, name);
    if (name === "income") await page.keyboard.type(String(answer));
    else await chooseByArrows(page, answer);
  }
}

async function tabInto(page, name) {
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press("Tab");
    const reached = await page.evaluate(() => document.activeElement.name || document.activeElement.type);
    if (reached === (name === "income" ? "number" : name)) return;
  }
  assert.fail(`the question ${name} cannot be reached by Tab`);
}

async function chooseByArrows(page, position) {
  await page.keyboard.press("Space");
  for (let press = 0; press < position; press += 1) await page.keyboard.press("ArrowDown");
}

/** The requests of a page after it has loaded everything, as method, path and body. */
async function requestsOf(page) {
  await page.waitForLoadState("networkidle");
  const requests = [];
  page.on("request", (request) =>
    requests.push({
      method: request.method(),
      path: new URL(request.url()).pathname,
      body: request.postData(),
      headers: request.headers(),
    }),
  );
  return requests;
}

async function sendAndWait(page) {
  await page.getByRole("button", { name: "Send the perturbed record" }).click();
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
}

const shownBytes = (page) => page.getByLabel("The report in its exact bytes").innerText();

test("filled in by keyboard, exactly one request leaves and it is the report", async () => {
  const page = await openSurvey();
  const requests = await requestsOf(page);
  await fillInByKeyboard(page);
  assert.deepEqual(requests, [], "nothing is requested while the form is filled in");

  await tabInto(page, "submit");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Thank you" }).waitFor();

  assert.equal(requests.length, 1);
  const [{ method, path, body, headers }] = requests;
  assert.deepEqual([method, path, headers["content-type"]], ["POST", "/reports", undefined]);
  assert.equal(headers.cookie, undefined);
  assert.ok(!headers.referer);
  await assertReport(body);
  assert.equal(await shownBytes(page), body.trimEnd(), "what is shown is what was sent");
  assert.equal(await collector.reports(), 1);
  assert.deepEqual(faults(page), []);
});

async function assertReport(body) {
  const plan = await collector.plan();
  const report = JSON.parse(body);
  assert.deepEqual(Object.keys(report), ["id", "perturbed", "plan"]);
  assert.equal(report.plan, plan.fingerprint);
  assert.match(report.id, /^[A-Za-z0-9_-]{22}$/);
  assert.ok(report.perturbed.every((number) => Number.isInteger(number)));
  const said = await collector.said(body.trimEnd());
  assert.ok(said.length > 0 && said.length <= report.perturbed.length - 1);
}

test("the answers are in no address and no storage, only the report is kept", async () => {
  const page = await openSurvey();
  await fillIn(page);
  assert.deepEqual(await traces(page), [], "nothing is kept before sending");
  await sendAndWait(page);
  const report = await shownBytes(page);
  const plan = await collector.plan();
  assert.deepEqual(await traces(page), [keptEntry(plan, JSON.parse(report), true), ["candor", "indexeddb"]]);
  assert.equal(page.url(), `${collector.origin}/`);
});

test("the page leaves nothing of its own on the window", async () => {
  const page = await openSurvey();
  const bare = await openPage(browser);
  await bare.goto(`${collector.origin}/surveys`);
  const names = (each) => each.evaluate(() => Object.getOwnPropertyNames(window).filter((name) => !/^\d+$/.test(name)));
  const ordinary = new Set(await names(bare));
  assert.deepEqual(
    (await names(page)).filter((name) => !ordinary.has(name)),
    [],
  );
});

test("where every question is used, changed answers are the ones marked", async () => {
  const page = await openSurvey({}, ofRecords);
  await fillIn(page);
  assert.match(
    await page.locator(".summary").innerText(),
    /^In this example [0-5] of your 5 answers would leave changed/,
  );
  assert.equal(await page.locator(".leaves strong").count(), 5);
  await sendAndWait(page);
  const sent = JSON.parse(await shownBytes(page)).perturbed;
  const changed = sent.filter((answer, position) => answer !== [1, 1, 1, 2, 0][position]).map(String);
  assert.deepEqual(await page.locator("mark").allInnerTexts(), changed);
  assert.equal(await page.locator(".departure .verdict.changed").count(), changed.length);
  assert.equal(await page.locator(".said").count(), 0);
  assert.match(await page.locator(".departure .lede").innerText(), /of your 5 answers left changed/);
});

/** Labels of the plan that the page words differently. */
const SHOWN = {
  "<1200": "Under 1,200",
  "[1200,2000)": "1,200 to under 2,000",
  "[2000,3000)": "2,000 to under 3,000",
  "≥3000": "3,000 or more",
  "no answer": "Prefer not to say",
};
const shown = (labels) => labels.map((label) => SHOWN[label] ?? label).join(" · ");

test("what is shown of a report is what it says, and what differs from the answers is marked", async () => {
  // Six draws all have one form in less than one run of 10,000, thirty in less than one of 10^20.
  const seen = new Set();
  for (let draw = 0; draw < every(6, 2) || (seen.size < 2 && draw < 30); draw += 1) {
    const page = await openSurvey();
    await fillIn(page);
    await sendAndWait(page);
    const bytes = await shownBytes(page);
    const said = await collector.said(bytes);
    const rows = new Map(
      await page
        .locator(".departure tbody tr")
        .evaluateAll((rows) => rows.map((row) => Array.from(row.cells, (cell) => cell.innerText.trim())))
        .then((rows) => rows.map(([name, ...cells]) => [name.toLowerCase(), cells])),
    );
    const holds = ({ attributes, named }) =>
      named.some((labels) => labels.every((label, i) => label === LABELS[attributes[i]]));
    for (const [name, [answered, leaving]] of rows) {
      assert.equal(answered, shown([LABELS[name]]));
      const statement = said.find(({ attributes }) => attributes.includes(name));
      if (statement === undefined) assert.equal(leaving, "not used in this draw");
      else if (statement.attributes.length > 1)
        for (const other of statement.attributes.filter((other) => other !== name))
          assert.match(leaving, new RegExp(`^together with .*${other}.*, see below$`));
      else if (statement.named.length > 1) assert.match(leaving, /^\d+ of \d+ answers, see below$/);
      else assert.equal(leaving, `${shown(statement.named[0])} ${holds(statement) ? "as you said" : "changed"}`);
    }
    const drawn = said.filter(({ attributes, named }) => attributes.length > 1 || named.length > 1);
    const figures = await page.locator(".said").all();
    assert.equal(figures.length, drawn.length);
    for (const [i, statement] of drawn.entries()) {
      const figure = figures[i];
      const title = await figure.locator("h4").innerText();
      assert.ok(title.toLowerCase().startsWith(`${statement.attributes.join(" and ")}: `), title);
      const named = await figure.locator(".named li > span:first-child").allInnerTexts();
      assert.deepEqual(named, statement.named.map(shown));
      assert.equal(await figure.locator(".cells .on").count(), statement.named.length);
      assert.equal(await figure.locator(".cells .own").count(), 1);
      assert.equal(await figure.locator(".cells .on.own").count(), holds(statement) ? 1 : 0);
      const verdict = await figure.locator(".verdict").innerText();
      assert.equal(/changed|not among/.test(verdict), !holds(statement));
    }
    const questions = said.flatMap(({ attributes }) => attributes).length;
    const lede = await page.locator(".departure .lede").innerText();
    if (questions < rows.size) assert.match(lede, new RegExp(`^Your device drew ${questions} of the 5 questions: `));
    const differing = said.filter((statement) => !holds(statement)).length;
    const marks = await page.locator("mark").allInnerTexts();
    assert.equal(marks.length, differing);
    assert.ok(marks.every((mark) => JSON.parse(bytes).perturbed.slice(1).map(String).includes(mark)));
    assert.equal(await page.locator(".departure .verdict.changed").count(), differing);
    seen.add(said.map(({ attributes }) => attributes.join()).join(" "));
    await page.context().close();
  }
  assert.ok(seen.size > 1, "what is drawn differs");
});

/** Of 100 people, where somebody thought of 10 before: e^ε changes the odds 10 : 90, and the numbers are rounded outward to whole ones. */
function ofHundred(epsilon) {
  const factor = Math.exp(epsilon);
  return {
    least: Math.floor((100 * 10) / (10 + 90 * factor)),
    most: Math.ceil((100 * 10 * factor) / (90 + 10 * factor)),
  };
}

/** The probability that a form is drawn and uses a question, which may be one of a pool. */
function chanceOf({ weight, exchange = [], units }, question) {
  const pool = exchange.find((pool) => pool.includes(question)) ?? [question];
  const taken = units.flatMap(({ attributes }) => attributes).filter((used) => pool.includes(used)).length;
  return ((Number(weight) / 2 ** 64) * taken) / pool.length;
}

test("what the page promises is what the plan's ε come to", async () => {
  const page = await openSurvey();
  await page.locator("#promises li").first().waitFor();
  const { privacy, attributes, forms } = await collector.plan();
  assert.ok(privacy.record <= 2, "the demonstration promises what it says");
  const cards = await page.locator("#promises li").allInnerTexts();
  const whole = ofHundred(privacy.record);
  assert.ok(whole.most === 46 && whole.least === 1);
  assert.match(cards[0], new RegExp(`^10 → at most ${whole.most}\\b`));
  assert.match(cards[0], new RegExp(`10 of 100 people .* at most ${whole.most} of 100, and at least ${whole.least},`));
  const told = privacy.attributes.map(({ attribute }) => ofHundred(attribute));
  assert.match(
    cards[1],
    new RegExp(
      `10 of 100 can become ${Math.max(...told.map(({ most }) => most))} at most, and ${Math.min(...told.map(({ least }) => least))} at least`,
    ),
  );
  await page.getByText("The numbers behind the promises").click();
  const rows = await page.locator("#promise-table tbody tr").allInnerTexts();
  const sentences = await page.locator("#promise-sentences li").allInnerTexts();
  privacy.attributes.forEach(({ name, column, attribute }, i) => {
    const [seenAlone, seenWhole] = [column, attribute].map(ofHundred);
    const [question, used, alone, all] = rows[i].split("\t");
    const chance = forms.reduce((sum, form) => sum + chanceOf(form, i), 0);
    assert.ok(Math.abs(Number.parseFloat(used) / 100 - chance - 0.0005) <= 0.00051, `${used} of ${chance}`);
    assert.equal(question.toLowerCase(), name);
    assert.deepEqual(
      [alone, all],
      [seenAlone, seenWhole].map(({ least, most }) => `${least} to ${most}`),
    );
    assert.ok(sentences[i].startsWith(`“${attributes[i].question.en}”`));
    assert.match(
      sentences[i],
      new RegExp(`10 of 100 people .* at most ${seenWhole.most} of 100, and at least ${seenWhole.least},`),
    );
  });
});

test("examples change from draw to draw and are never sent", async () => {
  const page = await openSurvey();
  const requests = await requestsOf(page);
  await fillIn(page);
  const examples = new Set();
  for (let draw = 0; draw < 20; draw += 1) {
    examples.add((await page.locator(".leaves").allInnerTexts()).join());
    await page.getByRole("button", { name: "Draw again" }).click();
  }
  assert.ok(examples.size > 1);
  assert.deepEqual(requests, []);
});

test("what is missing is counted and named, with links, and the focus goes to the first of it", async () => {
  const page = await openSurvey();
  await page.locator('input[name="taxes"]').first().check();
  await page.getByRole("button", { name: "Send the perturbed record" }).click();
  const alert = page.getByRole("alert");
  assert.match(await alert.innerText(), /^4 questions have no answer yet\./);
  assert.equal(await alert.getByRole("button").count(), 4);
  assert.equal(await page.evaluate(() => document.activeElement.name), "drugs");
  assert.equal(await page.locator("#drugs-error").innerText(), "Please choose one.");
  await page.locator('input[name="drugs"]').first().check();
  await page.locator("#drugs-error").waitFor({ state: "hidden" });
  await alert.getByRole("button", { name: "Did you vote in the last national election?" }).click();
  assert.equal(await page.evaluate(() => document.activeElement.name), "voting");
});

/** Asserts what anybody who comes later finds. */
async function assertNothingTold(page) {
  await page.getByRole("heading", { name: "Nothing is asked here" }).waitFor();
  const survey = page.locator("#survey");
  assert.match(
    await survey.innerText(),
    /^Nothing is asked here\s+Each device sends one report\. No answers are kept here, and if there is anything left to send, it is sent automatically\.\s+See the totals\s+Another person at this device\?/,
  );
  assert.equal(await survey.locator(".bytes, table").count(), 0);
}

test("a second tab and whoever comes later are told of no report, and draw no other", async () => {
  const stored = await collector.reports();
  const first = await openSurvey();
  const second = await first.context().newPage();
  watch(second);
  await second.goto(collector.origin);
  await second.locator("form").waitFor();
  await fillIn(first);
  await sendAndWait(first);
  await assertNothingTold(second);
  await second.reload();
  await assertNothingTold(second);
  assert.equal(await collector.reports(), stored + 1);
  assert.deepEqual(faults(second), []);
});

test("with the collector down nothing is lost and every resend has the same bytes", async () => {
  const page = await openSurvey();
  const requests = await requestsOf(page);
  const stored = await collector.reports();
  await fillIn(page);
  await collector.stop();
  await page.getByRole("button", { name: "Send the perturbed record" }).click();
  await page.getByRole("alert").filter({ hasText: "The collector cannot be reached. Nothing is lost" }).waitFor();
  await picture(page, "respondent-collector-down");
  const report = await shownBytes(page);

  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByRole("heading", { name: "Sending…" }).waitFor();
  await page.getByRole("alert").waitFor();
  await collector.start();
  await page.route("**/reports", (route) => route.abort());
  await page.reload();
  await assertNothingTold(page);
  const arrived = page.waitForResponse("**/reports");
  await page.unroute("**/reports");
  await page.reload();
  await arrived;
  await assertNothingTold(page);

  const bodies = requests.filter(({ path }) => path === "/reports").map(({ body }) => body);
  // Sent twice with the collector down, with four tries each, and at least once after each reload.
  assert.ok(bodies.length >= 10, `${bodies.length} requests`);
  assert.deepEqual(
    [...new Set(bodies)].map((body) => body.trimEnd()),
    [report],
  );
  assert.equal(await collector.reports(), stored + 1);
});

test("another person at the device starts afresh", async () => {
  const page = await openSurvey();
  await fillIn(page);
  await sendAndWait(page);
  await page.getByRole("button", { name: "Start afresh" }).click();
  await page.locator("form").waitFor();
  assert.deepEqual(await traces(page), [["candor", "indexeddb"]]);
  assert.equal(await page.locator("input:checked").count(), 0);
});

test("without a collector the page says so", async () => {
  const page = await openPage(browser);
  await page.route("**/surveys/*", (route) => route.abort());
  await page.goto(collector.origin);
  await page.getByRole("heading", { name: "The survey cannot be opened" }).waitFor();
  assert.match(await page.getByRole("alert").innerText(), /Nothing was asked and nothing was sent/);
});

for (const { colorScheme, width } of looks()) {
  test(`pictures, ${colorScheme}, ${width} pixels wide`, async () => {
    const page = await openSurvey({ fonts: true, colorScheme, viewport: { width, height: 800 } });
    const name = (state) => `respondent-${state}-${colorScheme}-${width}`;
    await picture(page, name("empty"));
    await fillIn(page);
    await picture(page, name("filled"));
    await page.locator("form").evaluate((form) => form.requestSubmit());
    await page.getByRole("heading", { name: "Thank you" }).waitFor();
    await picture(page, name("sent"));
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${overflow} pixels too wide`);
  });
}
