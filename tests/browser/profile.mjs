/** What the profile of a browser holds on disk: its files, decompressed where necessary, and what was filled into the fields of pages. */

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** The files in which browsers save the state of pages, to restore them. */
const SESSIONS = /Sessions\/|sessionstore/;

/** Whether a session file contains a text. */
export const isInSession = (profile, text) =>
  files(profile).some((path) => SESSIONS.test(path) && holds(contents(path), text));

/** The places in a profile that contain a text, or the state of a field with one of these names or ids, whatever the state is. */
export function traces(profile, text, fields) {
  return files(profile).flatMap((path) => {
    const bytes = contents(path);
    const saved = savedForms(bytes);
    const found = [text].filter((each) => holds(bytes, each));
    return [...found, ...fields.filter((field) => saved.some((form) => form.includes(field)))].map(
      (what) => `${what} in ${relative(profile, path)}`,
    );
  });
}

function files(profile) {
  return readdirSync(profile, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** A text in the encodings of browsers: databases and caches have UTF-8, or UTF-16 as sessions do. */
function holds(bytes, text) {
  return bytes.includes(text) || bytes.includes(Buffer.from(text, "utf16le"));
}

/** The current content of a file; empty if the browser removes it meanwhile. */
function contents(path) {
  try {
    const bytes = readFileSync(path);
    return bytes.subarray(0, 8).equals(MOZILLA) ? unpacked(bytes.subarray(12), bytes.readUInt32LE(8)) : bytes;
  } catch (error) {
    if (error.code === "ENOENT") return Buffer.alloc(0);
    throw error;
  }
}

/** What a file that Firefox compresses by LZ4 begins with, before the length and the block. */
const MOZILLA = Buffer.from("mozLz40\0");

/** Decompresses a block of LZ4: literals, and copies of earlier output (LZ4 Block Format). */
export function unpacked(block, length) {
  const out = Buffer.alloc(length);
  let [at, end] = [0, 0];
  const long = (nibble) => {
    let size = nibble;
    for (let more = nibble === 15 ? 255 : 0; more === 255; size += more) more = block[at++];
    return size;
  };
  while (at < block.length) {
    const token = block[at++];
    const literals = long(token >> 4);
    block.copy(out, end, at, at + literals);
    [at, end] = [at + literals, end + literals];
    if (at >= block.length) break;
    const back = block.readUInt16LE(at);
    at += 2;
    // A copy may overlap its own output.
    for (let left = long(token & 15) + 4; left > 0; left -= 1, end += 1) out[end] = out[end - back];
  }
  return out;
}

/** The states of fields in a session file: in Chromium what follows a mark, in Firefox the members named `formdata`. */
function savedForms(bytes) {
  const forms = [];
  for (let at = bytes.indexOf(BLINK); at >= 0; at = bytes.indexOf(BLINK, at + 1))
    forms.push(bytes.subarray(at, at + 65_536).toString("utf16le"));
  if (bytes[0] === OBJECT && bytes.includes('"formdata"'))
    JSON.parse(bytes.toString(), (name, value) => {
      if (name === "formdata") forms.push(JSON.stringify(value));
      return value;
    });
  return forms;
}

const BLINK = Buffer.from("Blink serialized form state", "utf16le");
const OBJECT = "{".charCodeAt(0);
