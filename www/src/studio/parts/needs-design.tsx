/** The placeholder where an up-to-date design is needed and missing. */

import { useStudio } from "../context";
import { Progress } from "../choose/progress";

/** Explains that a design is needed, and shows its progress. */
export function NeedsDesign() {
  const { words } = useStudio();
  return (
    <div class="card-of">
      <h2>{words.needsDesign}</h2>
      <p class="note">{words.needsDesignNote}</p>
      <Progress />
    </div>
  );
}
