/** The note in localStorage of the store that an origin keeps to. */

import { NAME, type Store } from "./store.js";

/** What is noted; nothing where localStorage cannot be read. */
export function noted(): string | undefined {
  try {
    return localStorage.getItem(NAME) || undefined;
  } catch {
    return undefined;
  }
}

/** Throws where localStorage cannot be written. */
export function note(where: Store["where"]): void {
  localStorage.setItem(NAME, where);
}

/** Whether localStorage can be written. */
export function writable(): boolean {
  try {
    localStorage.setItem(NAME, "");
    localStorage.removeItem(NAME);
    return true;
  } catch {
    return false;
  }
}
