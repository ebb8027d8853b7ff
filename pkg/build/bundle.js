// Makes the files of dist/ whose names are given: modules, and beside them in dist/cjs what `require` reads. In index.js,
// iife.js, analysis.js and design.js a wasm module stands in the one file, which works without configuration in browsers,
// workers, bundlers and Node, under `connect-src 'none'`, and whose integrity hash covers the module; javascript.js, made of
// fallback.ts, is loaded where WebAssembly cannot start and the page chose that.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { assembled, LINES } from "./assemble.js";

/** The module that an entry holds. */
const MODULES = { index: "candor", iife: "candor", analysis: "analysis", design: "design" };

/** What an entry has in place of a source. */
const INSTEAD = {
  slim: { "engine/embedded.js": "engine/init.js" },
  js: { "engine/start.js": "engine/js/start.js" },
};

/** What an entry that does not stand on its own takes from a file that is shipped beside it. */
const BESIDE = {
  "common/errors.js": "./index.js",
  "plan/load-plan.js": "./index.js",
  "sentences/sentences.js": "./sentences.js",
};

/** Entries whose modules have glue. */
const GLUED = ["analysis", "design"];

/** Entries that stand on their own; all others have one class of errors and one mechanism, those of index.js. */
const WHOLE = ["index", "iife", "slim", "js"];

const SOURCES = join(process.cwd(), "src");

/** Resolves what an entry takes from elsewhere: another source, or a file that is shipped beside it. */
function resolved(entry, format) {
  return {
    name: "resolved",
    setup({ onResolve, resolve }) {
      onResolve({ filter: /^\.\.?\// }, ({ path, importer, resolveDir, kind }) => {
        const source = relative(SOURCES, join(resolveDir, path));
        // It is a module in either case.
        if (kind === "dynamic-import")
          return { path: format === "cjs" ? "../javascript.js" : "./javascript.js", external: true };
        const beside = WHOLE.includes(entry) ? undefined : BESIDE[source];
        if (beside !== undefined && beside !== `./${entry}.js`) return { path: beside, external: true };
        const other = INSTEAD[entry]?.[source];
        return other && resolve(join(SOURCES, other), { importer, resolveDir, kind });
      });
    },
  };
}

async function bundle(entry, format, outfile) {
  // The glue of modules makes codecs when it is loaded.
  const inject = GLUED.includes(entry) ? ["src/engine/codecs.ts"] : [];
  const options = {
    entryPoints: [`src/entries/${entry}.ts`],
    inject,
    external: ["react"],
    plugins: [resolved(entry, format)],
  };
  const { code } = await assembled(options, format, { line: LINES[entry], module: MODULES[entry] });
  mkdirSync(dirname(outfile), { recursive: true });
  writeFileSync(outfile, code);
}

const entries = process.argv.slice(2);
// It is shipped as a whole: nothing of an earlier build stays in it.
rmSync("dist/cjs", { recursive: true, force: true });
for (const entry of entries) {
  await bundle(entry, entry === "iife" ? "iife" : "esm", `dist/${entry === "fallback" ? "javascript" : entry}.js`);
  if (entry !== "fallback") await bundle(entry, entry === "iife" ? "iife" : "cjs", `dist/cjs/${entry}.js`);
}
mkdirSync("dist/cjs", { recursive: true });
writeFileSync("dist/cjs/package.json", '{ "type": "commonjs" }\n');
