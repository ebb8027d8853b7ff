/** A note in localStorage of the store that an origin uses. */

import { NAME, type Store } from "./store.js";

/** The localStorage of a page: a server's would not belong to one person. */
function ofPage(): Storage {
  if ("document" in globalThis) return localStorage;
  throw new Error("no page");
}

/** Reads the note; `undefined` if there is none or localStorage cannot be read. */
export function noted(): string | undefined {
  try {
    return ofPage().getItem(NAME) || undefined;
  } catch {
    return undefined;
  }
}

/** Writes the note; throws where localStorage cannot be written. */
export function note(where: Store["where"]): void {
  ofPage().setItem(NAME, where);
}

/** Whether localStorage can be written. */
export function writable(): boolean {
  try {
    ofPage().setItem(NAME, "");
    ofPage().removeItem(NAME);
    return true;
  } catch {
    return false;
  }
}
