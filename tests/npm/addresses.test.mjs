// The addresses of the project in a released package.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";

import { addresses } from "../../pkg/addresses.js";

const pkg = new URL("../../pkg/", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "candor-addresses-"));
test.after(() => rmSync(folder, { recursive: true }));

test("whatever way git names a repository, its pages are named by https, without who pushes", () => {
  const expected = {
    repository: { type: "git", url: "git+https://code.example/people/candor.git", directory: "pkg" },
    homepage: "https://code.example/people/candor#readme",
    bugs: { url: "https://code.example/people/candor/issues" },
  };
  for (const origin of [
    "https://code.example/people/candor.git",
    "https://code.example/people/candor/",
    "https://anna:secret@code.example/people/candor",
    "git@code.example:people/candor.git",
    "code.example:people/candor.git",
    "ssh://git@code.example:2222/people/candor.git",
    "git://code.example/people/candor.git",
  ])
    assert.deepEqual(addresses(origin), expected, origin);
  assert.equal(addresses("https://code.example:8443/a/b").homepage, "https://code.example:8443/a/b#readme");
});

test("what is no address on a host is refused, and no password is repeated", () => {
  for (const origin of [
    "/srv/candor.git",
    "file:///srv/candor/it.git",
    "https://code.example/candor",
    "",
    "ftp://anna:secret@a.example/b/c",
  ])
    assert.throws(
      () => addresses(origin),
      ({ message }) => !message.includes("secret"),
      origin,
    );
});

test("the package that is packed with them has all that it had, and these", () => {
  const file = join(folder, "package.json");
  copyFileSync(join(pkg, "package.json"), file);
  const run = [join(pkg, "addresses.js"), file];
  execFileSync("node", [...run, "git@code.example:people/candor.git"]);
  const written = readFileSync(file, "utf8");
  const { repository, homepage, bugs, ...others } = JSON.parse(written);
  assert.deepEqual({ repository, homepage, bugs }, addresses("https://code.example/people/candor"));
  assert.deepEqual(others, JSON.parse(readFileSync(join(pkg, "package.json"), "utf8")));
  // If the address is refused, the file stays as it is.
  assert.notEqual(spawnSync("node", [...run, "nowhere"]).status, 0);
  assert.equal(readFileSync(file, "utf8"), written);
});
