/** What scripts/sbom lists of a release: all that cargo and npm put into it and nothing else, by the rules of CycloneDX. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { images } from "../../scripts/sbom/images.mjs";
import { ROOT } from "./installed.mjs";

const FOLDERS = [1, 2].map(() => mkdtempSync(join(tmpdir(), "candor-sbom-")));
after(() => {
  for (const folder of FOLDERS) rmSync(folder, { recursive: true });
});
for (const folder of FOLDERS) execFileSync("node", [join(ROOT, "scripts/sbom/write.mjs"), folder]);

const text = (...names) => readFileSync(join(ROOT, ...names), "utf8");
const { version: VERSION } = JSON.parse(text("pkg/package.json"));
const [program, image, published] = ["program", "image", "package"].map((name) =>
  JSON.parse(readFileSync(join(FOLDERS[0], `candor-${VERSION}.${name}.cdx.json`), "utf8")),
);

const HOST = /^host: (.+)$/m.exec(execFileSync("rustc", ["-vV"], { encoding: "utf8" }))[1];
const IN_PROGRAM = ["--package", "candor-cli", "--target", HOST];
const WASM = ["--target", "wasm32-unknown-unknown"];
const IN_PACKAGE = [
  ["--package", "candor-module", ...WASM],
  ["--package", "candor-analysis", ...WASM, "--no-default-features", "--features", "reading"],
  ["--package", "candor-analysis", ...WASM, "--no-default-features", "--features", "designing"],
];

function cargo(...words) {
  return execFileSync("cargo", words, { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 28 });
}

/** Names and versions of the crates of a tree, in order. */
function tree(edges, ...words) {
  const lines = cargo("tree", "--locked", "--edges", edges, "--prefix", "none", "--format", "{p}", ...words);
  return [...lines.matchAll(/^(\S+) v(\S+)/gm)].map(([, name, version]) => `${name} ${version}`);
}

/** The crates of a document, its subject among them if it is one, that have one of these scopes. */
function crates({ metadata, components }, ...scopes) {
  return [metadata.component, ...components]
    .filter(({ "bom-ref": ref, scope }) => ref.startsWith("pkg:cargo/") && scopes.includes(scope))
    .map(({ name, version }) => `${name} ${version}`)
    .sort();
}

const unique = (names) => [...new Set(names)].sort();

test("the same commit gives the same bytes", () => {
  const [names, again] = FOLDERS.map((folder) => readdirSync(folder).sort());
  assert.deepEqual(
    names,
    ["image", "package", "program"].map((name) => `candor-${VERSION}.${name}.cdx.json`),
  );
  assert.deepEqual(again, names);
  for (const name of names) {
    const [one, other] = FOLDERS.map((folder) => readFileSync(join(folder, name)));
    assert.ok(one.equals(other), name);
  }
});

test("documents follow the rules of CycloneDX: one reference for each component, and none to what is not there", () => {
  for (const { bomFormat, specVersion, version, metadata, components, dependencies } of [program, image, published]) {
    assert.deepEqual([bomFormat, specVersion, version], ["CycloneDX", "1.6", 1]);
    const listed = [metadata.component, ...components];
    for (const { type, name, version } of listed) assert.ok(type && name && version, name);
    const references = listed.map((component) => component["bom-ref"]);
    assert.equal(new Set(references).size, references.length);
    assert.deepEqual(dependencies.map(({ ref }) => ref).sort(), references.toSorted());
    for (const { ref, dependsOn } of dependencies) {
      assert.equal(new Set(dependsOn).size, dependsOn.length, ref);
      for (const used of dependsOn) assert.ok(references.includes(used), `${ref} uses ${used}`);
    }
    assert.deepEqual([...reached(metadata.component["bom-ref"], dependencies)].sort(), references.toSorted());
  }
});

/** What a subject depends on, at any distance, with itself. */
function reached(subject, dependencies) {
  const uses = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const found = new Set([subject]);
  for (const ref of found) for (const used of uses.get(ref)) found.add(used);
  return found;
}

test("the program and its image have the crates that cargo links into it, and beside them those that build it", () => {
  const linked = unique(tree("normal,no-proc-macro", ...IN_PROGRAM));
  const all = unique(tree("normal,build", ...IN_PROGRAM));
  assert.ok(linked.length > 100 && all.length > linked.length);
  for (const document of HOST.includes("linux-gnu") ? [program, image] : [program]) {
    assert.deepEqual(crates(document, "required"), linked);
    assert.deepEqual(crates(document, "required", "excluded"), all);
  }
});

test("the package has the crates of its three modules", () => {
  const linked = IN_PACKAGE.flatMap((words) => tree("normal,no-proc-macro", ...words));
  const all = IN_PACKAGE.flatMap((words) => tree("normal,build", ...words));
  assert.deepEqual(crates(published, "required"), unique(linked));
  assert.deepEqual(crates(published, "required", "excluded"), unique(all));
});

