/** Tests the goodness of fit of a question's shares to known ones, such as a census's. */

import type { TestsDocument } from "candor/analysis";
import { element } from "../page/element";
import { percent } from "../page/numbers";
import { only } from "./counted";
import { labelsOf, type Question, titleOf } from "./labels";
import type { Page } from "./page";
import { foundBy, spoken } from "./pair";
import type { Source } from "./source";
import { unweightedNote } from "./weights/said";

/** By how much the sum of rounded percentages may differ from 100. */
const ROUNDED = 1;

/** Makes the form, folded away; it needs counts. */
export function knownOf(question: Question, source: Source, { words, analyst, complain }: Page): HTMLElement[] {
  const { plan, counts } = source;
  if (!counts) return [];
  const found = element("div", { "aria-live": "polite" });
  const fields = labelsOf(question, plan, words).map((label) => {
    const input = element("input", {
      type: "number",
      min: 0,
      max: 100,
      step: "any",
      required: true,
      inputmode: "decimal",
    });
    return { input, label: element("label", {}, label, input) };
  });
  const compared = async (): Promise<void> => {
    const shares = fields.map(({ input }) => input.valueAsNumber / 100);
    const sum = shares.reduce((all, share) => all + share, 0);
    if (Math.abs(100 * sum - 100) > ROUNDED) {
      found.textContent = words.knownSum(percent(sum));
      return;
    }
    const { tables } = await analyst.ask<TestsDocument>({
      task: "tests",
      plan,
      counts: only(counts, [[question.name]]),
      options: { tables: [[question.name]], test: "fit", shares: shares.map((share) => share / sum) },
    });
    const [table] = tables;
    if (!table) return;
    const p = spoken(table.calibrated.p_value);
    const said = element("p", {}, table.rejected ? words.knownDiffer(p) : words.knownFit(p));
    found.replaceChildren(said, ...foundBy(table.null_distribution, words));
  };
  const form = element(
    "form",
    { class: "known" },
    element("p", { class: "note" }, words.knownNote),
    ...unweightedNote(source, words),
    ...fields.map(({ label }) => label),
    element("div", {}, element("button", { type: "submit", class: "button small" }, words.knownCompare)),
    found,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    compared().catch(complain);
  });
  form.setAttribute("aria-label", `${words.known}: ${titleOf(question, words)}`);
  return [element("details", {}, element("summary", {}, words.known), form)];
}
