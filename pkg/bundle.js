// Makes dist/index.js: the package, its glue and the wasm module in one file, which works without
// configuration in browsers, workers, bundlers and Node, under `connect-src 'none'`, and whose integrity
// hash covers the module. The module is deflated inside, since base64 of plain wasm gzips badly.
import { readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import zopfli from "@gfx/zopfli";
import { build } from "esbuild";

const module = readFileSync("dist/wasm/candor_bg.wasm");
const deflated = Buffer.from(await promisify(zopfli.deflate)(module, { numiterations: 15 })).toString("base64");
writeFileSync("dist/wasm/deflated.js", `export default ${JSON.stringify(deflated)};\n`);
writeFileSync("dist/wasm/deflated.d.ts", "declare const base64: string;\nexport default base64;\n");

await build({
  entryPoints: ["src/index.ts"],
  outfile: "dist/index.js",
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "none",
  logLevel: "warning",
});
