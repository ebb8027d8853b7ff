/** Several files as one ZIP. */

import { Zip, ZipDeflate } from "fflate";
import { utf8 } from "./bytes";

/** A file: its name, and its text or what writes it in pieces. */
export type Entry = readonly [name: string, content: string | ((write: (piece: string) => void) => Promise<void>)];

/** Packs files, one after the other. */
export async function zip(entries: readonly Entry[]): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const archive = new Zip((failure, part) => {
    if (failure) throw failure;
    parts.push(part as Uint8Array<ArrayBuffer>);
  });
  for (const [name, content] of entries) {
    const entry = new ZipDeflate(name);
    archive.add(entry);
    const write = (piece: string): void => void entry.push(utf8(piece));
    if (typeof content === "string") write(content);
    else await content(write);
    entry.push(new Uint8Array(), true);
  }
  archive.end();
  return new Blob(parts, { type: "application/zip" });
}
