// Prints what perturbing takes, wasm and glue: the bytes of the mechanism alone after gzip -9. Needs dist/wasm.
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const { outputFiles } = await build({
  stdin: {
    contents: 'export * from "./mechanism.js"; export * from "./module.js";',
    resolveDir: `${import.meta.dirname}/src`,
  },
  absWorkingDir: import.meta.dirname,
  inject: ["dist/wasm/candor_deflated.js"],
  bundle: true,
  external: ["./unzlib.js", "./javascript.js"],
  write: false,
  format: "esm",
  target: "es2022",
  minify: true,
  charset: "utf8",
  legalComments: "none",
});
console.log(gzipSync(outputFiles[0].contents, { level: 9 }).length);
