/**
 * Writes what a release consists of, as documents of CycloneDX: of the npm package, of the program `candor` and of its image.
 *
 *   node scripts/sbom/write.mjs FOLDER
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crates, host } from "./crates.mjs";
import { document } from "./document.mjs";
import { images } from "./images.mjs";
import { bundled } from "./npm.mjs";

const ROOT = join(import.meta.dirname, "../..");

/** The crates of the modules in the package, with the features that scripts/build gives them. */
const MODULES = [
  { name: "candor-module" },
  { name: "candor-analysis", features: ["--no-default-features", "--features", "reading"] },
  { name: "candor-analysis", features: ["--no-default-features", "--features", "designing"] },
];

/** The program with the features of scripts/build and of the Dockerfile: those that it has unless said otherwise. */
function program(target) {
  return crates(ROOT, { name: "candor-cli", target });
}

function programDocument() {
  const part = program(host());
  return document({ ...part.components[0], type: "application" }, [part]);
}

/** The image has the program for Linux, on the processor of the machine that describes it. */
function imageDocument() {
  const [processor] = host().split("-");
  const inside = program(`${processor}-unknown-linux-gnu`);
  const bases = images(readFileSync(join(ROOT, "examples/deploy/Dockerfile"), "utf8"));
  const { version } = inside.components[0];
  const subject = { type: "container", "bom-ref": `candor image ${version}`, name: "candor", version };
  return document(subject, [inside, bases, made(subject, [inside.components[0], ...bases.components])]);
}

async function packageDocument() {
  const { subject, ...scripts } = await bundled(join(ROOT, "pkg"));
  const modules = MODULES.map((module) => crates(ROOT, { ...module, target: "wasm32-unknown-unknown" }));
  const roots = modules.map(({ components: [root] }) => root);
  return document(subject, [scripts, ...modules, made(subject, roots)]);
}

/** The part that says of which components a subject is made. */
function made(subject, components) {
  const references = components.map((component) => component["bom-ref"]);
  return { components: [], dependencies: new Map([[subject["bom-ref"], new Set(references)]]) };
}

const [, , folder] = process.argv;
const documents = { package: await packageDocument(), program: programDocument(), image: imageDocument() };
for (const [subject, written] of Object.entries(documents)) {
  const file = `candor-${written.metadata.component.version}.${subject}.cdx.json`;
  writeFileSync(join(folder, file), `${JSON.stringify(written, null, 2)}\n`);
}
