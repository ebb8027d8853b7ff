/** What stands where a design is needed and there is none of the draft as it is. */

import { useStudio } from "../context";
import { Progress } from "../choose/progress";

/** Why there is none, and where the design stands. */
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
