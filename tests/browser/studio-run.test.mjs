/** After publishing: the address for a shared device, the author's surveys with their states, more invitations, and closing. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { candor } from "../program.mjs";
import { violations } from "./axe.mjs";
import { inside } from "./enclosed.mjs";
import { faults, openPage, picture } from "./stage.mjs";
import { designedInPage, downloaded, openStudioStage, step, writeChoices } from "./studio.mjs";

const stage = await openStudioStage();
const { browser, openStudio } = stage;

/** Writes a survey with one question and publishes it; `choose` chooses who may answer. */
async function publish(page, title, choose = async () => {}) {
  await page.getByRole("textbox", { name: "Title of the survey" }).fill(title);
  await writeChoices(page, "Is your work safe?", ["No", "Yes"], { first: true });
  await step(page, "Choose");
  await choose();
  await designedInPage(page);
  await step(page, "Publish");
  await page.getByLabel("Author’s token").fill(stage.token);
  await page.getByRole("button", { name: "Publish", exact: true }).last().click();
  await page.locator(".published").waitFor();
}

async function visit(address, text) {
  const visitor = await openPage(browser);
  await visitor.goto(address);
  return { visitor, frame: await inside(visitor, text) };
}

test("beside the respondents' address there is one for a shared device, with a QR code of its own", async () => {
  const page = await openStudio();
  await publish(page, "Staff survey");
  const [own, shared] = await page.locator(".published a").evaluateAll((links) => links.map(({ href }) => href));
  assert.equal(shared, `${own}&mode=kiosk`);
  await page.getByText("On a device that several people use, such as a tablet at an entrance:").waitFor();
  const { name, text } = await downloaded(
    page,
    page.getByRole("button", { name: /^Download the QR code.*for a shared device$/ }),
  );
  assert.equal(name, "staff-survey.kiosk.svg");
  assert.match(text, /^<svg /);
  const { frame } = await visit(shared, "Several people answer on this device");
  await frame.getByRole("radio").last().check();
  await frame.getByRole("button", { name: "Change at random and send" }).click();
  await inside(frame.page(), "Next respondent");
  assert.deepEqual(faults(page), []);
});

test("a survey is found again after a reload, with its addresses and its totals, and is closed for good", async () => {
  const page = await openStudio();
  await step(page, "Run");
  await page.getByText("What you publish from this browser is listed here").waitFor();
  await step(page, "Write");
  await publish(page, "Safety survey");
  const link = await page.locator(".published a").first().getAttribute("href");
  const { visitor, frame } = await visit(link, "Change at random and send");
  await frame.getByRole("radio").last().check();
  await frame.getByRole("button", { name: "Change at random and send" }).click();
  await inside(visitor, "Your report has arrived");

  await page.reload();
  await step(page, "Run");
  const card = page.getByRole("article", { name: "Safety survey" });
  await card.getByText("It is open. Reports in its totals: 1.").waitFor();
  await card.getByText("Totals are released at 1 reports").waitFor();
  await card.getByText("Addresses and QR codes").click();
  await card.getByRole("img", { name: "QR code of the address", exact: true }).waitFor();
  assert.equal(await card.getByRole("link", { name: link, exact: true }).count(), 1);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 900 });
    assert.deepEqual(await violations(page), []);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    await picture(page, `studio-run-${width}`);
  }
  const results = await openPage(browser);
  await results.goto(await card.getByRole("link", { name: "Read the results" }).getAttribute("href"));
  await results.locator("option:checked").filter({ hasText: "Safety survey" }).waitFor({ state: "attached" });

  await page.getByLabel("Author’s token").fill("wrong");
  await card.getByRole("button", { name: "Close it" }).click();
  await card.getByText("it cannot be opened again").waitFor();
  await card.getByRole("button", { name: "Close it for good" }).click();
  await card.getByRole("alert").getByText("It was not closed.").waitFor();
  await page.getByLabel("Author’s token").fill(stage.token);
  await card.getByRole("button", { name: "Close it" }).click();
  await card.getByRole("button", { name: "Close it for good" }).click();
  await card.getByText("It is closed.").waitFor();
  assert.equal(await card.getByText("Addresses and QR codes").count(), 0);
  const plan = new URL(link).hash.slice(1);
  const listed = (await stage.collector.json("/surveys")).find(({ fingerprint }) => fingerprint === plan);
  assert.equal(listed.is_closed, true);
  assert.ok(!(await page.evaluate(() => JSON.stringify(localStorage))).includes(stage.token));
  await card.getByRole("button", { name: "Take off this list" }).click();
  await page.getByText("What you publish from this browser is listed here").waitFor();
  assert.deepEqual(faults(page), []);
});

