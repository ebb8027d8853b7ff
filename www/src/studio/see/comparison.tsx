/** Compares the true answers of simulated people with the estimates from their reports, as bars and numbers. */

import type { PlanDocument } from "candor";
import type { Simulated } from "candor/design";
import { intervalOf, type Row, shareOf } from "../../charts/row";
import { percent } from "../../page/numbers";
import { useStudio } from "../context";
import { titleIn } from "../asked";
import { labelOf } from "./truth";

interface Props {
  readonly plan: PlanDocument;
  readonly people: number;
  readonly tables: readonly Simulated[];
}

/** A table with bars, one row for each answer. */
export function Comparison({ plan, people, tables }: Props) {
  const studio = useStudio();
  const { words, writing } = studio;
  const rows = tables.flatMap(({ attributes: [name], truth, cells }) => {
    const attribute = plan.attributes.find((each) => each.name === name);
    return cells.map((cell, place) => ({ attribute, place, truth: truth[place] ?? 0, ...cell }));
  });
  const held = rows.filter(({ truth, lower, upper }) => lower <= truth && truth <= upper).length;
  return (
    <div class="comparison">
      <p role="status">
        {words.simulatedOf(people)} {words.held(held, rows.length)}
      </p>
      <ul class="key">
        <li>
          <i class="bar-swatch" aria-hidden="true" /> {words.estimateKey}
        </li>
        <li>
          <i class="tick-swatch" aria-hidden="true" /> {words.truthKey}
        </li>
      </ul>
      {plan.attributes.map((attribute) => (
        <table key={attribute.name}>
          <caption>{titleIn(plan, attribute.name, writing)}</caption>
          <colgroup>
            <col class="answer" />
            <col />
            <col class="share-of" />
            <col class="share-of" />
          </colgroup>
          <thead class="unseen">
            <tr>
              {[words.answer, words.interval, words.estimate, words.truth].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows
              .filter((row) => row.attribute === attribute)
              .map((row) => (
                <tr key={row.place}>
                  <th scope="row">{labelOf(plan, attribute, row.place, studio)}</th>
                  <td class="drawn-bar">
                    <Bar {...row} />
                    <span class="unseen">{row.shown === null ? "" : intervalOf(row)}</span>
                  </td>
                  <td class="figure">{shareOf(row, words)}</td>
                  <td class="figure truth">{percent(row.truth)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}

function Bar({ shown, lower, upper, truth }: Omit<Row, "labels"> & { readonly truth: number }) {
  const at = (share: number) => 100 * share;
  return (
    <svg class="bar-of" viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
      <rect class="estimate" x="0" y="4" width={at(shown ?? 0)} height="12" />
      {shown !== null && <path class="interval" d={`M${at(lower)} 10H${at(upper)}`} />}
      <path class="true" d={`M${at(truth)} 1V19`} />
    </svg>
  );
}
