/** The choice of questions to be read together. */

import { useStudio } from "../context";
import { isCompound, membersOf } from "../document/members";
import { inFirst, namesOf } from "../document/names";
import type { Question, Tables } from "../draft";

/** All pairs, none, or pairs picked in a grid. */
export function TablesToRead() {
  const { words, draft, change } = useStudio();
  const { tables, questions } = draft;
  const choice = tables === "pairs" ? "pairs" : tables.length === 0 ? "singles" : "picked";
  const set = (chosen: Tables) => change((before) => ({ ...before, tables: chosen }));
  const first = questions.slice(0, 2).map(({ id }) => id);
  const ways = [
    ["pairs", words.readPairs, "pairs"],
    ["picked", words.readPicked, first.length === 2 ? [first] : []],
    ["singles", words.readSingles, []],
  ] as const;
  return (
    <fieldset class="card-of">
      <legend class="title">{words.read}</legend>
      {ways.map(([way, label, chosen]) => (
        <label key={way} class="check">
          <input type="radio" name="tables" checked={choice === way} onChange={() => set(chosen)} />
          {label}
        </label>
      ))}
      {choice === "picked" && <Grid picked={tables as readonly (readonly string[])[]} set={set} />}
    </fieldset>
  );
}

interface GridProps {
  readonly picked: readonly (readonly string[])[];
  set(tables: Tables): void;
}

/**
 * A checkbox for every pair of questions, and for every question whose choices or rows can be read with each other; below them the tables of
 * other shapes, which survey documents can have.
 */
function Grid({ picked, set }: GridProps) {
  const { words, draft } = useStudio();
  const { questions, languages } = draft;
  const names = namesOf(draft);
  const labels = new Map(questions.map(({ id, text }, place) => [id, inFirst(text, languages) || (names[place] ?? "")]));
  const label = (ref: string) => labels.get(ref) ?? membersOf(draft).find((member) => member.ref === ref)?.label ?? "";
  const is = (one: string, other: string) => (table: readonly string[]) =>
    table.length === 2 && ((table[0] === one && table[1] === other) || (table[0] === other && table[1] === one));
  const toggle = (one: string, other: string) => {
    const without = picked.filter((table) => !is(one, other)(table));
    set(without.length < picked.length ? without : [...picked, [one, other]]);
  };
  const rows = questions.filter((question, place) => place > 0 || isCompound(question));
  const columns = questions.filter((question, place) => place < questions.length - 1 || isCompound(question));
  const further = picked.filter((table) => table.length !== 2 || !table.every((ref) => labels.has(ref)));
  return (
    <>
      <div class="scroll" role="region" aria-label={words.pickedGrid} tabIndex={0}>
        <table class="pairs">
          <thead>
            <tr>
              <td />
              {columns.map((column) => (
                <th key={column.id} scope="col" title={label(column.id)}>
                  {questions.indexOf(column) + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row" title={label(row.id)}>
                  <span class="short">{label(row.id)}</span>
                </th>
                {columns.map((column) => (
                  <td key={column.id}>
                    {isPair(column, row, questions) && (
                      <input
                        type="checkbox"
                        aria-label={column === row ? words.withItself(label(row.id)) : words.pair(label(column.id), label(row.id))}
                        checked={picked.some(is(column.id, row.id))}
                        onChange={() => toggle(column.id, row.id)}
                      />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {further.map((table) => (
        <label key={table.join()} class="check">
          <input type="checkbox" checked onChange={() => set(picked.filter((each) => each !== table))} />
          {table.map(label).join(" × ")}
        </label>
      ))}
    </>
  );
}

/** Whether two questions are a pair in the lower half of the grid, or one that can be read with itself. */
function isPair(column: Question, row: Question, questions: readonly Question[]): boolean {
  return column === row ? isCompound(row) : questions.indexOf(column) < questions.indexOf(row);
}
