/** Why something cannot be shown, in words for people. */

import { Refused } from "./analyst";
import type { Words } from "./words";

/** A sentence on why an estimate failed. */
export function unreadable(failure: unknown, words: Words): string {
  return `${words.unreadable} ${reasonOf(failure, words)}`;
}

function reasonOf(failure: unknown, { reasons }: Words): string {
  const code = failure instanceof Refused ? failure.code : "";
  const known: Readonly<Record<string, string>> = { ...reasons, "empty-sample": reasons["too-few-reports"] };
  return known[code] ?? (failure instanceof Error ? failure.message : String(failure));
}
