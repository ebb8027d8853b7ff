import type { Texts } from "../common/types.js";
import type { Store } from "./store.js";

const kept = new Map<string, string>();

/** A store that lasts as long as the page or process, which must then belong to one person. */
export const memory: Store = {
  where: "memory",
  read: async (keys) => read(keys),
  async update(keys, change) {
    const next = change(read(keys));
    next.forEach((text, i) => {
      if (text === undefined) kept.delete(keys[i]!);
      else kept.set(keys[i]!, text);
    });
    return next;
  },
};

function read(keys: readonly string[]): Texts {
  return keys.map((key) => kept.get(key));
}
