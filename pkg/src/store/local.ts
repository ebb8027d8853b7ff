import type { Texts } from "../types.js";
import { note } from "./note.js";
import { NAME, notKept, type Store } from "./store.js";

/** localStorage. */
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

/** Milliseconds in which what one tab wrote to localStorage reaches the others, who wait for it. */
const SETTLING = 250;

/** Runs while no other tab does, where the device has locks. */
function alone<T>(run: () => Promise<T>): Promise<T> {
  return navigator.locks ? (navigator.locks.request(NAME, run) as Promise<T>) : run();
}
