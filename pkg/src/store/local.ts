import type { Texts } from "../common/types.js";
import { note } from "./note.js";
import { NAME, notKept, type Store } from "./store.js";

/** The origin's localStorage. */
export const local: Store = {
  where: "localstorage",
  read: async (keys) => locally(keys),
  update: (keys, change) =>
    alone(async () => {
      const kept = locally(keys);
      const next = change(kept);
      if (next.every((text, i) => text === kept[i])) return next;
      try {
        note(local.where);
        keys.forEach((key, i) => {
          write(key, next[i]);
        });
      } catch (failure) {
        throw notKept(failure);
      }
      await new Promise((settled) => setTimeout(settled, SETTLING));
      return locally(keys);
    }),
};

function locally(keys: readonly string[]): Texts {
  try {
    return keys.map((key) => localStorage.getItem(`${NAME} ${key}`) ?? undefined);
  } catch (failure) {
    throw notKept(failure);
  }
}

function write(key: string, text: string | undefined): void {
  if (text === undefined) localStorage.removeItem(`${NAME} ${key}`);
  else localStorage.setItem(`${NAME} ${key}`, text);
}

/** The milliseconds to wait until a write to localStorage is visible to other tabs. */
const SETTLING = 250;

/** Runs a task while no other tab does, if the browser has locks. */
function alone<T>(run: () => Promise<T>): Promise<T> {
  return navigator.locks ? (navigator.locks.request(NAME, run) as Promise<T>) : run();
}
