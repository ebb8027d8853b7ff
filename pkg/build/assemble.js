// Makes one file of the package out of its sources.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build, transform } from "esbuild";
import { minify } from "terser";

/**
 * The longest lines of entries that throw errors of their own: before the message of one that nobody catches, Node prints the line of its origin. All
 * others leave that to index.js.
 */
export const LINES = { index: 5_000, iife: 5_000, analysis: 5_000, design: 5_000, js: 20_000, slim: 20_000 };

const PACKAGE = join(import.meta.dirname, "..");

/** A wasm module of dist/wasm as text, under the name by which embedded.ts knows it. */
function embedded(name) {
  return `var MODULE="${textOf(readFileSync(`${PACKAGE}/dist/wasm/${name}.wasm`))}";`;
}

/**
 * Bytes as characters of ASCII that stand for themselves between double quotes and in HTML. Those below 90, most of a module, are one
 * character, others a blank or an exclamation mark and one more: what repeats in the module repeats in the text, for servers to
 * compress, as it does not in base64.
 */
function textOf(bytes) {
  const printable = Array.from({ length: 92 }, (_, i) => String.fromCharCode(35 + i));
  const characters = printable.filter((character) => character !== "<" && character !== "\\");
  return Array.from(bytes, (byte) => ["", " ", "!"][Math.floor(byte / 90)] + characters[byte % 90]).join("");
}

/** Writes the style sheet of the elements, which is a text in their sources, in as few letters as it takes. */
const styled = {
  name: "styled",
  setup({ onLoad }) {
    onLoad({ filter: /elements[\\/]style\.ts$/ }, async ({ path }) => {
      const source = readFileSync(path, "utf8");
      const [written, sheet] = /`([^`]*)`/.exec(source);
      const { code } = await transform(sheet, { loader: "css", minify: true });
      return {
        contents: source.replace(written, () => JSON.stringify(code.trim().replace(/(?<=[{;]--[\w-]+:|,) /g, ""))),
        loader: "ts",
      };
    });
  },
};

/**
 * The code of an entry in a format, esm, cjs or iife, and what of it came from where. Its lines have at most `line` characters; without that, it is a
 * single line. The module is last, if it holds one.
 */
export async function assembled(options, format, { line = false, module }) {
  const { outputFiles, metafile } = await build({
    ...options,
    plugins: [...(options.plugins ?? []), styled],
    absWorkingDir: PACKAGE,
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
    // host.ts is types alone.
    logOverride: { "ignored-bare-import": "silent" },
  });
  const [{ text }] = outputFiles;
  const code = await smaller(text, format, line);
  // Last, so that gzip does not mix the module's letters with those of code: 1 % less.
  const whole = code + (module ? `\n${embedded(module)}` : "");
  // By hand, as a script may import and esbuild would have it require.
  const wrapped = format === "iife" ? `"use strict";(()=>{${whole}})();` : whole;
  return { code: `${wrapped}\n`, inputs: Object.values(metafile.outputs)[0].inputs };
}

/** What `require` gives stays as esbuild writes it, by which tools know its names. */
async function smaller(text, format, longest) {
  if (format === "cjs") return text;
  const { code } = await minify(text, {
    module: true,
    ecma: 2020,
    compress: { passes: 4, inline: 1, hoist_funs: true },
    // Modules are UTF-8 everywhere; a script is read in the encoding of its page.
    format: { ascii_only: format === "iife", max_line_len: longest },
  });
  return code;
}
