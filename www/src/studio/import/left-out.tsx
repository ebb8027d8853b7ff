/** What an import left out, with the reasons. */

import { useStudio } from "../context";
import type { Words } from "../words/en";
import type { LeftOut } from "./reasons";

/** Two lists: the questions that are missing, and those that are not quite as they were; nothing where there are none. */
export function LeftOutList({ leftOut }: { readonly leftOut: readonly LeftOut[] }) {
  const { words } = useStudio();
  const lists = [
    [words.importLeftOut, leftOut.filter(({ partly }) => partly !== true)],
    [words.importWithout, leftOut.filter(({ partly }) => partly === true)],
  ] as const;
  return (
    <>
      {lists.map(
        ([title, list]) =>
          list.length > 0 && (
            <div key={title} class="left-out">
              <p>{title}</p>
              <ul aria-label={title}>
                {list.map((each) => (
                  <li key={`${each.name} ${each.why} ${each.said}`}>
                    <bdi>{each.name}</bdi>: {reasonOf(each, words)}
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </>
  );
}

function reasonOf({ why, said = "" }: LeftOut, { importReasons }: Words): string {
  const reason = importReasons[why];
  return typeof reason === "string" ? reason : reason(said);
}
