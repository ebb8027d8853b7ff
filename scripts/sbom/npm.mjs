/** The packages of npm whose code is in the files of the package `candor`, as `npm sbom` describes them. */

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/**
 * The package itself, and the components and dependencies of its files. To npm all of them are dependencies for development, as
 * users install none.
 */
export async function bundled(folder) {
  const words = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"];
  const listed = JSON.parse(execFileSync("npm", words, { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 28 }));
  const { name } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  // npm calls it by its folder.
  const subject = { ...described(listed.metadata.component), name };
  const names = await inside(folder);
  const components = listed.components
    .filter((component) => names.has(component.name))
    .map((component) => ({ ...described(component), scope: "required" }));
  const references = new Set([subject, ...components].map((component) => component["bom-ref"]));
  const uses = listed.dependencies
    .filter(({ ref }) => references.has(ref))
    .map(({ ref, dependsOn }) => [ref, new Set(dependsOn.filter((used) => references.has(used)))]);
  return { subject, components, dependencies: new Map(uses) };
}

/** What npm says of a package, but for what is empty, and that it is for development. */
function described({ type, "bom-ref": ref, name, version, description, purl, hashes, licenses }) {
  return { type, "bom-ref": ref, name, version, description, purl, hashes, licenses };
}

/** The packages from which esbuild takes code when it bundles all entries. */
async function inside(folder) {
  const { build } = createRequire(join(folder, "package.json"))("esbuild");
  const entries = readdirSync(join(folder, "src/entries")).filter((name) => !name.endsWith(".d.ts"));
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: entries.map((name) => `src/entries/${name}`),
    outdir: "dist",
    // The glue of modules need not be built.
    external: ["react", "../../dist/*"],
    bundle: true,
    format: "esm",
    logLevel: "error",
    metafile: true,
    write: false,
  });
  const found = Object.keys(metafile.inputs).map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  return new Set(found.filter((name) => name !== undefined));
}
