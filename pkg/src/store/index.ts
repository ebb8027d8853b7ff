import { CandorError } from "../common/errors.js";
import type { StorageChoice } from "../common/types.js";
import { given } from "./given.js";
import { database, indexed } from "./indexeddb.js";
import { local } from "./local.js";
import { memory } from "./memory.js";
import { noted, writable } from "./note.js";
import type { Store } from "./store.js";

/** The key under which the order at random of a plan's questions is kept. */
export function orderKey(fingerprint: string): string {
  return `order ${fingerprint}`;
}

/** Returns the chosen store, or else the most durable one of this browser. */
export async function store(choice: StorageChoice | undefined): Promise<Store> {
  if (choice === undefined) return ofBrowser();
  return choice === "memory" ? memory : given(choice);
}

/**
 * An origin stays with the first store that it wrote to, as a note in localStorage records: if a database with a report failed
 * later, switching to another store would draw a second report.
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
