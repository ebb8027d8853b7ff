import { askedName } from "../../common/compounds.js";
import { CandorError } from "../../common/errors.js";
import { isPlain, refuseOther } from "../../common/options.js";
import { attempt } from "../../common/refusal.js";
import type { Answers, Attribute } from "../../common/types.js";
import type { Plan } from "../../plan/plan.js";

/** The entries of a form: values by name, possibly several for one name. */
export type Entries = FormData | URLSearchParams | Readonly<Record<string, unknown>>;

/**
 * Reads answers from a form's entries, for `respond`, `submit` and `perturb`: a category's value, or for a question with bins a
 * number with a decimal point. An empty or missing text is no answer. Where several choices may be ticked, their values are
 * entries with the name of their question, and none is no answer if the question is optional. Entries with other names are ignored.
 *
 * Throws `invalid-answers`, naming the question, where it has several entries, an entry that is neither text nor number, or an
 * entry that should be a number and is not; or a choice that is no text.
 */
export function answersOf(questions: readonly Attribute[], entries: Entries): Answers {
  const read = () =>
    Object.fromEntries(
      questions.map((question) =>
        question.compound?.kind === "choices"
          ? [askedName(question), ticked(question, entries)]
          : [question.name, answer(question, entriesOf(question.name, entries))],
      ),
    );
  return attempt(read, "invalid-answers", "give the questions of a plan and the entries of a form");
}

/**
 * Returns those of a plan's `questions` that a form's entries lead to so far, as `Plan.applicable` does. An entry that cannot be
 * used, such as a number that is half typed, is no answer. Give the result to `answersOf`, which then leaves out what is not
 * asked.
 */
export function applicable(plan: Plan, questions: readonly Attribute[], entries: Entries): readonly Attribute[] {
  refuseOther(plan);
  const usable = plan.attributes.map((question) => {
    try {
      return answersOf([question], entries);
    } catch {
      return {};
    }
  });
  const applying = plan.applicable(Object.assign({}, ...usable));
  return questions.filter((question) => applying.includes(question));
}

/** Returns the single answer among the entries of a question, or null if there is none. */
export function answer(question: Attribute, entries: readonly unknown[]): string | number | null {
  const { name, bins, categories } = question;
  const given = entries.filter(isGiven);
  const [only = null] = given;
  if (given.length > 1) throw invalid(name, `question "${name}" has ${given.length} answers; give one`);
  if (only === null || typeof only === "number") return only;
  if (typeof only !== "string") throw invalid(name, `the answer to question "${name}" is neither text nor number`);
  if (bins === undefined || categories.some(({ value }) => value === only)) return only;
  const number = only.trim() === "" ? Number.NaN : Number(only);
  if (Number.isFinite(number)) return number;
  throw invalid(name, `the answer to question "${name}" is not a number`);
}

/** The values of the choices that are ticked; null where an object does not have the question, or where none is no answer. */
function ticked(question: Attribute, entries: Entries): readonly string[] | null {
  const name = askedName(question);
  const given = entriesOf(name, entries).filter(isGiven);
  const isText = (entry: unknown) => typeof entry === "string";
  if (!given.every(isText)) throw invalid(name, `a choice of question "${name}" is no text`);
  const isAbsent = isPlain(entries) && !isGiven((entries as Readonly<Record<string, unknown>>)[name]);
  return given.length === 0 && (question.optional || isAbsent) ? null : given;
}

function isGiven(entry: unknown): boolean {
  return entry !== undefined && entry !== null && entry !== "";
}

function entriesOf(name: string, entries: Entries): unknown[] {
  if (!isPlain(entries)) return (entries as FormData).getAll(name);
  return Object.hasOwn(entries, name) ? [entries[name]].flat() : [];
}

function invalid(attribute: string, rule: string): CandorError {
  return new CandorError("invalid-answers", rule, { attribute });
}
