/** The packed package in runtimes: several Nodes, Bun, Deno and workerd. */

import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { after } from "node:test";
import { createBrotliCompress } from "node:zlib";
import { every } from "../nightly.mjs";
import { PLAN, Projects, RESPOND, run, tool, using } from "./projects.mjs";

const projects = new Projects("runtimes");
after(() => projects.remove());

/** Entries that respond, by `import` and by `require`; and entries that only have to be found, because they need a page or a library to do more. */
const RESPONDING = ["candor", "candor/js"];
const FOUND = projects.entries
  .map((path) => path.replace(".", "candor"))
  .filter((entry) => !["candor/react", "candor/iife"].includes(entry));
const IMPORT = (entry) => `import * as candor from "${entry}"; ${RESPOND} console.log(await responded(candor));`;
const REQUIRE = (entry) =>
  `const candor = require("${entry}"); ${RESPOND} responded(candor).then((plan) => console.log(plan));`;
const IMPORT_ALL = `for (const entry of ${JSON.stringify(FOUND)}) console.log(entry, Object.keys(await import(entry)).length > 0);`;
const REQUIRE_ALL = `for (const entry of ${JSON.stringify(FOUND)}) console.log(entry, Object.keys(require(entry)).length > 0);`;

function says(printed) {
  assert.equal(printed.trim().split("\n").at(-1), PLAN.fingerprint);
}

const NODES = [
  ["Node 20.11", tool("node-20.11/bin/node")],
  ["Node 22", tool("node-22/bin/node")],
  ["this Node", process.execPath],
];
for (const [name, path] of every(NODES, [NODES[0], NODES[2]]))
  using(path, `${name}, by import and by require`, (node) => {
    for (const entry of RESPONDING) {
      const folder = projects.project("node", { "use.mjs": IMPORT(entry), "use.cjs": REQUIRE(entry) });
      for (const file of ["use.mjs", "use.cjs"]) says(run(node, [file], folder));
    }
    const all = projects.project("node", { "all.mjs": IMPORT_ALL, "all.cjs": REQUIRE_ALL });
    for (const file of ["all.mjs", "all.cjs"])
      assert.deepEqual(
        run(node, [file], all).trim().split("\n"),
        FOUND.map((entry) => `${entry} true`),
      );
  });

/** Compressed in small pieces: the peak memory of this process counts as that of the program that it starts. */
const MEBIBYTES = 256;
const blanks = Readable.from(Array(MEBIBYTES).fill(Buffer.alloc(2 ** 20, " ")));
const BOMB = `
import { createServer } from "node:http";
import { loadPlan } from "candor";
const bomb = Buffer.from(process.argv[2], "base64");
const server = createServer((_, response) => response.writeHead(200, { "content-encoding": "br" }).end(bomb));
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const code = await loadPlan("http://127.0.0.1:" + server.address().port).catch((error) => error.code);
process.on("exit", () => console.log(code, process.resourceUsage().maxRSS));
server.close();
server.closeAllConnections();`;
const [OLDEST, path] = NODES[0];
using(path, `${OLDEST} inflates nothing after a response was cut`, async (node) => {
  const bomb = (await buffer(blanks.pipe(createBrotliCompress()))).toString("base64");
  const [code, most] = run(node, ["bomb.mjs", bomb], projects.project("bomb", { "bomb.mjs": BOMB }))
    .trim()
    .split(" ");
  assert.equal(code, "cap-exceeded");
  assert.ok(Number(most) < MEBIBYTES * 1024, `${most} KiB for ${MEBIBYTES} MiB`);
});

using(tool("@oven/bun-linux-x64/bin/bun"), "Bun", (bun) => {
  for (const entry of RESPONDING)
    says(run(bun, ["use.mjs"], projects.project("bun", { "use.mjs": IMPORT(entry), "use.cjs": REQUIRE(entry) })));
});

using(tool("@deno/linux-x64-glibc/deno"), "Deno", (deno) => {
  const folder = projects.project("deno", {
    "use.mjs": IMPORT("candor"),
    "deno.json": '{ "nodeModulesDir": "manual", "imports": { "candor": "../node_modules/candor/dist/index.js" } }',
  });
  says(run(deno, ["run", "--no-remote", "use.mjs"], folder));
});

using(tool("@cloudflare/workerd-linux-64/bin/workerd"), "workerd, which compiles no wasm of its own", (workerd) => {
  const worker = `import { init, loadPlan } from "./slim.js"; import module from "./candor.wasm"; ${RESPOND}
    export default { async test() {
      await init(module);
      const plan = await responded({ loadPlan });
      if (plan !== document_.fingerprint) throw new Error(plan);
    } };`;
  const config = `using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (services = [(name = "main", worker = (
      modules = [
        (name = "worker.js", esModule = embed "worker.js"),
        (name = "slim.js", esModule = embed "../node_modules/candor/dist/slim.js"),
        (name = "candor.wasm", wasm = embed "../node_modules/candor/dist/candor.wasm"),
      ],
      compatibilityDate = "2025-01-01",
    ))]);`;
  const words = ["test", "config.capnp"];
  run(workerd, words, projects.project("workerd", { "worker.js": worker, "config.capnp": config }));
  const wrong = worker.replace("plan !== document_.fingerprint", "plan === document_.fingerprint");
  projects.project("workerd", { "worker.js": wrong });
  assert.throws(() => run(workerd, words, `${projects.folder}/workerd`), "it would notice");
});
