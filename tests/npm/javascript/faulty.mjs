/** The package in JavaScript, built from its sources with a fault planted in one of them, which a comparison must find. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { ROOT } from "../installed.mjs";

/** Tests that each fault makes some of forty random plans disagree. Faults have names; each is a file, a text in it, and what replaces that. */
export function faultsAreFound(project, faults, agrees) {
  for (const [name, fault] of Object.entries(faults))
    test(`a planted fault is found: ${name}`, async () => {
      const package_ = await faulty(fault, project.path(`${name.replaceAll(" ", "-")}.mjs`));
      const found = [];
      for (let seed = 0; seed < 40; seed += 1) found.push(await agrees(package_, seed));
      assert.ok(found.includes(false), "all plans agree");
    });
}

/** Replaces `right`, which occurs once in `file`, by `wrong`, and writes the package to `outfile`. */
async function faulty([file, right, wrong], outfile) {
  const { build } = createRequire(join(ROOT, "pkg/package.json"))("esbuild");
  let planted = 0;
  const plugin = {
    name: "fault",
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /\/engine\/start\.js$/ }, () => ({ path: join(ROOT, "pkg/src/engine/js/start.ts") }));
      onLoad({ filter: new RegExp(`src/${file}$`) }, async ({ path }) => {
        const source = await readFile(path, "utf8");
        planted += source.split(right).length - 1;
        return { contents: source.replace(right, wrong), loader: "ts" };
      });
    },
  };
  await build({
    entryPoints: [join(ROOT, "pkg/src/entries/js.ts")],
    outfile,
    bundle: true,
    format: "esm",
    plugins: [plugin],
  });
  assert.equal(planted, 1, `${file} has not just one "${right}"`);
  return import(pathToFileURL(outfile));
}
