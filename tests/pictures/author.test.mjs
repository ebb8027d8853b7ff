/** Ring: pictures. The walk of docs/tutorials/author.md. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { inside } from "../browser/enclosed.mjs";
import { designedInPage, openStudioStage, step, writeChoices, writeNumber } from "../browser/studio.mjs";
import { show } from "./pictures.mjs";

const { inStudio, collector, token } = await openStudioStage();
const LOOK = { viewport: { width: 860, height: 900 }, fonts: true };

test("a survey is written, chosen, seen and published", () =>
  inStudio(async (page) => {
    await page.getByRole("textbox", { name: "Title of the survey" }).fill("Habits of the town");
    await writeChoices(page, "Do you smoke?", ["No", "Yes"], { first: true });
    await writeChoices(page, "How often do you feel lonely?", ["Never", "Sometimes", "Often"]);
    await writeNumber(page, "How old are you?", [30, 45, 60]);
    await page.getByText("Every question is ready.").waitFor();
    await show(page, "author-write", page.locator(".written").first(), page.locator(".written").nth(1));

    await step(page, "Choose");
    await page.getByRole("button", { name: "5,000", exact: true }).click();
    await designedInPage(page);
    const heading = (name) => page.getByRole("heading", { name, exact: true });
    await show(
      page,
      "author-choose",
      heading("How many people will answer?"),
      page.getByText("Odds change by a factor"),
    );
    await show(page, "author-expect", heading("What to expect"), page.locator(".margins table").first());

    await step(page, "See");
    await inside(page, "Change at random and send");
    await page.getByRole("button", { name: "Simulate" }).click();
    await page.getByText("none of whom exist").waitFor({ timeout: 60_000 });
    await show(page, "author-see", heading("A survey of people who do not exist"), page.locator(".comparison").last());

    await step(page, "Publish");
    await page.getByLabel("Author’s token").fill(token);
    await page.getByRole("button", { name: "Publish", exact: true }).last().click();
    const link = await page.locator(".published a").first().getAttribute("href");
    assert.ok(link.startsWith(collector.origin), link);
    const code = page.getByRole("img", { name: "QR code of the address", exact: true });
    await code.waitFor();
    await show(page, "author-publish", heading("At a collector"), code);
  }, LOOK));
