/** The progress of the design, with a button that stops it. */

import { useStudio } from "../context";
import { faultBeside } from "../write/checked";

/** A line of text on the state of the design. */
export function Progress() {
  const { words, design, checked, goTo } = useStudio();
  const { state, step, refused, current, stop, again } = design;
  const beside = faultBeside(checked);
  if (checked.questions.size > 0 || beside)
    return (
      <div class="progress faulty" role="alert">
        <p class="error">
          {words.fixFirst} {beside?.message}
        </p>
        <button type="button" class="button small" onClick={() => goTo("write")}>
          {words.backToWrite}
        </button>
      </div>
    );
  if (state === "refused")
    return (
      <div class="progress faulty" role="alert">
        <p class="error">
          {words.designRefused}: {refused?.message}
        </p>
      </div>
    );
  const designing = state === "designing" || !current;
  return (
    <div class="progress">
      <p role="status">
        {state === "stopped" ? words.stopped : current ? words.designedNow : words.designing}
      </p>
      {state === "designing" && step && (
        <p class="note" aria-hidden="true">
          {words.weighing(step.forms)}
        </p>
      )}
      {state === "designing" && (
        <>
          <progress aria-label={words.designing} />
          <button type="button" class="button small" onClick={stop}>
            {words.stop}
          </button>
        </>
      )}
      {state === "stopped" && designing && (
        <button type="button" class="button small" onClick={again}>
          {words.designAgain}
        </button>
      )}
    </div>
  );
}
