/** The expected margins of error of every question and every pair. */

import { useStudio } from "../context";
import type { Made } from "./design";
import { type Outlook, outlooks, peopleFor, titleOf } from "./outlook";

/** The target margin of the last column. */
const WANTED = 0.03;

/** The example share around which intervals are drawn. */
const SHARE = 0.23;

/** Two lists: the single questions, and the tables of several. */
export function Margins({ made: { expected, document, plan } }: { readonly made: Made }) {
  const { words } = useStudio();
  const respondents = document.respondents ?? 0;
  const all = outlooks(expected);
  const [alone, together] = [1, 2].map((size) => all.filter(({ attributes }) => Math.min(attributes.length, 2) === size));
  const example = alone?.[0]?.margin;
  return (
    <div class="margins">
      <p>{words.ofRespondents(respondents)}</p>
      <Rows title={words.aloneTitle} outlooks={alone ?? []} plan={plan} respondents={respondents} />
      {example !== undefined && (
        <p class="note">
          {words.example(words.percent(Math.max(0, SHARE - example)), words.percent(Math.min(1, SHARE + example)))}
        </p>
      )}
      {together && together.length > 0 && (
        <details>
          <summary>{words.togetherTitle}</summary>
          <p class="note">{words.togetherNote}</p>
          <Rows title={words.togetherTitle} outlooks={together} plan={plan} respondents={respondents} />
        </details>
      )}
    </div>
  );
}

interface RowsProps {
  readonly title: string;
  readonly outlooks: readonly Outlook[];
  readonly plan: Made["plan"];
  readonly respondents: number;
}

/** One row per table, with its margin drawn to scale. */
function Rows({ title, outlooks, plan, respondents }: RowsProps) {
  const { words, writing } = useStudio();
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">{words.margin}</th>
          <th scope="col" class="figure">
            {words.neededFor}
          </th>
        </tr>
      </thead>
      <tbody>
        {outlooks.map((outlook) => {
          const { attributes, margin } = outlook;
          const needed = peopleFor(WANTED, outlook, respondents);
          return (
            <tr key={attributes.join()}>
              <th scope="row">{titleOf(attributes, plan, writing)}</th>
              <td>
                {margin === undefined ? words.unreadable : words.plusMinus(margin)}
                <Whisker margin={margin} />
              </td>
              <td class="figure">{needed === undefined ? "–" : words.people(needed)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** An interval around the example share, on a line from 0 to 1. */
function Whisker({ margin = 1 }: { readonly margin: number | undefined }) {
  const [from, to] = [Math.max(0, SHARE - margin), Math.min(1, SHARE + margin)].map((share) => share * 100);
  return (
    <svg class="whisker" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <path class="whole" d="M0 4H100" />
      <path class="held" d={`M${from} 4H${to}`} />
    </svg>
  );
}
