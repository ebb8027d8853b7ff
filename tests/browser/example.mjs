/** The examples as their users build them: with Vite, which finds the package and the libraries by their names. */

import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deserialize, serialize } from "node:v8";
import { designed } from "../program.mjs";
import { served } from "./site.mjs";
import { openPage } from "./stage.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PACKAGE = join(ROOT, "pkg/dist");

/** A file of an example. */
export function example(name, file) {
  return readFileSync(join(ROOT, "examples", name, file), "utf8");
}

/** The files of a built example by name, with some of its sources changed. In a run of `run.mjs` each is built once. */
export async function built(name, changed = {}) {
  const builds = process.env.CANDOR_BUILDS;
  if (!builds) return build(name, changed);
  const digest = createHash("sha256")
    .update(JSON.stringify([name, changed]))
    .digest("hex");
  const kept = join(builds, digest);
  if (existsSync(kept)) return deserialize(readFileSync(kept));
  const files = await build(name, changed);
  // Whoever reads it reads all of it.
  writeFileSync(`${kept}.${process.pid}`, serialize(files));
  renameSync(`${kept}.${process.pid}`, kept);
  return files;
}

async function build(name, changed) {
  const root = mkdtempSync(join(tmpdir(), "candor-example-"));
  cpSync(join(ROOT, "examples", name), root, { recursive: true });
  for (const [file, source] of Object.entries(changed)) writeFileSync(join(root, file), source);
  symlinkSync(join(ROOT, "tests/node_modules"), join(root, "node_modules"));
  const alias = [
    { find: /^candor$/, replacement: join(PACKAGE, "index.js") },
    { find: /^candor\/(.+)$/, replacement: join(PACKAGE, "$1.js") },
    { find: /^react$/, replacement: join(ROOT, "tests/node_modules/react") },
  ];
  const pages = readdirSync(root).filter((file) => file.endsWith(".html"));
  // Imported here, since it takes half a second to load and only building an example needs it.
  const vite = await import("vite");
  const { output } = await vite.build({
    root,
    base: "./",
    logLevel: "error",
    resolve: { alias },
    build: { write: false, target: "es2022", chunkSizeWarningLimit: 10_000, rolldownOptions: { input: pages } },
  });
  rmSync(root, { recursive: true });
  return Object.fromEntries(output.map((file) => [file.fileName, file.code ?? file.source]));
}

/** The built `examples/elements` with its plan, and a collector that acknowledges one report. */
export async function answerable() {
  const plan = designed(JSON.parse(example("elements", "survey.json")));
  return { ...(await built("elements")), "plan.json": plan, reports: JSON.stringify({ accepted: 1, repeated: 0 }) };
}

/** Opens the page of these files, some of them changed; also returns the requests to its server and everything that it sends. */
export function visiting(browser, files) {
  return (run, changed = {}) =>
    served({ ...files, ...changed }, {}, async (origin, asked) => {
      const page = await openPage(browser);
      const sent = [];
      page.on("request", (request) => sent.push(request.url() + (request.postData() ?? "")));
      await page.goto(origin);
      await run(page, { origin, asked, sent });
      await page.context().close();
    });
}
