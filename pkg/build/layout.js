// Lays out beside the built files what other ways of loading need: types for `require`, a folder for each entry where
// resolvers know no `exports`, the module as a file with its types, and the changelog. Prints the SHA-384 of what a page loads by address, for `integrity`.
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const { exports } = JSON.parse(readFileSync("package.json", "utf8"));
const entries = Object.entries(exports).flatMap(([path, { require }]) => (require ? [[path, require]] : []));

/** Copies a file of types, and those it imports, to where `require` looks. */
function copyTypes(file, copied = new Set()) {
  if (copied.has(file)) return;
  copied.add(file);
  const [from, to] = [`dist/${file}`, `dist/cjs/${file}`];
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
  for (const [, imported] of readFileSync(from, "utf8").matchAll(/(?:from |import |import\()"(\.[^"]*)\.js"/g))
    copyTypes(new URL(`${imported}.d.ts`, `file:///${file}`).pathname.slice(1), copied);
}

for (const [path, { types, default: main }] of entries) {
  copyTypes(types.replace("./dist/cjs/", ""));
  if (path === ".") continue;
  const folder = path.slice(2);
  mkdirSync(folder, { recursive: true });
  const module = main.replace("/cjs/", "/");
  const redirect = { main: `.${main}`, module: `.${module}`, types: `.${types}` };
  writeFileSync(`${folder}/package.json`, `${JSON.stringify(redirect, undefined, 2)}\n`);
}

copyFileSync("dist/wasm/candor.wasm", "dist/candor.wasm");
copyFileSync("src/entries/candor.wasm.d.ts", "dist/entries/candor.wasm.d.ts");
copyFileSync("../CHANGELOG.md", "CHANGELOG.md");
for (const file of ["index.js", "iife.js", "candor.wasm"]) {
  const hash = createHash("sha384")
    .update(readFileSync(`dist/${file}`))
    .digest("base64");
  console.log(`dist/${file}: sha384-${hash}`);
}
