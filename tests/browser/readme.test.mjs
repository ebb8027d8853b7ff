/** The JavaScript in the README, unchanged, in a page that sends to a collector. */

import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Collector } from "./collector.mjs";
import { faults, openBrowser, openPage } from "./stage.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const README = readFileSync(join(ROOT, "README.md"), "utf8");

function found(pattern) {
  const match = pattern.exec(README);
  assert.ok(match, `the README has something like ${pattern}`);
  return match[1];
}

/** A page that runs the example, for plans of the author with this key, and then shows the result. */
function site(folder, publicKey) {
  const page = join(folder, "page");
  mkdirSync(page);
  for (const name of ["index.js", "sentences.js"]) copyFileSync(join(ROOT, "pkg/dist", name), join(page, name));
  const example = found(/```js\n([\s\S]*?)```/)
    .replace('"mC0q…"', JSON.stringify(publicKey))
    .replace('from "candor"', 'from "/index.js"')
    .replace('from "candor/sentences"', 'from "/sentences.js"');
  writeFileSync(
    join(page, "page.js"),
    `${example}\ndocument.title = JSON.stringify({ report, record: plan.promises.record });`,
  );
  writeFileSync(
    join(page, "index.html"),
    '<!doctype html><title>waiting</title><script type="module" src="/page.js"></script>',
  );
  return page;
}

test("the README's example loads its author's plan and sends one report", async () => {
  const folder = mkdtempSync(join(tmpdir(), "candor-readme-"));
  writeFileSync(join(folder, "survey.json"), found(/r#"([\s\S]*?)"#/));
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const key = join(folder, "key.pem");
  writeFileSync(key, privateKey.export({ type: "pkcs8", format: "pem" }));
  const page = site(folder, publicKey.export({ format: "jwk" }).x);
  const collector = await Collector.open({ survey: join(folder, "survey.json"), page, key });
  const browser = await openBrowser();
  try {
    const opened = await openPage(browser);
    await opened.goto(collector.origin);
    await opened.waitForFunction(() => document.title !== "waiting");
    const { report, record } = JSON.parse(await opened.title());
    assert.equal(report.plan, (await collector.plan()).fingerprint);
    assert.ok(record > 2.99 && record <= 3);
    assert.equal(await collector.reports(), 1);
    assert.deepEqual(faults(opened), []);
  } finally {
    await browser.close();
    await collector.close();
    rmSync(folder, { recursive: true });
  }
});
