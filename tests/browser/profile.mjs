/** What the profile of a browser holds on disk: the files, those that are packed unpacked, and what was filled in of the fields of pages. */

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** The files in which browsers keep what stands in pages, to restore them. */
const SESSIONS = /Sessions\/|sessionstore/;

/** Whether a session file holds a text. */
export const isInSession = (profile, text) =>
  files(profile).some((path) => SESSIONS.test(path) && holds(contents(path), text));

/** Where a profile holds a text, or the state of a field with one of these names or ids, whatever the state is. */
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

/** In the encodings of browsers: databases and caches have UTF-8, or UTF-16 as sessions do. */
function holds(bytes, text) {
  return bytes.includes(text) || bytes.includes(Buffer.from(text, "utf16le"));
}

/** What a file holds now; nothing where the browser removes it meanwhile. */
function contents(path) {
  try {
    const bytes = readFileSync(path);
    return bytes.subarray(0, 8).equals(MOZILLA) ? unpacked(bytes.subarray(12), bytes.readUInt32LE(8)) : bytes;
  } catch (error) {
    if (error.code === "ENOENT") return Buffer.alloc(0);
    throw error;
  }
}

/** Before the length and the block of a file of Firefox that is packed by LZ4. */
const MOZILLA = Buffer.from("mozLz40\0");

/** A block of LZ4: literals, and copies of what came before (LZ4 Block Format). */
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
    // What is copied may be what is being written.
    for (let left = long(token & 15) + 4; left > 0; left -= 1, end += 1) out[end] = out[end - back];
  }
  return out;
}

/** What a session file says of the fields of pages: of Chromium, what follows its mark; of Firefox, the members named `formdata`. */
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
