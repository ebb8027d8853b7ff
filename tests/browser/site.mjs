/** Small sites for tests that need their own pages. */

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { extname } from "node:path";

const TYPES = {
  "": "application/json",
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** Serves files on loopback by name, with headers and a log of the requests; a file may be a function that responds. */
export async function served(files, headers, run) {
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const { pathname } = new URL(request.url, "http://localhost");
    const name = pathname === "/" ? "index.html" : pathname.slice(1);
    if (!Object.hasOwn(files, name)) return response.writeHead(404).end();
    if (typeof files[name] === "function") return files[name](request, response);
    response.writeHead(200, { "content-type": TYPES[extname(name)], ...headers }).end(files[name]);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  try {
    await run(`http://127.0.0.1:${server.address().port}/`, asked);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** The package with one character of its module changed. */
export function withChangedByte(built) {
  const source = built.toString();
  const changed = source.replace(/(?<=MODULE="[^"]{999})./, (letter) => (letter === "#" ? "$" : "#"));
  assert.notEqual(changed, source);
  return changed;
}

/** A page with one module script. */
export function html(script, attributes = "") {
  return `<!doctype html><title>waiting</title><link rel="icon" href="data:,"><script type="module" ${attributes}>${script}</script>`;
}
