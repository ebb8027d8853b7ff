/** Checks pages with axe-core. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isOfColours } from "./stage.mjs";

/** The script of axe-core. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules that axe-core follows on a page, beside those that it follows by itself. */
export const rulesOf = (page) => ({ "color-contrast": { enabled: isOfColours(page) } });

/** Every violation that axe-core finds, run with options of its own, with its elements; opens every fold of the page first. */
export async function violations(page, options = {}) {
  await page.evaluate(() =>
    document.querySelectorAll("details").forEach((each) => {
      each.open = true;
    }),
  );
  await page.evaluate(AXE);
  return page.evaluate(
    async (own) => {
      const { violations: found } = await axe.run(document, { reporter: "no-passes", ...own });
      return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    },
    { rules: rulesOf(page), ...options },
  );
}