test("the author sees how many reports were added to the totals today, and nobody without the token", async () => {
  const page = await openStudio();
  await publish(page, "Daily survey");
  const link = await page.locator(".published a").first().getAttribute("href");
  const { visitor, frame } = await visit(link, "Change at random and send");
  await frame.getByRole("radio").last().check();
  await frame.getByRole("button", { name: "Change at random and send" }).click();
  await inside(visitor, "Your report has arrived");
  const authorization = `Bearer ${stage.token}`;
  const own = await (await fetch(`${stage.collector.origin}/plans`, { headers: { authorization } })).json();
  const { last_growth } = own.find(({ fingerprint }) => fingerprint === new URL(link).hash.slice(1));
  assert.equal(last_growth.reports, 1);

  // The page's clock is set to the day that the collector told, and to the day after.
  await page.clock.setFixedTime(`${last_growth.day}T23:59:59Z`);
  await step(page, "Run");
  const card = page.getByRole("article", { name: "Daily survey" });
  await card.getByText("Reports in its totals: 1. Totals are released").waitFor();
  await page.getByLabel("Author’s token").fill("wrong");
  await page.getByLabel("Author’s token").blur();
  await card.getByText("Reports in its totals: 1. Totals are released").waitFor();
  await page.getByLabel("Author’s token").fill(stage.token);
  await page.getByLabel("Author’s token").blur();
  await card.getByText("Reports in its totals: 1. 1 of them were added today (UTC).").waitFor();
  await page.clock.setFixedTime(Date.parse(`${last_growth.day}T23:59:59Z`) + 1000);
  await page.getByRole("button", { name: "Look again" }).click();
  await card.getByText("Reports in its totals: 1. 0 of them were added today (UTC).").waitFor();
  assert.deepEqual(faults(page), []);
});

test("more people are invited later, by addresses in a file for mail merges", async () => {
  const page = await openStudio();
  await publish(page, "Invited survey", () =>
    page
      .getByRole("group", { name: "Who may answer?" })
      .getByLabel("the collector can tell which invitation a report came with")
      .check(),
  );
  await step(page, "Run");
  const card = page.getByRole("article", { name: "Invited survey" });
  await page.getByLabel("Author’s token").fill(stage.token);
  await card.getByLabel("Invitations to make").fill("2");
  await card.getByRole("button", { name: "Invite more people" }).click();
  await card.getByText("Invitations made: 2.").waitFor();
  const { name, text } = await downloaded(page, card.getByRole("button", { name: "Download the addresses" }));
  assert.match(name, /\.invitations\.csv$/);
  const [head, ...links] = text.trimEnd().split("\r\n");
  assert.deepEqual([head, links.length, new Set(links).size], ["address", 2, 2]);
  const { visitor, frame } = await visit(links[1], "Change at random and send");
  await frame.getByRole("radio").last().check();
  await frame.getByRole("button", { name: "Change at random and send" }).click();
  await inside(visitor, "Your report has arrived");
  assert.deepEqual(faults(page), []);
});

test("a survey is found from another browser by its author's token, and by no other", async () => {
  const page = await openStudio();
  await publish(page, "Survey of another browser");
  const link = await page.locator(".published a").first().getAttribute("href");

  const other = await openStudio();
  await step(other, "Run");
  await other.getByText("Surveys that you published from another browser").click();
  await other.getByLabel("Author’s token").fill("wrong");
  await other.getByRole("button", { name: "Find them" }).click();
  await other
    .getByRole("alert")
    .getByText("They were not found. the token is not one of this collector's authors")
    .waitFor();
  await other.getByLabel("Author’s token").fill(stage.token);
  await other.getByLabel("Address of the collector").fill("ftp://nowhere");
  await other.getByRole("button", { name: "Find them" }).click();
  await other.getByRole("alert").getByText("ftp://nowhere").waitFor();
  await other.getByLabel("Address of the collector").fill(stage.collector.origin);
  await other.getByRole("button", { name: "Find them" }).click();
  const card = other.getByRole("article", { name: "Survey of another browser" });
  await card.getByText("It is open. Reports in its totals: 0.").waitFor();
  await card.getByText("Addresses and QR codes").click();
  assert.equal(await card.getByRole("link", { name: link, exact: true }).count(), 1);
  assert.equal(
    await card.getByRole("button", { name: /^Write a new version/ }).count(),
    0,
    "its document is elsewhere",
  );
  assert.deepEqual(await violations(other), []);
  await other.getByRole("button", { name: "Find them" }).click();
  await other.getByText("Surveys found and added to the list: 0.").waitFor();
  assert.ok(!(await other.evaluate(() => JSON.stringify(localStorage))).includes(stage.token));
  assert.deepEqual(
    faults(other).filter((fault) => !fault.includes("401")),
    [],
  );
});

