/** The packed package in Next: on the server, in a client component, and at the edge by candor/js and candor/slim, in an application that is built and served. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, before } from "node:test";
import { faults, openBrowser, openPage } from "../browser/stage.mjs";
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

const FILES = {
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

/** The application while it is served, on a port that the system chose. */
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
    const page = await openPage(browser);
    await page.goto(address);
    const shown = await page.waitForFunction(() => document.querySelector("p")?.textContent);
    assert.deepEqual([await shown.jsonValue(), faults(page)], [PLAN.fingerprint, []]);
    await page.context().close();
  });
});
