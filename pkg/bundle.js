// Makes the files of dist/ whose names are given: modules, and beside them in dist/cjs what `require` reads. In index.js,
// iife.js, analysis.js and design.js a wasm module and its glue stand in the one file, which works without configuration in browsers,
// workers, bundlers and Node, under `connect-src 'none'`, and whose integrity hash covers the module. The module is deflated
// inside, since base64 of plain wasm gzips badly; unzlib.js is loaded where the platform cannot inflate, and javascript.js where
// WebAssembly cannot start and the page chose that.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import zopfli from "@gfx/zopfli";
import { build } from "esbuild";

/** The wasm of dist/wasm as a module that exports it in base64. */
async function deflate(name, numiterations) {
  const module = readFileSync(`dist/wasm/${name}_bg.wasm`);
  const deflated = Buffer.from(await promisify(zopfli.zlib)(module, { numiterations })).toString("base64");
  writeFileSync(`dist/wasm/${name}_deflated.js`, `export default ${JSON.stringify(deflated)};\n`);
  writeFileSync(`dist/wasm/${name}_deflated.d.ts`, "declare const base64: string;\nexport default base64;\n");
}

/** The module that an entry holds. */
const MODULES = { index: "candor", iife: "candor", analysis: "analysis", design: "design" };

/** How long to look for the smallest form of a module. */
const ITERATIONS = { candor: 15, analysis: 1, design: 1 };

/** What an entry has in place of a source. */
const INSTEAD = { slim: { "./embedded.js": "./given.js" }, js: { "./module.js": "./js/module.js" } };

/** Entries that stand on their own; all others have one class of errors and one mechanism, those of index.js. */
const WHOLE = ["index", "iife", "slim", "js"];

/** Files that entries load where they are needed, as modules in either case. */
const BESIDE = ["unzlib", "javascript"];

/** Resolves what an entry takes from elsewhere: another source, or a file that is shipped beside it. */
function resolved(entry, format) {
  return {
    name: "resolved",
    setup({ onResolve, resolve }) {
      onResolve({ filter: new RegExp(`^\\./(${BESIDE.join("|")})\\.js$`) }, ({ path }) => ({
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
  await build({
    entryPoints: [`src/${entry}.ts`],
    outfile,
    // First, so that gzip does not mix the module's letters with those of code: 3 % less.
    inject: entry in MODULES ? [`dist/wasm/${MODULES[entry]}_deflated.js`] : [],
    bundle: true,
    external: ["react"],
    plugins: [resolved(entry, format)],
    format: format === "iife" ? "esm" : format,
    // By hand, as a script may import and esbuild would have it require.
    ...(format === "iife" && { banner: { js: '"use strict";(()=>{' }, footer: { js: "})();" } }),
    // Names that `require` gives are written down for `import` of Node, which reads them without running the file.
    platform: format === "cjs" ? "node" : "neutral",
    mainFields: ["module", "main"],
    target: "es2022",
    minify: true,
    // Modules are UTF-8 everywhere; a script is read in the encoding of its page.
    charset: format === "iife" ? "ascii" : "utf8",
    legalComments: "none",
    logLevel: "warning",
  });
}

const entries = process.argv.slice(2);
// It is shipped as a whole: nothing of an earlier build stays in it.
rmSync("dist/cjs", { recursive: true, force: true });
for (const module of new Set(entries.flatMap((entry) => MODULES[entry] ?? [])))
  await deflate(module, ITERATIONS[module]);
for (const entry of entries) {
  await bundle(entry, entry === "iife" ? "iife" : "esm", `dist/${entry}.js`);
  if (!BESIDE.includes(entry)) await bundle(entry, entry === "iife" ? "iife" : "cjs", `dist/cjs/${entry}.js`);
}
mkdirSync("dist/cjs", { recursive: true });
writeFileSync("dist/cjs/package.json", '{ "type": "commonjs" }\n');
