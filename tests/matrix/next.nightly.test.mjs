/**
 * The packed package in Next, whose bundler is Turbopack: on the server, in a client component, and at the edge with candor/js and candor/slim,
 * in an application that is built and served. Turbopack rounds numbers of 16 and more digits; designed plans have no such numbers.
 */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, before } from "node:test";
import { faults, openBrowser, openPage } from "../browser/stage.mjs";
import { designed } from "../program.mjs";
import { environment, HERE, PLAN, Projects, RESPOND, run, tool, using } from "./projects.mjs";

const projects = new Projects("next");
let browser;
before(async () => {
  browser = await openBrowser();
});
after(async () => {
  projects.remove();
  await browser?.close();
});

/** Plans as the program designs them, by several methods and with many numbers. */
const PLANS = [0.7, 1.3, 2.9, 5.3, 7.1].flatMap((epsilon) =>
  ["independent", "optimal", "analysis", "labelled"].map((method) =>
    JSON.parse(
      designed({
        survey: `${method} ${epsilon}`,
        attributes: [
          { name: "smoker", categories: ["no", "yes"] },
          { name: "age", bins: [null, 18.5, 30, 44.25, null] },
          { name: "mood", categories: ["1", "2", "3", "4", "5"] },
        ],
        privacy: { record_epsilon: epsilon, method },
      }),
    ),
  ),
);

/** Returns the fingerprint of every imported plan, or why it is refused. */
const VERIFIED = `
  import * as candor from "candor";
  import plans from "../plans.json";
  const verified = async () => {
    const load = (plan) => candor.loadPlan(plan, { maxRecordEpsilon: 1e6, storage: "memory" });
    const said = await Promise.all(plans.map((plan) => load(plan).then(({ fingerprint }) => fingerprint, ({ code }) => code)));
    return said.join(" ");
  };`;

const FILES = {
  "app/plans.json": JSON.stringify(PLANS),
  "app/imported/page.js": `"use client"; import { useEffect, useState } from "react"; ${VERIFIED}
    export default function Page() {
      const [said, setSaid] = useState("");
      useEffect(() => void verified().then(setSaid), []);
      return <p>{said}</p>;
    }`,
  "app/imported-on-the-server/page.js": `${VERIFIED}
    export const dynamic = "force-dynamic";
    export default async function Page() { return <p>{await verified()}</p>; }`,
  "next.config.mjs": `const root = ${JSON.stringify(HERE)};
    export default { outputFileTracingRoot: root, turbopack: { root } };`,
  "app/layout.js": "export default ({ children }) => <html><body>{children}</body></html>;",
  "app/page.js": `"use client"; import { useEffect, useState } from "react"; import * as candor from "candor"; ${RESPOND}
    export default function Page() {
      const [plan, setPlan] = useState("");
      useEffect(() => void responded(candor).then(setPlan), []);
      return <p>{plan}</p>;
    }`,
  "app/server/page.js": `import * as candor from "candor"; ${RESPOND}
    export const dynamic = "force-dynamic";
    export default async function Page() { return <p>{await responded(candor)}</p>; }`,
  "app/edge/route.js": `import * as candor from "candor/js"; ${RESPOND}
    export const runtime = "edge";
    export async function GET() { return new Response(await responded(candor)); }`,
  "app/edge-wasm/route.js": `import module from "candor/candor.wasm?module"; import { init, loadPlan } from "candor/slim"; ${RESPOND}
    export const runtime = "edge";
    export async function GET() {
      await init(module);
      return new Response(await responded({ loadPlan }));
    }`,
};

/** Serves the application on a port that the system chooses. */
async function serving(next, folder, visit) {
  const env = environment({ NEXT_TELEMETRY_DISABLED: "1" });
  const words = [next, "start", "--hostname", "127.0.0.1", "--port", "0"];
  const server = spawn(process.execPath, words, { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  try {
    let said = "";
    for await (const piece of server.stdout.setEncoding("utf8")) {
      said += piece;
      const [address] = said.match(/http:\/\/127\.0\.0\.1:[1-9]\d*/) ?? [];
      if (address) return await visit(address);
    }
    throw new Error(`it ended before it listened: ${said}`);
  } finally {
    server.kill();
  }
}

using(tool("next/dist/bin/next"), "Next, on the server, in a client component, and at the edge", async (next) => {
  const folder = projects.project("next", FILES);
  run(process.execPath, [next, "build"], folder, { NEXT_TELEMETRY_DISABLED: "1" });
  await serving(next, folder, async (address) => {
    const text = async (path) => (await fetch(`${address}${path}`)).text();
    assert.ok((await text("/server")).includes(PLAN.fingerprint), "on the server");
    assert.equal(await text("/edge"), PLAN.fingerprint);
    assert.equal(await text("/edge-wasm"), PLAN.fingerprint);
    const fingerprints = PLANS.map(({ fingerprint }) => fingerprint).join(" ");
    const imported = await text("/imported-on-the-server");
    assert.ok(imported.includes(fingerprints), imported);
    const page = await openPage(browser);
    for (const [path, said] of [
      ["", PLAN.fingerprint],
      ["/imported", fingerprints],
    ]) {
      await page.goto(address + path);
      const shown = await page.waitForFunction(() => document.querySelector("p")?.textContent);
      assert.deepEqual([await shown.jsonValue(), faults(page)], [said, []]);
    }
    await page.context().close();
  });
});
