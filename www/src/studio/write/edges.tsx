/** The editor of a number's ranges, given by their edges. */

import { useStudio } from "../context";
import { type Question, withQuestion } from "../draft";
import { focusOn } from "../parts/focus";
import { Icon } from "../parts/icon";
import { rangesOf } from "./ranges";
import { Reasons } from "./reasons";

/** Fields for the edges, and the ranges between them. */
export function Edges({ question }: { readonly question: Question }) {
  const { words, change } = useStudio();
  const { id, edges, open } = question;
  const write = (changed: Partial<Question>, field?: string) => change((before) => withQuestion(before, id, changed), field);
  const typed = (place: number, edge: string) =>
    write({ edges: edges.map((each, other) => (other === place ? edge : each)) }, `edge-${id}-${place}`);
  const insert = (place: number) => {
    write({ edges: [...edges.slice(0, place), "", ...edges.slice(place)] });
    focusOn(`#edge-${id}-${place}`);
  };
  const remove = (place: number) => {
    write({ edges: edges.filter((_, other) => other !== place) });
    focusOn(edges.length > 1 ? `#edge-${id}-${Math.max(place - 1, 0)}` : `#question-${id} .grow`);
  };
  const faulty = edges.filter((edge) => edge.trim() !== "" && !Number.isFinite(Number(edge)));
  return (
    <div class="edges">
      <p id={`edges-${id}`}>{words.edges}</p>
      <ol aria-labelledby={`edges-${id}`}>
        {edges.map((edge, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an edge is nothing but its place
          <li key={place} class="edge">
            <input
              id={`edge-${id}-${place}`}
              type="text"
              inputMode="decimal"
              autocomplete="off"
              aria-label={words.edge(place + 1)}
              aria-invalid={faulty.includes(edge) ? "true" : undefined}
              value={edge}
              onInput={(event) => typed(place, event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === "Enter") insert(place + 1);
                else if (event.key === "Backspace" && edge === "" && edges.length > 1) remove(place);
                else return;
                event.preventDefault();
              }}
            />
            <button type="button" class="icon" tabIndex={-1} aria-label={words.removeEdge(place + 1)} title={words.removeEdge(place + 1)} onClick={() => remove(place)}>
              <Icon name="remove" />
            </button>
          </li>
        ))}
      </ol>
      {faulty.map((edge) => (
        <p key={edge} class="error">
          {words.notANumber(edge)}
        </p>
      ))}
      <p class="more">
        <button type="button" class="button small grow" onClick={() => insert(edges.length)}>
          {words.addEdge}
        </button>
        {([words.openBelow, words.openAbove] as const).map((label, end) => (
          <label key={label} class="check">
            <input
              type="checkbox"
              checked={open[end]}
              onChange={({ currentTarget: { checked } }) => write({ open: end === 0 ? [checked, open[1]] : [open[0], checked] })}
            />
            {label}
          </label>
        ))}
      </p>
      <ul class="ranges" aria-label={words.ranges}>
        {rangesOf(question, words).map((range) => (
          <li key={range}>{range}</li>
        ))}
      </ul>
      <Reasons question={question} />
    </div>
  );
}
