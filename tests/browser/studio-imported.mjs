/** What tests of the studio's importers share: a file is imported as a person does it, and compared question by question. */

import assert from "node:assert/strict";
import { assertFits } from "../schemas.mjs";
import { chooseFile, saved } from "./studio.mjs";

/** Imports a file in a new studio and returns the survey that is then saved, without its schema. */
export async function imported(page, file) {
  await page.getByRole("button", { name: "Import…" }).click();
  await chooseFile(page, "Choose a file", file);
  await page
    .getByText(/^Imported \d+ question/)
    .first()
    .waitFor();
  const { $schema: _, ...survey } = await saved(page);
  // Without its edges, which the author enters, a number does not fit.
  const isWhole = ({ bins = [] }) => bins.length !== 2;
  assertFits("survey", { ...survey, attributes: survey.attributes.filter(isWhole) });
  return survey;
}

/** What the studio says to have left out, and what it has imported without a part. */
export async function reasons(page) {
  const list = (name) => page.getByRole("list", { name }).locator("li").allInnerTexts();
  return { missing: await list("Left out:"), partly: await list("Imported, but not as it was:") };
}

/** Compares questions one by one, so that a failure names the question. */
export function assertQuestions(attributes, wanted) {
  for (const [place, question] of wanted.entries()) assert.deepEqual(attributes[place], question, question.name);
  assert.deepEqual(
    attributes.map(({ name }) => name),
    wanted.map(({ name }) => name),
  );
}

/** Waits until no question needs a change. */
export const ready = (page) => page.getByText("Every question is ready.").waitFor();
