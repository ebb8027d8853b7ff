import { CandorError } from "../errors.js";
import type { StorageChoice } from "../types.js";
import { given } from "./given.js";
import { database, indexed } from "./indexeddb.js";
import { local } from "./local.js";
import { memory } from "./memory.js";
import { noted, writable } from "./note.js";
import type { Store } from "./store.js";

/** The store that was chosen, or else the most lasting one of this browser. */
export async function store(choice: StorageChoice | undefined): Promise<Store> {
  if (choice === undefined) return ofBrowser();
  return choice === "memory" ? memory : given(choice);
}

/**
 * The first store in which an origin keeps something stays its store, by a note in localStorage: where a database fails
 * later that held a report, another store would draw a second one.
 */
async function ofBrowser(): Promise<Store> {
  const where =
    noted() ??
    (await database().then(
      () => indexed.where,
      () => local.where,
    ));
  if (where === indexed.where) return indexed;
  if (noted() || writable()) return local;
  throw new CandorError(
    "no-storage",
    'nothing can be kept here: give loadPlan a "storage", or use `perturb` for many people',
  );
}
