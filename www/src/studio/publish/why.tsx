/** Why a collector did not do what was asked of it. */

import { useStudio } from "../context";
import type { Refusal } from "./post";

/** A sentence, the collector's own where it gave one. */
export function Why({ refusal }: { readonly refusal: Refusal }) {
  const { words } = useStudio();
  return <>{refusal.at === "unreachable" ? words.unreachable : (refusal.detail ?? words.answered(refusal.status))}</>;
}
