/** Snippets for using the survey in an author's own page or program; they run unchanged except for addresses. */

import type { PlanDocument } from "candor";
import { accentColours, FONTS, type SurveyTheme } from "../../survey-theme/theme";
import { exampleAnswers } from "./example";
import { escaped, fieldsets } from "./fieldsets";

/** A snippet of a page's form that looks like the author's surveys, made private by `candor/form`. */
export function formSnippet(plan: PlanDocument, language: string, looks: SurveyTheme): string {
  const { imported, made, given } = invitation(plan, "await plan", "  ");
  return `${style(looks)}<form id="survey">
${logo(looks)}<fieldset disabled> <!-- opens once the plan is verified -->
${fieldsets(plan, language).join("\n")}
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

/** The colour and the font of the form, where they are chosen. */
function style({ accent, font }: SurveyTheme): string {
  const [shown, on] = accent === undefined ? [] : accentColours(accent);
  const rules = [
    shown && `  #survey { accent-color: ${shown}; }`,
    shown && `  #survey button { border-color: ${shown}; background: ${shown}; color: ${on}; }`,
    font && `  #survey, #survey :is(button, input, select) { font-family: ${FONTS[font]}; }`,
  ].filter(Boolean);
  return rules.length === 0 ? "" : `<style>\n${rules.join("\n")}\n</style>\n`;
}

/** The logo above the questions, if there is one. */
function logo({ logo: chosen }: SurveyTheme): string {
  if (chosen === undefined) return "";
  return `<img src="${escaped(chosen.image)}" alt="${escaped(chosen.name)}" style="max-width: 100%; max-height: 4rem">\n`;
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

/** Writes a value into a script, escaped so that no text of a survey can end the script. */
function script(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003C");
}
