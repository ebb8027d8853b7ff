/**
 * The pages, built one after the other into dist/ for the collector to serve. Each has only what it needs: the charts are on
 * those that read, what designs is in the studio alone.
 */

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

const COLLECTOR = "http://127.0.0.1:8787";

/** The survey the pages ask for, by the name survey.json gives it. */
const { survey } = JSON.parse(readFileSync(new URL("survey.json", import.meta.url), "utf8")) as { survey: string };
process.env.VITE_SURVEY = survey;

/** The pages of respondents, each one file; answer.html is also what the studio makes pages of. */
const IN_ONE_FILE = ["index.html", "answer.html", "embed.html"];

/**
 * A respondents' page as one file: its questions wait for one answer of the collector instead of two in a row.
 * The policy in its head names its script by hash, as does the collector's.
 */
function inOneFile(): Plugin {
  return {
    name: "in-one-file",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const name = IN_ONE_FILE.find((each) => each in bundle);
      const page = name === undefined ? undefined : bundle[name];
      if (page?.type !== "asset") return;
      let html = String(page.source);
      const inline = (link: RegExp, text: string) => {
        if (!link.test(html)) throw new Error(`${name} has no ${link}`);
        html = html.replace(link, () => text);
      };
      for (const [file, built] of Object.entries(bundle)) {
        if (built.type === "chunk") {
          const script = built.code.trim().replace(/<(?=\/script|!--)/gi, "\\x3C");
          const hash = createHash("sha256").update(script).digest("base64");
          inline(new RegExp(`<script [^>]*src="/${file}"[^>]*></script>`), `<script type="module">${script}</script>`);
          inline(/(?<=script-src(?: 'self')?)(?= 'wasm-unsafe-eval')/, ` 'sha256-${hash}'`);
        } else if (file.endsWith(".css")) {
          inline(new RegExp(`<link rel="stylesheet"[^>]*href="/${file}">`), `<style>${built.source}</style>`);
        } else continue;
        delete bundle[file];
      }
      page.source = html;
    },
  };
}

/** Writes a gzipped file beside each one, which the collector serves without compressing anew. */
function gzipped(): Plugin {
  return {
    name: "gzipped",
    apply: "build",
    writeBundle({ dir = "dist" }, bundle) {
      for (const file of Object.keys(bundle)) {
        const path = join(dir, file);
        writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
      }
    },
  };
}

/** What inflates where a browser does not, and perturbs where it has no WebAssembly: these browsers do both. */
const UNUSED = /\/(javascript|unzlib)\.js$/;

/** Builds the page that `--mode` names, the respondent's first. */
export default defineConfig(({ mode }) => ({
  appType: "mpa",
  // The pages of authors work from any folder of any server.
  base: mode === "studio" || mode === "read" ? "./" : "/",
  plugins: [inOneFile(), gzipped()],
  build: {
    target: ["chrome123", "firefox128", "safari17.5"],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    emptyOutDir: mode === "index",
    rollupOptions: { input: `${mode}.html`, external: UNUSED },
  },
  worker: { format: "es", rollupOptions: { external: UNUSED } },
  server: {
    fs: { allow: [".."] },
    proxy: Object.fromEntries(["/surveys", "/plans", "/reports", "/estimates"].map((path) => [path, COLLECTOR])),
  },
}));