test("the package has what its sources import from npm, and no tool that builds it", () => {
  const sources = readdirSync(join(ROOT, "pkg/src"), { recursive: true }).filter((name) => name.endsWith(".ts"));
  const imports = sources.flatMap((name) => [
    ...text("pkg/src", name).matchAll(/^(?!import type|export type|\s*\*).* from "((?:@\w+\/)?\w+)[^"]*";$/gm),
  ]);
  const names = unique(imports.map(([, name]) => name)).filter((name) => name !== "react");
  assert.ok(names.length > 0);
  const npm = published.components.filter(({ purl }) => purl?.startsWith("pkg:npm/"));
  assert.deepEqual(npm.map(({ name }) => name).sort(), names);
  for (const { name, hashes } of npm) assert.equal(hashes[0].alg, "SHA-512", name);
});

test("dependencies between crates are those of cargo", () => {
  const { packages, resolve } = JSON.parse(cargo("metadata", "--locked", "--format-version", "1", "--all-features"));
  const named = new Map(packages.map(({ id, name, version }) => [id, `pkg:cargo/${name}@${version}`]));
  const uses = new Map(
    resolve.nodes.map(({ id, dependencies }) => [named.get(id), dependencies.map((id) => named.get(id))]),
  );
  for (const { dependencies } of [program, published])
    for (const { ref, dependsOn } of dependencies.filter(({ ref }) => uses.has(decodeURIComponent(ref))))
      for (const used of dependsOn.filter((used) => used.startsWith("pkg:cargo/")))
        assert.ok(uses.get(decodeURIComponent(ref)).includes(decodeURIComponent(used)), `${ref} uses ${used}`);
});

test("crates of a registry have their checksum of Cargo.lock and a purl, those of this repository neither", () => {
  const own = JSON.parse(cargo("metadata", "--locked", "--no-deps", "--format-version", "1")).packages;
  const ours = own.map(({ name }) => name);
  const lock = text("Cargo.lock").split("[[package]]");
  for (const { name, version, hashes, purl, "bom-ref": ref } of [...program.components, ...published.components]) {
    if (!ref.startsWith("pkg:cargo/")) continue;
    const entry = lock.find((entry) => entry.includes(`\nname = "${name}"\nversion = "${version}"\n`));
    const checksum = /^checksum = "([0-9a-f]{64})"$/m.exec(entry)?.[1];
    assert.equal(hashes?.[0].content, checksum, name);
    assert.equal(purl, ours.includes(name) ? undefined : ref);
    assert.equal(checksum === undefined, ours.includes(name), name);
  }
});

test("libraries in C that crates bring are listed: SQLite in the version that the crate has", () => {
  const { packages } = JSON.parse(cargo("metadata", "--locked", "--format-version", "1"));
  const { manifest_path: manifest } = packages.find(({ name }) => name === "libsqlite3-sys");
  const bindings = readFileSync(join(manifest, "../sqlite3/bindgen_bundled_version.rs"), "utf8");
  const sqlite = program.components.find(({ name }) => name === "sqlite");
  assert.equal(sqlite.version, /SQLITE_VERSION: .* = c"(.+)";/.exec(bindings)[1]);
  const { dependsOn } = program.dependencies.find(({ ref }) => ref.startsWith("pkg:cargo/libsqlite3-sys@"));
  assert.ok(dependsOn.includes(sqlite["bom-ref"]));
});

test("images and actions are named by their hashes, and one without is refused", () => {
  const dockerfile = text("examples/deploy/Dockerfile");
  const bases = [...dockerfile.matchAll(/^FROM (.*?):(.*?)@sha256:([0-9a-f]{64})( AS build)?$/gm)];
  const listed = image.components.filter(({ type }) => type === "container");
  assert.deepEqual(
    listed.map(({ name, version, scope, hashes }) => [name, version, scope, hashes[0].content]).sort(),
    bases.map(([, name, tag, digest, build]) => [name, tag, build ? "excluded" : "required", digest]).sort(),
  );
  assert.throws(() => images(dockerfile.replace(/@sha256:[0-9a-f]{64}/, "")), /is not named by a digest/);
  assert.throws(() => images(`${dockerfile}\nFROM debian:stable-slim\n`), /debian:stable-slim is not named/);

  const workflow = text(".github/workflows/release.yml");
  for (const [, action] of workflow.matchAll(/uses: (.*)/g)) assert.match(action, /^[\w/-]+@[0-9a-f]{40} # v[\d.]+$/);
  const [, container] = /container: (.*)/.exec(workflow);
  assert.ok(dockerfile.includes(`FROM ${container} AS build\n`), "the workflow builds in the image of the Dockerfile");
});
