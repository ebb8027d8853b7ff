/** The choice of questions to be read together. */

import { Fragment } from "preact";
import { useStudio } from "../context";
import { inFirst, namesOf } from "../document";
import type { Tables } from "../draft";

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

/** A checkbox for every pair of questions. */
function Grid({ picked, set }: GridProps) {
  const { words, draft } = useStudio();
  const { questions, languages } = draft;
  const names = namesOf(draft);
  const labels = questions.map(({ text }, place) => inFirst(text, languages) || (names[place] ?? ""));
  const is = (one: string, other: string) => (table: readonly string[]) =>
    table.length === 2 && table.includes(one) && table.includes(other);
  const toggle = (one: string, other: string) => {
    const without = picked.filter((table) => !is(one, other)(table));
    set(without.length < picked.length ? without : [...picked, [one, other]]);
  };
  const columns = questions.slice(0, -1);
  return (
    <div class="scroll" role="region" aria-label={words.pickedGrid} tabIndex={0}>
      <table class="pairs">
        <thead>
          <tr>
            <td />
            {columns.map(({ id }, column) => (
              <th key={id} scope="col" title={labels[column]}>
                {column + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {questions.slice(1).map((row, place) => (
            <tr key={row.id}>
              <th scope="row" title={labels[place + 1]}>
                <span class="short">{labels[place + 1]}</span>
              </th>
              {columns.map((column, of) => (
                <Fragment key={column.id}>
                  {of <= place ? (
                    <td>
                      <input
                        type="checkbox"
                        aria-label={words.pair(labels[of] ?? "", labels[place + 1] ?? "")}
                        checked={picked.some(is(column.id, row.id))}
                        onChange={() => toggle(column.id, row.id)}
                      />
                    </td>
                  ) : (
                    <td />
                  )}
                </Fragment>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
