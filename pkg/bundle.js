// Makes the files of dist/ whose names are given. In index.js and analysis.js a wasm module and its glue stand in the one
// file, which works without configuration in browsers, workers, bundlers and Node, under `connect-src 'none'`, and whose
// integrity hash covers the module. The module is deflated inside, since base64 of plain wasm gzips badly; unzlib.js is
// loaded where the platform cannot inflate.
import { readFileSync, writeFileSync } from "node:fs";
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

/** The module that an entry holds, and how long to look for its smallest form. */
const MODULES = { index: ["candor", 15], analysis: ["analysis", 1] };

/** All entries have one class of errors and one mechanism, those of index.js. */
const one = {
  name: "one",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\.?\/(errors|index)\.js$/ }, () => ({ path: "./index.js", external: true })),
};

for (const entry of process.argv.slice(2)) {
  if (entry in MODULES) await deflate(...MODULES[entry]);
  await build({
    entryPoints: [`src/${entry}.ts`],
    outfile: `dist/${entry}.js`,
    // First, so that gzip does not mix the module's letters with those of code: 3 % less.
    inject: entry in MODULES ? [`dist/wasm/${MODULES[entry][0]}_deflated.js`] : [],
    bundle: true,
    external: ["./unzlib.js", "react"],
    plugins: entry === "index" ? [] : [one],
    format: "esm",
    target: "es2022",
    minify: true,
    legalComments: "none",
    logLevel: "warning",
  });
}
