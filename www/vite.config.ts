/**
 * Two pages, the respondent's and the dashboard, built into dist/ for the collector to serve. Each
 * loads only what it needs: the charts are on the dashboard alone.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

const COLLECTOR = "http://127.0.0.1:8787";

/** The survey the pages ask for, by the name survey.json gives it. */
const { survey } = JSON.parse(readFileSync(new URL("survey.json", import.meta.url), "utf8")) as { survey: string };
process.env["VITE_SURVEY"] = survey;

/** Keeps a first picture without questions from delaying them: `blocking`, which the build leaves out of what it writes. */
function questionsFirst(): Plugin {
  return {
    name: "questions-first",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html, { path }) =>
        path === "/index.html" ? html.replace('<script type="module"', '$& blocking="render"') : html,
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

export default defineConfig({
  appType: "mpa",
  plugins: [questionsFirst(), gzipped()],
  build: {
    target: ["chrome123", "firefox128", "safari17.5"],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rollupOptions: { input: ["index.html", "dashboard.html"] },
  },
  worker: { format: "es" },
  server: {
    fs: { allow: [".."] },
    proxy: Object.fromEntries(["/surveys", "/plans", "/reports", "/estimates"].map((path) => [path, COLLECTOR])),
  },
});
