import { database, indexed } from "./indexeddb.js";
import { local } from "./local.js";
import { memory } from "./memory.js";
import { noted, writable } from "./note.js";
import type { Store } from "./store.js";

let inMemory: Store | undefined;

/**
 * The most lasting store that this page or process has. The first in which an origin keeps something stays its store,
 * by a note in localStorage: where a database fails later that held a report, another store would draw a second one.
 */
export async function store(): Promise<Store> {
  if (inMemory) return inMemory;
  const where =
    noted() ??
    (await database().then(
      () => indexed.where,
      () => local.where,
    ));
  if (where === indexed.where) return indexed;
  if (noted() || writable()) return local;
  inMemory ??= memory();
  return inMemory;
}
