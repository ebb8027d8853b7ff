/** The packed package in runtimes: several Nodes, Bun, Deno and workerd. */

import assert from "node:assert/strict";
import { after } from "node:test";
import { every } from "../nightly.mjs";
import { PLAN, Projects, RESPOND, run, tool, using } from "./projects.mjs";

const projects = new Projects("runtimes");
after(() => projects.remove());

/** What responds, by `import` and by `require`, and what only has to be found: each needs a page or a library to do more. */
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
  ["Node 20.0", tool("node-20.0/bin/node")],
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
