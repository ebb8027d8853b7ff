// Prints what perturbing takes, wasm and glue: the bytes of the mechanism alone after gzip -9. Needs dist/wasm.
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const { outputFiles } = await build({
  entryPoints: ["src/mechanism.ts"],
  absWorkingDir: import.meta.dirname,
  inject: ["dist/wasm/candor_deflated.js"],
  bundle: true,
  external: ["./unzlib.js"],
  write: false,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "none",
});
console.log(gzipSync(outputFiles[0].contents, { level: 9 }).length);
