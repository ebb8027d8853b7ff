/**
 * The crates of which a program or a module of this repository is made, as components and dependencies of CycloneDX.
 *
 * They are those of `cargo tree`: `cargo metadata` resolves the features of all members of the workspace together, and so
 * names crates that the program has no part of; cargo-cyclonedx reads that. Names, versions and licences are the crates' own,
 * checksums those of Cargo.lock.
 */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A crate of this repository may have the name of somebody else's in a registry, so only others are named by purl. */
const REPOSITORY = /^\(\//;

/** Libraries in C that crates compile into the program: their names, licences and, from the crate's version or folder, their versions. */
const COMPILED = {
  "libsqlite3-sys": {
    name: "sqlite",
    vendor: "sqlite",
    license: "blessing",
    version: (_, folder) =>
      /#define SQLITE_VERSION +"([\d.]+)"/.exec(readFileSync(join(folder, "sqlite3/sqlite3.h"), "utf8"))[1],
  },
  "zstd-sys": {
    name: "zstandard",
    vendor: "facebook",
    license: "BSD-3-Clause",
    version: (version) => /\+zstd\.([\d.]+)$/.exec(version)[1],
  },
};

/**
 * The components and dependencies of a crate, itself first, by their references. What only builds it, such as procedural
 * macros, has the scope `excluded`. `features` are arguments of cargo.
 */
export function crates(root, { name, target, features = [] }) {
  const tree = (edges) => {
    const words = ["tree", "--locked", "--package", name, "--target", target, ...features];
    return read(cargo(root, [...words, "--edges", edges, "--prefix", "depth", "--format", "{p}|{l}"]));
  };
  const all = tree("normal,build");
  const linked = tree("normal,no-proc-macro");
  const checksums = locked(root);
  const components = [];
  const dependencies = new Map();
  for (const crate of all.values()) {
    const scope = linked.has(crate.ref) ? "required" : "excluded";
    components.push(component(crate, scope, checksums));
    dependencies.set(crate.ref, new Set(crate.uses));
  }
  for (const { name, version, ref } of linked.values()) {
    if (!COMPILED[name]) continue;
    const compiled = library(COMPILED[name], version, folder(root, name, version));
    components.push(compiled);
    dependencies.set(compiled["bom-ref"], new Set());
    dependencies.get(ref).add(compiled["bom-ref"]);
  }
  return { components, dependencies };
}

/** The triple of the machine for which cargo builds. */
export function host() {
  return /^host: (.+)$/m.exec(execFileSync("rustc", ["-vV"], { encoding: "utf8" }))[1];
}

/** Reads a tree of cargo, in which each line has its depth in front: crates, and which of them each uses. */
function read(text) {
  const found = new Map();
  const above = [];
  for (const line of text.trim().split("\n")) {
    const [, depth, name, version, origin, license] = /^(\d+)(\S+) v(\S+)(?: (.*?))?\|(.*?)(?: \(\*\))?$/.exec(line);
    const ref = purl("cargo", name, version);
    if (!found.has(ref)) {
      found.set(ref, { ref, name, version, license, own: REPOSITORY.test(origin ?? ""), uses: new Set() });
    }
    above.length = Number(depth);
    above.at(-1)?.uses.add(ref);
    above.push(found.get(ref));
  }
  return found;
}

function component({ ref, name, version, license, own }, scope, checksums) {
  const made = { type: "library", "bom-ref": ref, name, version, scope, licenses: licenses(license) };
  if (own) return made;
  const checksum = checksums.get(`${name} ${version}`);
  if (!checksum) throw new Error(`Cargo.lock has no checksum of ${name} ${version}`);
  return { ...made, purl: ref, hashes: [{ alg: "SHA-256", content: checksum }] };
}

/** A slash was how crates wrote `OR`. */
function licenses(text) {
  return [{ expression: text.replaceAll("/", " OR ") }];
}

function library({ name, vendor, license, version: found }, crate, folder) {
  const version = found(crate, folder);
  const ref = purl("generic", name, version);
  const cpe = `cpe:2.3:a:${vendor}:${name}:${version}:*:*:*:*:*:*:*`;
  return {
    type: "library",
    "bom-ref": ref,
    name,
    version,
    scope: "required",
    licenses: [{ license: { id: license } }],
    cpe,
    purl: ref,
  };
}

/** The SHA-256 of the crates of registries, by name and version. */
function locked(root) {
  const text = readFileSync(join(root, "Cargo.lock"), "utf8");
  const entry = /^name = "(.+)"\nversion = "(.+)"\nsource = ".+"\nchecksum = "(.+)"$/gm;
  return new Map([...text.matchAll(entry)].map(([, name, version, checksum]) => [`${name} ${version}`, checksum]));
}

/** Where cargo has unpacked a crate. */
function folder(root, name, version) {
  const { packages } = JSON.parse(cargo(root, ["metadata", "--locked", "--format-version", "1"]));
  const { manifest_path: manifest } = packages.find((found) => found.name === name && found.version === version);
  return join(manifest, "..");
}

function cargo(root, words) {
  return execFileSync("cargo", words, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 });
}

/** The address of a package, as package-url writes it. */
function purl(type, name, version) {
  return `pkg:${type}/${name}@${version.replaceAll("+", "%2B")}`;
}
