/** A survey that only the invited may answer, from the studio to its reports: each of them answers once, and nobody else can. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { inside } from "./enclosed.mjs";
import { openPage } from "./stage.mjs";
import { designedInPage, downloaded, openStudioStage, step, writeChoices } from "./studio.mjs";

const stage = await openStudioStage();
const { browser, openStudio } = stage;

async function send(page) {
  const frame = await inside(page, "Change at random and send");
  await frame.getByRole("radio").last().check();
  await frame.getByRole("button", { name: "Change at random and send" }).click();
}

/** Opens a link on a new device and answers; returns its page and all requests that it made. */
async function answered(link) {
  const page = await openPage(browser);
  const asked = [];
  page.on("request", (request) => asked.push(request));
  await page.goto(link);
  await send(page);
  await inside(page, "Your report has arrived");
  return { page, asked };
}

async function reports(fingerprint) {
  const { reports } = (await stage.collector.json("/surveys")).find((each) => each.fingerprint === fingerprint);
  return reports;
}

for (const [kind, sentence, title] of [
  ["blind", "the collector cannot tell whose invitation a report came with", "Staff survey"],
  ["plain", "the collector can tell which invitation a report came with", "Staff survey, once more"],
])
  test(`invitations that are ${kind}`, async () => {
    const page = await openStudio();
    await page.getByRole("textbox", { name: "Title of the survey" }).fill(title);
    await writeChoices(page, "Is your work safe?", ["No", "Yes"], { first: true });
    await step(page, "Choose");
    await page.getByRole("group", { name: "Who may answer?" }).getByLabel(sentence).check();
    await designedInPage(page);
    await step(page, "Publish");
    await page.getByLabel("Author’s token").fill(stage.token);
    await page.getByLabel("Invitations to make").fill("0");
    await page.getByRole("button", { name: "Publish", exact: true }).last().click();
    await page.getByRole("alert").getByText("no invitations were made. 0 invitations are asked for").waitFor();
    await page.getByLabel("Author’s token").fill(stage.token);
    await page.getByLabel("Invitations to make").fill("3");
    await page.getByRole("button", { name: "Publish", exact: true }).last().click();
    await page.getByText("Published, with 3 invitations.").waitFor();
    const { name, text } = await downloaded(page, page.getByRole("button", { name: "Download the addresses" }));
    assert.match(name, /^staff-survey.*\.invitations\.csv$/);
    const [head, ...links] = text.trimEnd().split("\r\n");
    assert.equal(head, "address");
    assert.equal(new Set(links).size, 3);
    for (const text of await page.locator(".code pre").allInnerTexts())
      assert.match(text, /import { invited } from "candor\/invited";.*await invited\(.*, fetch }\)/s);

    const first = await answered(links[0]);
    const fingerprint = /#(sha256:[0-9a-f]+)$/.exec(first.page.url());
    assert.ok(fingerprint, `${first.page.url()} still shows the invitation`);
    const invitation = new URLSearchParams(links[0].split("#")[1]).get("invitation");
    const report = first.asked.find((request) => request.method() === "POST" && request.url().endsWith("/reports"));
    const brought = report.headers()["candor-invitation"];
    if (kind === "plain") assert.equal(brought, invitation);
    else assert.ok(brought.length > 300 && !brought.includes(invitation));
    // If the address is opened again without the invitation, the device still has it, and its report.
    await first.page.goto("about:blank");
    await first.page.goto(`${stage.collector.origin}/answer.html${fingerprint[0]}`);
    await inside(first.page, "Nothing is asked here");
    assert.equal(await reports(fingerprint[1]), 1);

    const again = await openPage(browser);
    await again.goto(links[0]);
    if (kind === "plain") {
      await send(again);
      await inside(again, "This invitation was used before, and each is for one report. (invitation-used)");
    } else await inside(again, "Nothing was asked and nothing was sent. This invitation was used before");
    const stranger = await openPage(browser);
    await stranger.goto(links[0].split("&")[0]);
    const refused = await inside(stranger, "(not-invited)");
    assert.equal(await refused.locator("input").count(), 0);
    assert.equal(await reports(fingerprint[1]), 1);
    // The page for frames uses an invitation as well.
    const framed = await answered(links[1].replace("answer.html#", "embed.html#plan="));
    assert.ok(framed.page.url().endsWith(`/embed.html#plan=${fingerprint[1]}`), framed.page.url());
    assert.equal(await reports(fingerprint[1]), 2);
    for (const { page: open } of [first, framed, { page: again }, { page: stranger }, { page }])
      await open.context().close();
  });
