/** Ring: site. How to cite Candor, as programs read it. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const AS_JSON = "import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout)";
const cited = JSON.parse(
  execFileSync(join(ROOT, "target/sphinx/bin/python"), ["-c", AS_JSON], {
    encoding: "utf8",
    input: readFileSync(join(ROOT, "CITATION.cff")),
  }),
);
const { version, license } = JSON.parse(readFileSync(join(ROOT, "pkg/package.json"), "utf8"));

test("CITATION.cff has what version 1.2.0 of the format needs, and nothing that it does not know", () => {
  for (const key of ["cff-version", "message", "title", "authors"]) assert.ok(cited[key]?.length > 0, key);
  assert.equal(cited["cff-version"], "1.2.0");
  assert.ok(cited.authors.every(({ name }) => typeof name === "string"));
  for (const { type, title, authors } of cited.references) {
    assert.equal(type, "conference-paper");
    assert.ok(title && authors.every((author) => author["family-names"] && author["given-names"]));
  }
  const known = "abstract authors cff-version keywords license message references title type version".split(" ");
  assert.deepEqual(
    Object.keys(cited).filter((key) => !known.includes(key)),
    [],
  );
});

test("it names this version and its licences", () => {
  assert.equal(cited.version, version);
  assert.equal(cited.license.join(" OR "), license);
});
