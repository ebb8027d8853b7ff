/** The packed package in a bundle of each bundler: it responds in Chromium, or in Node if it was bundled for Node. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { after, before } from "node:test";
import { served } from "../browser/site.mjs";
import { faults, openBrowser, openPage } from "../browser/stage.mjs";
import { every } from "../nightly.mjs";
import { PLAN, Projects, RESPOND, run, tool, using } from "./projects.mjs";

const projects = new Projects("bundlers");
let browser;
before(async () => {
  browser = await openBrowser();
});
after(async () => {
  projects.remove();
  await browser?.close();
});

const USE = `import * as candor from "candor"; ${RESPOND} void responded(candor).then((plan) => { document.title = plan; });`;

/** The files that configure a bundler, the command that builds with it, and how a page loads the result. */
const BUNDLERS = {
  esbuild: {
    build: (folder) =>
      run(tool("esbuild/bin/esbuild"), ["use.js", "--bundle", "--format=esm", "--outfile=dist/use.js"], folder),
  },
  rollup: {
    files: {
      "rollup.config.mjs": `import resolve from "@rollup/plugin-node-resolve";
        export default { input: "use.js", output: { dir: "dist" }, plugins: [resolve({ browser: true })] };`,
    },
    build: (folder) => run(process.execPath, [tool("rollup/dist/bin/rollup"), "-c", "--silent"], folder),
  },
  webpack: {
    files: {
      "build.cjs": `const webpack = require("webpack");
        const output = { path: __dirname + "/dist", filename: "use.js" };
        webpack({ mode: "production", entry: "./use.js", output }, (error, stats) => {
          if (error || stats.hasErrors()) { console.log(error ?? stats.toString()); process.exitCode = 1; }
        });`,
    },
    build: (folder) => run(process.execPath, ["build.cjs"], folder),
  },
  parcel: {
    files: {
      "page.html":
        '<!doctype html><title>waiting</title><link rel="icon" href="data:,"><script type="module" src="use.js"></script>',
      "package.json": '{ "private": true, "browserslist": "chrome 123" }',
    },
    build: (folder) =>
      run(
        process.execPath,
        [
          tool("parcel/lib/bin.js"),
          "build",
          "page.html",
          "--no-cache",
          "--cache-dir",
          ".parcel-cache",
          "--no-source-maps",
          "--public-url",
          "./",
        ],
        folder,
      ),
  },
  vite: {
    files: {
      "index.html":
        '<!doctype html><title>waiting</title><link rel="icon" href="data:,"><script type="module" src="/use.js"></script>',
    },
    build: (folder) => run(process.execPath, [tool("vite/bin/vite.js"), "build", "--logLevel", "error"], folder),
  },
};

const PAGE =
  '<!doctype html><title>waiting</title><link rel="icon" href="data:,"><script type="module" src="use.js"></script>';

/** Every file below a folder, by name. */
function below(folder) {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = found.map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(paths.map((path) => [relative(folder, path), readFileSync(path)]));
}

/** All but the slowest. */
const OFTEN = ["esbuild", "rollup", "vite", "webpack"];

for (const [name, { files = {}, build }] of Object.entries(BUNDLERS).filter(([name]) =>
  every(true, OFTEN.includes(name)),
))
  using(tool(name), `a page bundled by ${name}`, async () => {
    const folder = projects.project(name, { "use.js": USE, ...files });
    build(folder);
    const made = below(join(folder, "dist"));
    const start = ["index.html", "page.html"].find((file) => Object.hasOwn(made, file));
    await served({ "index.html": PAGE, ...made }, {}, async (address) => {
      const page = await openPage(browser);
      await page.goto(`${address}${start ?? ""}`);
      await page.waitForFunction(() => document.title !== "waiting");
      assert.deepEqual([await page.title(), faults(page)], [PLAN.fingerprint, []]);
      await page.context().close();
    });
  });
