/** The package in JavaScript, made of its sources with a fault planted in one of them. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "../installed.mjs";

/** What stands in `file` once as `right` is `wrong`; the package is written to `outfile`. */
export async function faulty([file, right, wrong], outfile) {
  const { build } = createRequire(join(ROOT, "pkg/package.json"))("esbuild");
  let planted = 0;
  const plugin = {
    name: "fault",
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^\.\/module\.js$/ }, () => ({ path: join(ROOT, "pkg/src/js/module.ts") }));
      onLoad({ filter: new RegExp(`src/${file}$`) }, async ({ path }) => {
        const source = await readFile(path, "utf8");
        planted += source.split(right).length - 1;
        return { contents: source.replace(right, wrong), loader: "ts" };
      });
    },
  };
  await build({ entryPoints: [join(ROOT, "pkg/src/js.ts")], outfile, bundle: true, format: "esm", plugins: [plugin] });
  assert.equal(planted, 1, `${file} has not just one "${right}"`);
  return import(pathToFileURL(outfile));
}
