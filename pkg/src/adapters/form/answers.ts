import { CandorError } from "../../common/errors.js";
import { isPlain, refuseOther } from "../../common/options.js";
import { attempt } from "../../common/refusal.js";
import type { Answers, Attribute } from "../../common/types.js";
import type { Plan } from "../../plan/plan.js";

/** The entries of a form: values by name, possibly several for one name. */
export type Entries = FormData | URLSearchParams | Readonly<Record<string, unknown>>;

/**
 * Reads answers from a form's entries, for `respond`, `submit` and `perturb`: a category's value, or for a question with bins a
 * number with a decimal point. An empty or missing text is no answer. Entries with other names are ignored.
 *
 * Throws `invalid-answers`, naming the question, where it has several entries, an entry that is neither text nor number, or an
 * entry that should be a number and is not.
 */
export function answersOf(questions: readonly Attribute[], entries: Entries): Answers {
  const read = () =>
    Object.fromEntries(questions.map((question) => [question.name, answer(question, entriesOf(question, entries))]));
  return attempt(read, "invalid-answers", "give the questions of a plan and the entries of a form");
}

/**
 * Returns the questions of a plan that a form's entries lead to so far, as `Plan.applicable` does. An entry that cannot be used,
 * such as a number that is half typed, is no answer. Give the result to `answersOf`, which then leaves out what is not asked.
 */
export function applicable(plan: Plan, entries: Entries): readonly Attribute[] {
  refuseOther(plan);
  const usable = plan.attributes.map((question) => {
    try {
      return answersOf([question], entries);
    } catch {
      return {};
    }
  });
  return plan.applicable(Object.assign({}, ...usable));
}

/** Returns the single answer among the entries of a question, or null if there is none. */
export function answer(question: Attribute, entries: readonly unknown[]): string | number | null {
  const { name, bins, categories } = question;
  const given = entries.filter((entry) => entry !== undefined && entry !== null && entry !== "");
  const [only = null] = given;
  if (given.length > 1) throw invalid(name, `question "${name}" has ${given.length} answers; give one`);
  if (only === null || typeof only === "number") return only;
  if (typeof only !== "string") throw invalid(name, `the answer to question "${name}" is neither text nor number`);
  if (bins === undefined || categories.some(({ value }) => value === only)) return only;
  const number = only.trim() === "" ? Number.NaN : Number(only);
  if (Number.isFinite(number)) return number;
  throw invalid(name, `the answer to question "${name}" is not a number`);
}

function entriesOf({ name }: Attribute, entries: Entries): unknown[] {
  if (!isPlain(entries)) return (entries as FormData).getAll(name);
  return Object.hasOwn(entries, name) ? [entries[name]].flat() : [];
}

function invalid(attribute: string, rule: string): CandorError {
  return new CandorError("invalid-answers", rule, { attribute });
}
