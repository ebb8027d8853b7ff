// Makes the files of dist/ whose names are given: modules, and beside them in dist/cjs what `require` reads. In index.js,
// iife.js, analysis.js and design.js a wasm module stands in the one file, which works without configuration in browsers,
// workers, bundlers and Node, under `connect-src 'none'`, and whose integrity hash covers the module; javascript.js is
// loaded where WebAssembly cannot start and the page chose that.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { assembled } from "./assemble.js";

/** The module that an entry holds. */
const MODULES = { index: "candor", iife: "candor", analysis: "analysis", design: "design" };

/** What an entry has in place of a source. */
const INSTEAD = { slim: { "./embedded.js": "./init.js" }, js: { "./module.js": "./js/module.js" } };

/** Entries whose modules have glue. */
const GLUED = ["analysis", "design"];

/** Entries that stand on their own; all others have one class of errors and one mechanism, those of index.js. */
const WHOLE = ["index", "iife", "slim", "js"];

/** Resolves what an entry takes from elsewhere: another source, or a file that is shipped beside it. */
function resolved(entry, format) {
  return {
    name: "resolved",
    setup({ onResolve, resolve }) {
      // It is a module in either case.
      onResolve({ filter: /^\.\/javascript\.js$/ }, ({ path }) => ({
        path: format === "cjs" ? `.${path}` : path,
        external: true,
      }));
      if (!WHOLE.includes(entry)) {
        onResolve({ filter: /^\.\.?\/(errors|index)\.js$/ }, () => ({ path: "./index.js", external: true }));
        onResolve({ filter: /^\.\.\/sentences\.js$/ }, () => ({ path: "./sentences.js", external: true }));
      }
      for (const [source, other] of Object.entries(INSTEAD[entry] ?? {}))
        onResolve({ filter: new RegExp(`^${source.replaceAll(".", "\\.")}$`) }, ({ importer, resolveDir, kind }) =>
          resolve(other, { importer, resolveDir, kind }),
        );
    },
  };
}

async function bundle(entry, format, outfile) {
  // The glue of modules makes codecs when it is loaded.
  const inject = GLUED.includes(entry) ? ["src/codecs.ts"] : [];
  const options = { entryPoints: [`src/${entry}.ts`], inject, external: ["react"], plugins: [resolved(entry, format)] };
  const { code } = await assembled(options, format, MODULES[entry]);
  mkdirSync(dirname(outfile), { recursive: true });
  writeFileSync(outfile, code);
}

const entries = process.argv.slice(2);
// It is shipped as a whole: nothing of an earlier build stays in it.
rmSync("dist/cjs", { recursive: true, force: true });
for (const entry of entries) {
  await bundle(entry, entry === "iife" ? "iife" : "esm", `dist/${entry}.js`);
  if (entry !== "javascript") await bundle(entry, entry === "iife" ? "iife" : "cjs", `dist/cjs/${entry}.js`);
}
mkdirSync("dist/cjs", { recursive: true });
writeFileSync("dist/cjs/package.json", '{ "type": "commonjs" }\n');
