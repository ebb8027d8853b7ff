/** Words of the studio that not everybody knows are explained where they stand, and edges, which need a glossary, are called otherwise. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { designedInPage, openStudioStage, step, writeChoices, writeNumber } from "./studio.mjs";

const { inStudio } = await openStudioStage();

test("report, ε, collector, plan and fingerprint are explained beside their first field", () =>
  inStudio(async (page) => {
    await writeChoices(page, "Do you smoke?", ["No", "Yes"], { first: true });
    await writeNumber(page, "How old are you?", [30, 60]);
    await page.getByText("Every question is ready.").waitFor();
    assert.doesNotMatch(await page.locator("main").innerText(), /\b(edge|edges|bins?|slug|attribute)\b/i);
    await step(page, "Choose");
    await designedInPage(page);
    const told = (locator, sentence) => locator.filter({ hasText: sentence }).first().waitFor();
    await told(
      page.locator(".card-of", { hasText: "How much may one report reveal?" }),
      "A report is what leaves one device",
    );
    const described = await page.getByLabel("As record ε").getAttribute("aria-describedby");
    assert.match(await page.locator(`[id="${described}"]`).innerText(), /^ε \(epsilon\) is the usual measure/);
    await told(
      page.getByRole("group", { name: "Who may answer?" }),
      "The collector is the server to which devices send",
    );
    await step(page, "Publish");
    const plan = page.locator(".card-of", { hasText: "Fingerprint of the plan" });
    await told(plan, "One file: the questions, and the chances by which a device changes answers.");
    await told(plan, "A number made from every character of the plan");
    await told(
      page.locator(".card-of", { hasText: "At a collector" }),
      "A collector receives the reports and releases the totals.",
    );
  }));
