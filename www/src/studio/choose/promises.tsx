/** The three promises of a design, as odds among 100 people. */

import { posterior } from "candor/sentences";
import { useStudio } from "../context";
import type { Made } from "./design";
import { BEFORE } from "./scale";

/** Three figures, each with a note on who sees what. */
export function PromiseCards({ made: { plan: { privacy } } }: { readonly made: Made }) {
  const { words } = useStudio();
  const most = (level: "attribute" | "column") => Math.max(...privacy.attributes.map((each) => each[level]));
  const cards = [
    [words.promiseRecord, privacy.record, words.promiseRecordNote],
    [words.promiseAttribute, most("attribute"), words.promiseAttributeNote],
    [words.promiseColumn, most("column"), words.promiseColumnNote],
  ] as const;
  return (
    <div class="promised">
      <h3>{words.promisesTitle}</h3>
      <dl>
        {cards.map(([name, epsilon, note]) => {
          const told = posterior(epsilon, BEFORE);
          return (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <strong>{words.promiseRange(BEFORE, told.least, told.most)}</strong>
                <span class="note">{note}</span>
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}
