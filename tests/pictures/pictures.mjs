/** Pictures of real pages for the tutorials, in docs/tutorials/pictures. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openPage } from "../browser/stage.mjs";

const FOLDER = fileURLToPath(new URL("../../docs/tutorials/pictures/", import.meta.url));

/** How much of a page stands around what is shown, in pixels. */
const MARGIN = 6;

/** A page of the width of the tutorials' text, in which everything is in English. */
export const openTutorialPage = (browser, options = {}) =>
  openPage(browser, { locale: "en-GB", viewport: { width: 860, height: 900 }, fonts: true, ...options });

/** Saves a picture of everything from one element to another, which is the same unless given. */
export async function show(page, name, first, last = first) {
  mkdirSync(FOLDER, { recursive: true });
  await page.evaluate(() => {
    document.activeElement?.blur();
    scrollTo(0, 0);
  });
  const [above, below] = [await first.boundingBox(), await last.boundingBox()];
  const { width } = page.viewportSize();
  const y = Math.max(0, above.y - MARGIN);
  const clip = { x: 0, y, width, height: below.y + below.height + MARGIN - y };
  await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: true, clip, animations: "disabled" });
}