test("the papers of a survey are found by the address of its page, with what the collector says", async () => {
  const page = await openStudio();
  await publish(page, "Surveyed elsewhere");
  const link = await page.locator(".published a").first().getAttribute("href");
  const other = await openStudio();
  await step(other, "Run");
  const address = other.getByLabel("Address of the survey’s page");
  const open = other.getByRole("button", { name: "Open its papers" });
  const { origin } = stage.collector;
  for (const wrong of ["", "nowhere", `${origin}/answer.html`, `${origin}/answer.html#sha256:0`]) {
    await address.fill(wrong);
    await open.click();
    await other.getByRole("alert").getByText("No survey was found there.").waitFor();
  }
  const plan = await stage.collector.json(`/plans/${new URL(link).hash.slice(1)}`);
  const authorization = `Bearer ${stage.token}`;
  const again = { method: "POST", headers: { authorization }, body: JSON.stringify(plan) };
  assert.equal((await fetch(`${origin}/plans?kept=9999-12-31`, again)).status, 200);
  await address.fill(`${link}&kept=2031-12-31`);
  await open.click();
  const { text } = await downloaded(other, other.getByRole("button", { name: "Download the annex" }));
  assert.equal(await other.getByRole("alert").count(), 0);
  const file = join(stage.folder, "elsewhere.plan.json");
  writeFileSync(file, JSON.stringify(plan));
  assert.equal(text, candor("label", file, "--annex", "--retention", "9999-12-31", "--step", "1"));
  assert.deepEqual(await violations(other), []);
  assert.deepEqual(faults(other), []);
});

test("a new version says what it changes and what happens to reports, and has an address of its own", async () => {
  const page = await openStudio();
  await publish(page, "Yearly survey");
  const first = await page.locator(".published a").first().getAttribute("href");
  // Meanwhile another survey is written.
  await step(page, "Write");
  await page.getByRole("textbox", { name: "Title of the survey" }).fill("Something else");
  await page.reload();
  await step(page, "Run");
  const card = page.getByRole("article", { name: "Yearly survey" });
  await card.getByRole("button", { name: /^Write a new version/ }).click();
  assert.equal(await page.getByRole("textbox", { name: "Title of the survey" }).inputValue(), "Yearly survey");
  await page.getByRole("textbox", { name: "What is asked" }).fill("Is your work safer than a year ago?");
  await writeChoices(page, "Are you paid fairly?", ["No", "Yes"]);
  await step(page, "Choose");
  await designedInPage(page);
  await step(page, "Publish");
  const version = page.getByRole("region", { name: "A new version" });
  const changes = await version.locator("dl > *").allInnerTexts();
  assert.deepEqual(changes, [
    "New questions",
    "Are you paid fairly?",
    "Changed questions",
    "Is your work safer than a year ago?",
  ]);
  await version.getByText("are not added to those of this one").waitFor();
  assert.deepEqual(await violations(page), []);
  await version.scrollIntoViewIfNeeded();
  await picture(page, "studio-new-version");
  await page.getByLabel("Author’s token").fill(stage.token);
  await page.getByRole("button", { name: "Publish", exact: true }).last().click();
  const second = await page.locator(".published a").first().getAttribute("href");
  assert.notEqual(second, first);
  await step(page, "Run");
  assert.equal(await page.getByRole("article", { name: "Yearly survey" }).count(), 2);
  await page.getByRole("article", { name: "Yearly survey" }).nth(1).getByText("It is open.").waitFor();
  assert.deepEqual(faults(page), []);
});
