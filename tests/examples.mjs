/** The examples in the documentation that its site runs: blocks of code after "```js run", and what the block after one says that it prints. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const PAGES = [".", "docs", "docs/how-to", "docs/tutorials", "pkg"].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name)),
);

/** Their pages, such as docs/try.md, numbers on these, code, and what they print; undefined where that is left to chance. */
export const EXAMPLES = PAGES.flatMap((page) =>
  Array.from(
    readFileSync(join(ROOT, page), "utf8").matchAll(/^```js run\n(.*?)^```\n(?:```text\n(.*?)^```\n)?/gms),
    ([, code, prints], place) => ({ page, number: place + 1, code, prints }),
  ),
);
