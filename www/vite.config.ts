/**
 * The pages, built one after the other into dist/ for the collector to serve. Each has only what it needs: the charts are on
 * those that read, what designs is in the studio alone.
 */

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, defineConfig, type Plugin, runnerImport } from "vite";

const COLLECTOR = "http://127.0.0.1:8787";

/** The survey the pages ask for, by the name survey.json gives it. */
const { survey } = JSON.parse(readFileSync(new URL("survey.json", import.meta.url), "utf8")) as { survey: string };
process.env.VITE_SURVEY = survey;

/** The pages that stand in English until words of another language are there, and where these words are. */
const IN_ENGLISH: Readonly<Record<string, string>> = {
  "index.html": "src/respondent/words/en.ts",
  "dashboard.html": "src/dashboard/words/en.ts",
};

/** Where the policy in a page's head names another script, by its hash. */
const NAMED_SCRIPTS = /(?= 'wasm-unsafe-eval')/;

/** The pages of respondents, each one file; answer.html is also what the studio makes pages of. */
const IN_ONE_FILE = ["index.html", "answer.html", "embed.html"];

/** Those that are nothing but `<candor-survey>`. */
const ASKING = ["answer", "embed"];

/**
 * Writes the English words into a page, and into its head the script that shows them to nobody who reads another of its languages. What
 * is in [brackets] goes into the element within.
 */
function inEnglish(): Plugin {
  return {
    name: "in-english",
    transformIndexHtml: {
      order: "pre",
      async handler(html, { filename }) {
        const file = IN_ENGLISH[basename(filename)];
        if (file === undefined) return html;
        const { module } = await runnerImport<{ en: { page: Readonly<Record<string, string>> } }>(pathOf(file));
        const worded = (name = "") => {
          const text = module.en.page[name];
          if (text === undefined) throw new Error(`${filename} names ${name}, which English has no words for`);
          return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
        };
        const script = await earlyScript();
        return html
          .replace(/(data-word="(\w+)" content=")"/g, (_, start, name) => `${start}${worded(name)}"`)
          .replace(/data-label="(\w+)"/g, (label, name) => `${label} aria-label="${worded(name)}"`)
          .replace(
            /(<(\w+)[^>]* data-word="(\w+)"[^>]*>)(?:(<(\w+)[^>]*>)(<\/\5>))?(?=<\/\2>)/g,
            (_, open, __, name, inner = "", ___, close = "") => {
              const [before = "", within = "", after = ""] = worded(name).split(/[[\]]/);
              return open + before + inner + within + close + after;
            },
          )
          .replace(NAMED_SCRIPTS, () => ` '${hashOf(script)}'`)
          .replace(/(?=\n\s*<link rel="icon")/, () => `\n  <script>${script}</script>`);
      },
    },
  };
}

/** Writes into the empty `noscript` of a respondents' page what it says without scripts, in every language. */
function inEveryLanguage(): Plugin {
  return {
    name: "in-every-language",
    transformIndexHtml: {
      order: "pre",
      async handler(html) {
        const file = pathOf("src/page/words/without-script.ts");
        const { module } = await runnerImport<{ withoutScript: Readonly<Record<string, string>> }>(file);
        const words = Object.entries(module.withoutScript);
        const paragraphs = words.map(([language, text]) => `<p lang="${language}" dir="auto">${text}</p>`);
        return html.replace("<noscript></noscript>", `<noscript>${paragraphs.join("")}</noscript>`);
      },
    },
  };
}

/** What runs in the head of a page before the page is painted. */
async function earlyScript(): Promise<string> {
  const lib = { entry: pathOf("src/page/early.ts"), formats: ["iife" as const], name: "early" };
  const built = await build({ configFile: false, publicDir: false, logLevel: "warn", build: { write: false, lib } });
  const [{ output } = { output: [] }] = Array.isArray(built) ? built : [];
  const code = output.flatMap((file) => (file.type === "chunk" ? [file.code.trim()] : []));
  return code.join("");
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}

/** A script as a policy names it. */
function hashOf(script: string): string {
  return `sha256-${createHash("sha256").update(script).digest("base64")}`;
}

/**
 * A respondents' page as one file, but for words of other languages than English: its questions wait for one answer of the collector
 * instead of two in a row. The policy in its head names its scripts by hash, as does the collector's.
 */
function inOneFile(): Plugin {
  return {
    name: "in-one-file",
    apply: "build",
    enforce: "post",
    generateBundle: {
      // After Vite has written into chunks what they load with others.
      order: "post",
      handler(_, bundle) {
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
            if (!built.isEntry) continue;
            const script = withModuleLast(built.code.trim()).replace(/<(?=\/script|!--)/gi, "\\x3C");
            // At the end, so that what is above it is read while it comes.
            inline(new RegExp(`<script [^>]*src="/${file}"[^>]*></script>`), "");
            const end = html.lastIndexOf("</body>");
            html = `${html.slice(0, end)}<script type="module">${script}</script>\n${html.slice(end)}`;
            inline(NAMED_SCRIPTS, ` '${hashOf(script)}'`);
          } else if (file.endsWith(".css")) {
            inline(new RegExp(`<link rel="stylesheet"[^>]*href="/${file}">`), `<style>${built.source}</style>`);
          } else continue;
          delete bundle[file];
        }
        page.source = html;
      },
    },
  };
}

