/** Many imagined people who answer the survey, and what their reports tell together. */

import { simulate } from "../../../pkg/dist/design.js";
import { cells, make } from "../make.js";

const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** A button that simulates a survey of a plan, and the estimates beside the truth. */
export function people(survey, document) {
  const result = make("div", { role: "status" });
  const { attributes, respondents } = survey;

  async function simulated() {
    const tables = attributes.map(({ name }) => [name]);
    const truth = attributes.map(({ categories }) => categories.map((_, place) => categories.length - place));
    const estimated = await simulate(document, { people: respondents, truth, together: 0.5, tables });
    const rows = estimated.flatMap(({ truth, cells: shares }, place) =>
      shares.map(({ shown, lower, upper }, cell) => [
        `${attributes[place].question} ${attributes[place].categories[cell]}`,
        percent(truth[cell]),
        shown === null ? "too few reports to tell" : percent(shown),
        `${percent(lower)} to ${percent(upper)}`,
      ]),
    );
    result.replaceChildren(cells(["Question and answer", "answered", "estimated", "95 % interval"], rows));
  }

  const label = `Simulate ${respondents.toLocaleString("en")} people`;
  return [make("p", { class: "row" }, make("button", { type: "button", onclick: simulated }, label)), result];
}
