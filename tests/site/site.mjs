/** The documentation site that `scripts/docs site` has built, as a folder. */

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const { version } = JSON.parse(readFileSync(join(ROOT, "pkg/package.json"), "utf8"));

/** The folder of this version. */
export const SITE = join(ROOT, "target/site", version.split(".", 2).join("."));

/** The address of a page of the folder, as a browser opens it from there. */
export const addressOf = (page) => String(pathToFileURL(join(SITE, page)));

/** All pages that Sphinx made, such as docs/index.html; the references of the code are left out. */
export const PAGES = readdirSync(SITE, { recursive: true, withFileTypes: true })
  .filter((each) => each.isFile() && each.name.endsWith(".html"))
  .map((each) => relative(SITE, join(each.parentPath, each.name)))
  .filter((path) => !/^(code|_static)\//.test(path))
  .sort();

/** The colours and widths in which pages are tested. */
export const LOOKS = [
  { colorScheme: "light", viewport: { width: 1280, height: 900 } },
  { colorScheme: "dark", viewport: { width: 360, height: 800 } },
];

/** Options of axe-core for pages of a folder: it cannot load their style sheets again. */
export const IN_FOLDER = { preload: false };

/** Collects what a page must not do: errors on the console, and requests for anything but files of the folder. */
export function strayed(page) {
  const found = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) found.push(message.text());
  });
  page.on("pageerror", ({ message }) => found.push(message));
  page.on("requestfailed", (request) => found.push(`failed: ${request.url()}`));
  page.on("request", (request) => {
    const own = request.url().startsWith(addressOf("")) || /^(data|blob):/.test(request.url());
    if (!own) found.push(`requested: ${request.url()}`);
  });
  return found;
}
