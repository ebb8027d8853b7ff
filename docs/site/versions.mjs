// Writes index.html of a folder with a folder for each version of the site: a page that lists them, the latest first.
//
//   node docs/site/versions.mjs target/site
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [folder] = process.argv.slice(2);

const numbers = (version) => version.split(".").map(Number);

/** Orders versions, the latest first. */
function latestFirst(one, other) {
  const [[major, minor], [otherMajor, otherMinor]] = [numbers(one), numbers(other)];
  return otherMajor - major || otherMinor - minor;
}

const versions = readdirSync(folder)
  .filter((name) => /^\d+\.\d+$/.test(name) && existsSync(join(folder, name, "docs/index.html")))
  .sort(latestFirst);

const entry = (version, place) =>
  `<li><a href="${version}/docs/index.html">Candor ${version}</a>${place === 0 ? " (latest)" : ""}</li>`;

writeFileSync(
  join(folder, "index.html"),
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Documentation of Candor</title>
<link rel="icon" href="data:,">
<style>body { font: 1.125rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem } li { padding: 0.25rem 0 }</style>
</head>
<body>
<main>
<h1>Documentation of Candor</h1>
<ul>
${versions.map(entry).join("\n")}
</ul>
</main>
</body>
</html>
`,
);
