/** Ring: site. Every link inside the site leads to a file that is there, and to a place in it. */

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { PAGES, SITE } from "./site.mjs";

const read = (path) => readFileSync(join(SITE, path), "utf8");
const places = new Map(PAGES.map((page) => [page, new Set(matches(read(page), /\sid="([^"]+)"/g))]));

function matches(text, pattern) {
  return [...text.matchAll(pattern)].map(([, found]) => found);
}

/** Why a link of a page leads nowhere; undefined if it does not. */
function broken(page, link) {
  const [path, place] = decodeURI(link.replaceAll("&amp;", "&")).split("#");
  const target = path.split("?")[0] === "" ? page : join(dirname(page), path.split("?")[0]);
  if (!existsSync(join(SITE, target))) return `${page}: ${link}`;
  const there = places.get(target);
  return place && there && !there.has(place) ? `${page}: no ${place} in ${target}` : undefined;
}

test("every link leads somewhere", () => {
  const links = PAGES.flatMap((page) => matches(read(page), /\s(?:href|src)="([^"]*)"/g).map((link) => [page, link]));
  const own = links.filter(([, link]) => !/^(https?|data|mailto|javascript):/.test(link));
  assert.ok(own.length > 1000);
  assert.deepEqual(new Set(own.map((each) => broken(...each)).filter(Boolean)), new Set());
  assert.ok(broken("docs/index.html", "try.html#nowhere"));
  assert.ok(broken("docs/index.html", "nowhere.html"));
});

test("every page can be reached from the first one", () => {
  const reached = new Set(["docs/index.html"]);
  for (const page of reached)
    for (const link of matches(read(page), /\shref="([^"#?:]+\.html)/g)) {
      const target = join(dirname(page), link);
      if (places.has(target)) reached.add(target);
    }
  const unreached = PAGES.filter((page) => !reached.has(page));
  assert.deepEqual(unreached, []);
});
