/** Responses that never end, plain and compressed, in Chromium: reading them ends, and so do their connections. */

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { html, served } from "./site.mjs";
import { faults, openBrowser, openPage } from "./stage.mjs";

const PACKAGE = fileURLToPath(new URL("../../pkg/dist/", import.meta.url));
const MOST = 2 ** 20;

/** 64 MB of blanks, which the package would read as the beginning of a plan: plain, and as 65 KB of gzip. */
const BLANKS = Buffer.alloc(2 ** 26, " ");
const BODIES = { gzip: gzipSync(BLANKS), identity: BLANKS.subarray(0, 2 ** 16) };

/** A page that loads such a plan, and puts into its title how that was refused and how many bytes it received. */
const PAGE = html(`
  import { loadPlan } from "./index.js";
  let bytes = 0;
  const { read } = ReadableStreamDefaultReader.prototype;
  ReadableStreamDefaultReader.prototype.read = async function () {
    const next = await read.call(this);
    bytes += next.value?.length ?? 0;
    return next;
  };
  const refused = await loadPlan("plan.json", { maxBytes: ${MOST}, timeout: Infinity, retries: 0 }).catch((error) => error);
  document.title = JSON.stringify({ name: refused.name, code: refused.code, bytes });`);

const browser = await openBrowser();
after(() => browser.close());

/** Sends a response without end, as fast as it is read; `written` counts the bytes sent, and `closed` says when the connection has closed. */
class Endless {
  written = 0;
  closed;

  answer(encoding) {
    return (_, response) => {
      this.closed = once(response, "close");
      response.writeHead(200, { "content-type": "application/json", "content-encoding": encoding });
      const more = () => {
        if (response.destroyed) return;
        this.written += BODIES[encoding].length;
        if (response.write(BODIES[encoding])) setImmediate(more);
      };
      response.on("drain", more);
      more();
    };
  }
}

for (const [encoding, most] of [
  ["gzip", 2 ** 25],
  ["identity", 2 ** 26],
])
  test(`a plan without end (${encoding}) is refused while it comes, and given up`, { timeout: 300_000 }, async () => {
    const endless = new Endless();
    const files = {
      "index.html": PAGE,
      "index.js": readFileSync(join(PACKAGE, "index.js")),
      "plan.json": endless.answer(encoding),
    };
    await served(files, {}, async (address) => {
      const page = await openPage(browser);
      await page.goto(address);
      await page.waitForFunction(() => document.title.startsWith("{"));
      const { bytes, ...refused } = JSON.parse(await page.title());
      assert.deepEqual(refused, { name: "CandorError", code: "cap-exceeded" });
      assert.ok(bytes > MOST && bytes < 4 * MOST, `${bytes} bytes were handed to the page`);
      await endless.closed;
      assert.ok(endless.written < most, `${endless.written} bytes were sent`);
      assert.deepEqual(faults(page), []);
      await page.context().close();
    });
  });
