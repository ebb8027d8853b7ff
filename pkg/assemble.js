// Makes one file of the package out of its sources.
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import zopfli from "@gfx/zopfli";
import { build } from "esbuild";
import { minify } from "terser";

/** How long to look for the smallest form of a module. */
const ITERATIONS = { candor: 15, analysis: 1, design: 1 };

const known = {};

/** A wasm module of dist/wasm, deflated and in base64, under the name by which embedded.ts knows it. */
export async function deflated(name) {
  const module = () => readFileSync(`${import.meta.dirname}/dist/wasm/${name}.wasm`);
  known[name] ??= promisify(zopfli.zlib)(module(), { numiterations: ITERATIONS[name] });
  return `var DEFLATED="${Buffer.from(await known[name]).toString("base64")}";`;
}

/** The code of an entry in a format, esm, cjs or iife, and what of it came from where; the module last, if it holds one. */
export async function assembled(options, format, module) {
  const { outputFiles, metafile } = await build({
    ...options,
    absWorkingDir: import.meta.dirname,
    write: false,
    metafile: true,
    bundle: true,
    format: format === "iife" ? "esm" : format,
    platform: format === "cjs" ? "node" : "neutral",
    mainFields: ["module", "main"],
    target: "es2022",
    minify: true,
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
  });
  const [{ text }] = outputFiles;
  const code = await smaller(text, format);
  // Last, so that gzip does not mix the module's letters with those of code: 3 % less.
  const whole = code + (module ? await deflated(module) : "");
  // By hand, as a script may import and esbuild would have it require.
  const wrapped = format === "iife" ? `"use strict";(()=>{${whole}})();` : whole;
  return { code: `${wrapped}\n`, inputs: Object.values(metafile.outputs)[0].inputs };
}

/** What `require` gives stays as esbuild writes it, by which tools know its names. */
async function smaller(text, format) {
  if (format === "cjs") return text;
  const { code } = await minify(text, {
    module: true,
    ecma: 2020,
    compress: { passes: 3 },
    // Modules are UTF-8 everywhere; a script is read in the encoding of its page.
    format: { ascii_only: format === "iife" },
  });
  return code;
}
