import type { Store, Texts } from "./store.js";

/** What lasts as long as the page, of which the console is told. */
export function memory(): Store {
  console.warn(
    "candor: this page can keep nothing (neither IndexedDB nor localStorage): a report is drawn once per page, and a reload would draw another",
  );
  const kept = new Map<string, string>();
  const read = (keys: readonly string[]): Texts => keys.map((key) => kept.get(key));
  return {
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
}
