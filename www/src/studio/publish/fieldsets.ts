/** The fields of a form for a plan's questions, as `candor/form` reads them. */

import type { PlanAttribute, PlanCompound, PlanDocument } from "candor";
import { compoundOf } from "../asked";
import { spoken } from "../spoken";

/** The fields of every question, in HTML. */
export function fieldsets(plan: PlanDocument, language: string): readonly string[] {
  return plan.attributes.flatMap((attribute, place) => {
    const compound = compoundOf(plan, attribute.name);
    if (compound === undefined) return [fieldset(attribute, language)];
    if (compound.attributes[0] !== place) return [];
    const parts = compound.attributes.flatMap((each) => plan.attributes[each] ?? []);
    const question = spoken(compound.question ?? compound.name, language);
    if (compound.kind === "choices") return [boxes(compound, question, parts, language)];
    if (compound.kind === "ranking") return [places(compound, question, parts, language)];
    const rows = parts.map((row) => indented(fieldset(row, language)));
    const marked = parts[0]?.asked_if ? markOf(compound.name) : "";
    return [
      [`  <fieldset${marked}>`, `    <legend>${escaped(question)}</legend>`, ...rows, `  </fieldset>`].join("\n"),
    ];
  });
}

/** A question with one answer. */
function fieldset(attribute: PlanAttribute, language: string): string {
  const { asked_if, name, question = name, bins, categories, optional = false, partial } = attribute;
  const asked = escaped(spoken(question, language));
  const ranges = bins ? bins.length - 1 : 0;
  const added = [optional, partial, asked_if].filter(Boolean).length;
  const answers = categories.slice(ranges, categories.length - added);
  const needed = optional || (bins && answers.length > 0) ? "" : " required";
  const field = `name="${escaped(name)}"${needed}`;
  const radios = answers.map((category) => {
    const { value, label = value } = typeof category === "string" ? { value: category } : category;
    return `    <label><input type="radio" ${field} value="${escaped(value)}"> ${escaped(spoken(label, language))}</label>`;
  });
  const marked = asked_if ? markOf(name) : "";
  const number = `<input type="number" step="any" ${field}>`;
  if (bins && radios.length === 0) return `  <label${marked}>${asked} ${number}</label>`;
  const given = bins ? [`    <label>${asked} ${number}</label>`] : [`    <legend>${asked}</legend>`];
  return [`  <fieldset${marked}>`, ...given, ...radios, `  </fieldset>`].join("\n");
}

/** A question of which several choices may be ticked: boxes with its name. */
function boxes({ name }: PlanCompound, question: string, choices: readonly PlanAttribute[], language: string): string {
  const [first] = choices;
  const each = choices.map((choice) => {
    const value = choice.name.slice(name.length + 1);
    const label = escaped(spoken(choice.question ?? value, language));
    return `    <label><input type="checkbox" name="${escaped(name)}" value="${escaped(value)}"> ${label}</label>`;
  });
  const marked = first?.asked_if ? markOf(name) : "";
  return [`  <fieldset${marked}>`, `    <legend>${escaped(question)}</legend>`, ...each, `  </fieldset>`].join("\n");
}

/** A question whose items are put in order: a list of them for each place. */
function places({ name }: PlanCompound, question: string, items: readonly PlanAttribute[], language: string): string {
  const [first] = items;
  const options = items.map((item) => {
    const value = item.name.slice(name.length + 1);
    return `<option value="${escaped(value)}">${escaped(spoken(item.question ?? value, language))}</option>`;
  });
  const values = (first?.categories ?? []).map((category) =>
    typeof category === "string" ? category : category.value,
  );
  const each = values
    .filter((value) => Number(value) > 0)
    .map(
      (place) =>
        `    <label>${place}. <select name="${escaped(name)}"${first?.optional ? "" : " required"}><option value=""></option>${options.join("")}</select></label>`,
    );
  const marked = first?.asked_if ? markOf(name) : "";
  return [`  <fieldset${marked}>`, `    <legend>${escaped(question)}</legend>`, ...each, `  </fieldset>`].join("\n");
}

/** What marks a follow-up, which is hidden while it does not apply. */
function markOf(name: string): string {
  return ` data-question="${escaped(name)}"`;
}

function indented(text: string): string {
  return text.replace(/^/gm, "  ");
}

/** A text as HTML writes it, in an attribute also. */
export function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
