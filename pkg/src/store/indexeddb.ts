import type { Texts } from "../common/types.js";
import { note } from "./note.js";
import { NAME, notKept, type Store } from "./store.js";

/** The origin's IndexedDB. */
export const indexed: Store = {
  where: "indexeddb",
  read: async (keys) => transacted(await database(), "readonly", keys, (kept) => kept),
  async update(keys, change) {
    const open = await database();
    try {
      note(indexed.where);
    } catch {
      // If the note cannot be written, localStorage cannot become the store either.
    }
    return transacted(open, "readwrite", keys, change);
  },
};

let connection: Promise<IDBDatabase> | undefined;

/**
 * Returns the open database; rejects with `not-kept` if it cannot be opened. After a failure, or once the device closed it, the
 * next call opens it again.
 */
export function database(): Promise<IDBDatabase> {
  const gone = () => {
    connection = undefined;
  };
  connection ??= new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(NAME);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const { result } = opening;
      result.onclose = gone;
      result.onversionchange = () => {
        gone();
        result.close();
      };
      resolve(result);
    };
  }).catch((failure) => {
    gone();
    throw notKept(failure);
  });
  return connection;
}

/** Runs one transaction: it excludes other tabs, and is complete once the data is written to disk. */
function transacted(
  open: IDBDatabase,
  mode: IDBTransactionMode,
  keys: readonly string[],
  change: (kept: Texts) => Texts,
): Promise<Texts> {
  return new Promise((resolve, reject) => {
    const transaction = begun(open, mode);
    const kept = transaction.objectStore(NAME);
    const reads = keys.map((key) => kept.get(key));
    let next: Texts = [];
    reads.at(-1)!.onsuccess = () => {
      const before = reads.map(({ result }) => result as string | undefined);
      try {
        next = change(before);
      } catch (refusal) {
        reject(refusal);
        return transaction.abort();
      }
      try {
        next.forEach((text, i) => {
          if (text === before[i]) return;
          if (text === undefined) kept.delete(keys[i]!);
          else kept.put(text, keys[i]!);
        });
      } catch {
        transaction.abort();
      }
    };
    transaction.oncomplete = () => resolve(next);
    transaction.onabort = () => reject(notKept(transaction.error));
  });
}

function begun(open: IDBDatabase, mode: IDBTransactionMode): IDBTransaction {
  try {
    return open.transaction(NAME, mode, { durability: "strict" });
  } catch (closing) {
    throw notKept(closing);
  }
}
