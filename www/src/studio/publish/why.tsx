/** Explains why a collector refused or did not answer. */

import { useStudio } from "../context";
import type { Refusal } from "./post";

/** A sentence, which is the collector's own if it gave one. */
export function Why({ refusal }: { readonly refusal: Refusal }) {
  const { words } = useStudio();
  return <>{refusal.at === "unreachable" ? words.unreachable : (refusal.detail ?? words.answered(refusal.status))}</>;
}
