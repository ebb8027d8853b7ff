/** The editor of a grid: its rows, and the scale on which each of them is answered. */

import { useStudio } from "../context";
import { newRow, type Question, withQuestion } from "../draft";
import { Choices } from "./choices";
import { Edges } from "./edges";
import { Lines } from "./lines";

/** The rows, and the choices or the ranges of a number below them. */
export function Grid({ question, hasOptions }: { readonly question: Question; readonly hasOptions: boolean }) {
  const { words, change } = useStudio();
  const { id, rows, ofNumbers } = question;
  const write = (changed: Partial<Question>, field?: string) =>
    change((before) => withQuestion(before, id, changed), field);
  return (
    <>
      <Lines
        lines={rows}
        words={{
          line: words.row,
          add: words.addRow,
          remove: words.removeRow,
          move: words.moveRow,
          moved: words.movedRow,
        }}
        adding={words.addingRows}
        otherwise={`#question-${id} .grow`}
        make={newRow}
        write={(changed, field) => write({ rows: changed }, field)}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={ofNumbers}
          onChange={({ currentTarget: { checked } }) => write({ ofNumbers: checked })}
        />
        {words.ofNumbers}
      </label>
      {ofNumbers ? <Edges question={question} /> : <Choices question={question} hasOptions={hasOptions} />}
    </>
  );
}
