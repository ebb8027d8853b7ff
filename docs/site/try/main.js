/** The page docs/try.md: a reader changes a small survey and sees what it promises, what leaves a device, and what comes back. */

import { design, expectations } from "../../../pkg/dist/design.js";
import { loadPlan } from "../../../pkg/dist/index.js";
import { sentences } from "../../../pkg/dist/sentences.js";
import { cells, make } from "../make.js";
import { answering } from "./answering.js";
import { editor } from "./editor.js";
import { people } from "./people.js";

const place = document.getElementById("try");
const fault = make("p", { role: "alert", class: "fault" });
const promised = make("div", { id: "try-promises" });
const answered = make("div", { id: "try-report" });
const simulated = make("div", { id: "try-people" });

const written = editor(changed);
place.replaceChildren(
  make("h2", {}, "The survey"),
  written.element,
  fault,
  make("h2", {}, "What it promises, and what to expect"),
  promised,
  make("h2", {}, "What leaves a device"),
  answered,
  make("h2", {}, "What comes back from many"),
  simulated,
);
void changed();

/** Designs the survey again. Of several changes in a row, the last one is shown. */
async function changed() {
  const survey = written.survey();
  try {
    const { plan: document } = await design(survey);
    const expected = await expectations(survey, document);
    const plan = await loadPlan(document, { maxRecordEpsilon: survey.privacy.record_epsilon + 1 });
    if (JSON.stringify(written.survey()) !== JSON.stringify(survey)) return;
    fault.textContent = "";
    show(survey, document, plan, expected);
  } catch ({ message }) {
    fault.textContent = `This survey cannot be designed: ${message}`;
  }
}

function show(survey, document, plan, expected) {
  promised.replaceChildren(...promises(survey, plan, expected));
  answered.replaceChildren(...answering(plan));
  simulated.replaceChildren(...people(survey, document));
}

/** The promises of a plan, as its device recomputes them, and the margins to expect. */
function promises({ respondents }, plan, { tables }) {
  const { record, attributes } = plan.promises;
  const rows = attributes.map(({ name, attribute, column, asAnswered }, place) => [
    plan.attributes[place].question,
    attribute.toFixed(2),
    column.toFixed(2),
    `${(100 * asAnswered).toFixed(0)} %`,
    `± ${(196 * tables.find((table) => table.attributes.join() === name).standard_error).toFixed(1)} points`,
  ]);
  return [
    make("p", {}, `Record ε, of the whole report: ${record.toFixed(2)}. ${sentences(plan, "en").record}`),
    cells(
      [
        "Question",
        "attribute ε",
        "column ε",
        "sent as answered, at most",
        `margin, ${respondents.toLocaleString("en")} people`,
      ],
      rows,
    ),
  ];
}
