import { CandorError } from "./errors.js";

/** What is kept under some keys; `undefined` where nothing is. */
export type Texts = readonly (string | undefined)[];

/** Texts that outlast a reload and that tabs change one after the other. */
export interface Store {
  readonly where: "indexeddb" | "localstorage" | "memory";
  /** What is kept under `keys`. `not-kept` where the device refuses. */
  read(keys: readonly string[]): Promise<Texts>;
  /**
   * Replaces what is kept under `keys` by what `change` makes of it, in one step; gives what is kept then. Where
   * `change` throws, nothing changes. `not-kept` where the device refuses.
   */
  update(keys: readonly string[], change: (kept: Texts) => Texts): Promise<Texts>;
}

const NAME = "candor";

let inMemory: Store | undefined;

/**
 * The most lasting store that this page or process has. The first in which an origin keeps something stays its store,
 * by a note in localStorage: where a database fails later that held a report, another store would draw a second one.
 */
export async function store(): Promise<Store> {
  if (inMemory) return inMemory;
  const where = noted() ?? (await database().then(() => indexed.where, () => local.where));
  if (where === indexed.where) return indexed;
  return noted() || writable() ? local : (inMemory ??= memory());
}

function noted(): string | undefined {
  try {
    return localStorage.getItem(NAME) || undefined;
  } catch {
    return undefined;
  }
}

function writable(): boolean {
  try {
    localStorage.setItem(NAME, "");
    localStorage.removeItem(NAME);
    return true;
  } catch {
    return false;
  }
}

const indexed: Store = {
  where: "indexeddb",
  read: async (keys) => reading(await database().catch(refused), keys),
  async update(keys, change) {
    const open = await database().catch(refused);
    try {
      localStorage.setItem(NAME, indexed.where);
    } catch {
      // Nothing will be kept there instead.
    }
    return transacted(open, keys, change);
  },
};

let connection: Promise<IDBDatabase> | undefined;

/** The open database; opened again where it could not be, or the device closed it. */
function database(): Promise<IDBDatabase> {
  const gone = () => void (connection = undefined);
  return (connection ??= new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(NAME);
    opening.onerror = reject;
    opening.onsuccess = () => {
      const { result } = opening;
      result.onclose = gone;
      result.onversionchange = () => gone() ?? result.close();
      resolve(result);
    };
  }).catch((failure) => {
    gone();
    throw failure;
  }));
}

function reading(open: IDBDatabase, keys: readonly string[]): Promise<Texts> {
  return new Promise((resolve, reject) => {
    const transaction = open.transaction(NAME);
    const kept = transaction.objectStore(NAME);
    const reads = keys.map((key) => kept.get(key));
    transaction.oncomplete = () => resolve(reads.map(({ result }) => result as string | undefined));
    transaction.onabort = () => reject(notKept());
  });
}

/** One transaction: the device lets no other tab in between, and has written when it is complete. */
function transacted(open: IDBDatabase, keys: readonly string[], change: (kept: Texts) => Texts): Promise<Texts> {
  return new Promise((resolve, reject) => {
    const transaction = open.transaction(NAME, "readwrite", { durability: "strict" });
    const kept = transaction.objectStore(NAME);
    const reads = keys.map((key) => kept.get(key));
    let next: Texts = [];
    reads.at(-1)!.onsuccess = () => {
      try {
        next = change(reads.map(({ result }) => result as string | undefined));
      } catch (refusal) {
        reject(refusal);
        return transaction.abort();
      }
      try {
        next.forEach((text, i) => {
          if (text === reads[i]!.result) return;
          if (text === undefined) kept.delete(keys[i]!);
          else kept.put(text, keys[i]!);
        });
      } catch {
        transaction.abort();
      }
    };
    transaction.oncomplete = () => resolve(next);
    transaction.onabort = () => reject(notKept());
  });
}

const local: Store = {
  where: "localstorage",
  read: async (keys) => locally(keys),
  update: (keys, change) =>
    alone(async () => {
      const kept = locally(keys);
      const next = change(kept);
      if (next.every((text, i) => text === kept[i])) return next;
      try {
        localStorage.setItem(NAME, local.where);
        next.forEach((text, i) => write(text, keys[i]!));
      } catch {
        throw notKept();
      }
      await new Promise((settled) => setTimeout(settled, SETTLING));
      return locally(keys);
    }),
};

function locally(keys: readonly string[]): Texts {
  return keys.map((key) => localStorage.getItem(`${NAME} ${key}`) ?? undefined);
}

function write(text: string | undefined, key: string): void {
  if (text === undefined) localStorage.removeItem(`${NAME} ${key}`);
  else localStorage.setItem(`${NAME} ${key}`, text);
}

/** Milliseconds in which what one tab wrote to localStorage reaches the others, who wait for it. */
const SETTLING = 250;

/** Runs while no other tab does, where the device has locks. */
function alone<T>(run: () => Promise<T>): Promise<T> {
  return navigator.locks ? (navigator.locks.request(NAME, run) as Promise<T>) : run();
}

function memory(): Store {
  console.warn(
    "candor: this page can keep nothing (neither IndexedDB nor localStorage): a report is drawn once per page, and a reload would draw another",
  );
  const kept = new Map<string, string>();
  const read = (keys: readonly string[]) => keys.map((name) => kept.get(name));
  return {
    where: "memory",
    read: async (keys) => read(keys),
    async update(keys, change) {
      const next = change(read(keys));
      next.forEach((text, i) => (text === undefined ? kept.delete(keys[i]!) : kept.set(keys[i]!, text)));
      return next;
    },
  };
}

function refused(): never {
  throw notKept();
}

function notKept(): CandorError {
  return new CandorError("not-kept", "this device refused to keep the report, so it was not drawn and nothing was sent");
}