/**
 * Takes the package from its sources, so that what its entries have in common is there once, and `<candor-survey>` without the elements of
 * forms, which these pages do not have.
 */
function fromSources(): Plugin {
  const sources = pathOf("../pkg/src");
  const survey = "\0survey";
  return {
    name: "from-sources",
    apply: "build",
    enforce: "pre",
    resolveId(id, importer) {
      if (id === "candor/elements") return survey;
      const [, entry] = /^candor(?:\/(\w+))?$/.exec(id) ?? [id];
      if (/^candor(\/|$)/.test(id)) return join(sources, "entries", `${entry ?? "index"}.ts`);
      // The pages do not ask for the mechanism in JavaScript.
      return importer === join(sources, "engine/start.ts") && id === "./js/engine.js"
        ? { id: "./javascript.js", external: true }
        : null;
    },
    load: (id) =>
      id === survey
        ? `import { CandorSurvey } from ${JSON.stringify(join(sources, "elements/survey.ts"))};
           customElements.define("candor-survey", CandorSurvey);
           export { CandorSurvey };`
        : null,
    transform(code, id) {
      if (id === join(sources, "engine/embedded.ts")) return code + wasmModule();
      return id === join(sources, "elements/style.ts") ? code.replace(/`[^`]*`/, styleSheet) : null;
    },
  };
}

/** The perturbing module as the package's build writes it into its own file. */
function wasmModule(): string {
  const [module] = /var MODULE="[^"]*";/.exec(readFileSync(pathOf("../pkg/dist/index.js"), "utf8")) ?? [];
  if (module === undefined) throw new Error("pkg/dist/index.js has no module");
  return module;
}

/** A script with the text of the perturbing module at its end, so that compression does not mix the module's letters with those of code. */
function withModuleLast(code: string): string {
  const [module = ""] = /var [\w$]+="[^"]{9999,}";/.exec(code) ?? [];
  return code.replace(module, "") + module;
}

/** The style sheet of the elements as the package's build writes it, in quotation marks. */
function styleSheet(): string {
  const [sheet] =
    /(["'`]):root\{(?:(?!\1)[^\\]|\\.)*\1/.exec(readFileSync(pathOf("../pkg/dist/elements.js"), "utf8")) ?? [];
  if (sheet === undefined) throw new Error("pkg/dist/elements.js has no style sheet");
  return sheet;
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

/** What perturbs where a browser has no WebAssembly: these browsers have it. */
const UNUSED = /\/javascript\.js$/;

/** Builds the page that `--mode` names, the respondent's first. */
export default defineConfig(({ mode }) => ({
  appType: "mpa",
  // The pages of authors work from any folder of any server.
  base: ["studio", "read", "surveys"].includes(mode) ? "./" : "/",
  plugins: [...(ASKING.includes(mode) ? [fromSources()] : []), inEnglish(), inEveryLanguage(), inOneFile(), gzipped()],
  build: {
    target: ["chrome123", "firefox128", "safari17.5"],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    emptyOutDir: mode === "index",
    rollupOptions: {
      input: `${mode}.html`,
      external: UNUSED,
      // Beside the page, so that what the script of a page in one file loads is where it looks for it.
      ...(IN_ONE_FILE.includes(`${mode}.html`) && { output: { entryFileNames: "[name].js" } }),
    },
  },
  worker: { format: "es", rollupOptions: { external: UNUSED } },
  server: {
    fs: { allow: [".."] },
    proxy: Object.fromEntries(["/surveys", "/plans", "/reports", "/estimates"].map((path) => [path, COLLECTOR])),
  },
}));
