/** The note in localStorage of the store that an origin keeps to. */

import { NAME, type Store } from "./store.js";

/** That of pages alone: a server's localStorage is not one person's. */
function ofPage(): Storage {
  if ("document" in globalThis) return localStorage;
  throw new Error("no page");
}

/** What is noted; nothing where localStorage cannot be read. */
export function noted(): string | undefined {
  try {
    return ofPage().getItem(NAME) || undefined;
  } catch {
    return undefined;
  }
}

/** Throws where localStorage cannot be written. */
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
