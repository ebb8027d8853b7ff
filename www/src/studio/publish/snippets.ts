/** Snippets for using the survey in an author's own page or program; they run unchanged except for addresses. */

import type { PlanDocument } from "candor";
import { spoken } from "../spoken";
import { exampleAnswers } from "./example";

type Attribute = PlanDocument["attributes"][number];

/** A snippet of a page's form, made private by `candor/form`. */
export function formSnippet(plan: PlanDocument, language: string): string {
  const { imported, made, given } = invitation(plan, "await plan", "  ");
  return `<form id="survey">
<fieldset disabled> <!-- opens once the plan is verified -->
${plan.attributes.map((attribute) => fieldset(attribute, language)).join("\n")}
  <button>Send</button>
</fieldset>
</form>
<script type="module">
  import { loadPlan } from "candor";
  import { bind } from "candor/form";${imported}

  const plan = loadPlan(${script(`${plan.survey}.plan.json`)}, {
    maxRecordEpsilon: ${plan.privacy.record},
    fingerprint: ${script(plan.fingerprint)},
  });${made}
  bind(document.querySelector("#survey"), plan, { endpoint: "https://reports.example.org/reports"${given} });
</script>`;
}

/** A snippet that sends one report with `candor`. */
export function programSnippet(plan: PlanDocument): string {
  const { imported, made, given } = invitation(plan, "plan", "");
  return `import { loadPlan } from "candor";
import { sentences } from "candor/sentences";${imported}

const plan = await loadPlan(${script(`https://www.example.org/${plan.survey}.plan.json`)}, {
  maxRecordEpsilon: ${plan.privacy.record},
  fingerprint: ${script(plan.fingerprint)},
});${made}
console.log(sentences(plan, "en").record);
await plan.submit(${script(exampleAnswers(plan))}, { endpoint: "https://reports.example.org/reports"${given} });`;
}

/** Further code for a plan with invitations: the opened link contains the invitation. */
function invitation({ invitations }: PlanDocument, plan: string, indent: string) {
  if (invitations === undefined) return { imported: "", made: "", given: "" };
  const line = (text: string) => `\n${indent}${text}`;
  return {
    imported: line(`import { invited } from "candor/invited";`),
    made: line(
      `const fetch = await invited(${plan}, { link: location.href, collector: "https://reports.example.org/" });`,
    ),
    given: ", fetch",
  };
}

function fieldset(attribute: Attribute, language: string): string {
  const { asked_if, name, question: asked = name, bins, categories, optional = false } = attribute;
  const question = spoken(asked, language);
  const needed = optional ? "" : " required";
  const field = `name="${escaped(name)}"${needed}`;
  // Follow-ups are hidden while they do not apply.
  const marked = asked_if ? ` data-question="${escaped(name)}"` : "";
  if (bins) return `  <label${marked}>${escaped(question)} <input type="number" step="any" ${field}></label>`;
  const offered = categories.slice(0, categories.length - (optional ? 1 : 0) - (asked_if ? 1 : 0));
  const radios = offered.map((category) => {
    const { value, label = value } = typeof category === "string" ? { value: category } : category;
    return `    <label><input type="radio" ${field} value="${escaped(value)}"> ${escaped(spoken(label, language))}</label>`;
  });
  return [`  <fieldset${marked}>`, `    <legend>${escaped(question)}</legend>`, ...radios, `  </fieldset>`].join("\n");
}

function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** Writes a value into a script, escaped so that no text of a survey can end the script. */
function script(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003C");
}
