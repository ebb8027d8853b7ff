import { CandorError } from "../common/errors.js";
import type { ReportStorage, Texts } from "../common/types.js";
import { notKept, type Store } from "./store.js";

/** Wraps the caller's own storage; its failures become `not-kept`. */
export function given(storage: ReportStorage): Store {
  return {
    where: "given",
    read: (keys) => asked(async () => storage.read(keys)),
    update: (keys, change) => asked(async () => storage.update(keys, change)),
  };
}

async function asked(answer: () => Promise<Texts>): Promise<Texts> {
  try {
    const texts = await answer();
    if (Array.isArray(texts)) return texts;
  } catch (failure) {
    throw failure instanceof CandorError ? failure : notKept(failure);
  }
  throw notKept();
}
