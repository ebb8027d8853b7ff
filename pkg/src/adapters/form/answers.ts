import { answerName } from "../../common/compounds.js";
import { CandorError } from "../../common/errors.js";
import { isPlain, isText, refuseOther } from "../../common/options.js";
import { attempt } from "../../common/refusal.js";
import type { Answers, Attribute } from "../../common/types.js";
import type { Plan } from "../../plan/plan.js";

/** The entries of a form: values by name, possibly several for one name. */
export type Entries = FormData | URLSearchParams | Readonly<Record<string, unknown>>;

/**
 * Reads answers from a form's entries, for `respond`, `submit` and `perturb`: a category's value, for a question with bins a
 * number with a decimal point, the values of all choices that are ticked, or those of the items of a ranking in their order. An
 * empty or missing text is no answer; so is that no choice is ticked, where a question is optional or some have to be, and that no
 * item has a place. Entries with other names are ignored.
 *
 * Throws `invalid-answers`, naming the question, where it takes one answer and has several entries, where an entry is neither text
 * nor number, or should be a number and is not.
 */
export function answersOf(questions: readonly Attribute[], entries: Entries): Answers {
  const read = () =>
    Object.fromEntries(
      questions.map((question) => [answerName(question), answer(question, entriesOf(question, entries))]),
    );
  return attempt(read, "invalid-answers", NO_ENTRIES);
}

const NO_ENTRIES = "give the questions of a plan and the entries of a form";

/**
 * Reads the answers of somebody who stops midway from a form's entries, for `stopped: true`: up to the last question that has an entry, as
 * `answersOf` does. Before it, a question without an entry has no answer if it is optional, and else was not reached, like all questions after it. Throws
 * what `answersOf` throws.
 */
export function reached(questions: readonly Attribute[], entries: Entries): Answers {
  const read = () => {
    const isGiven = (question: Attribute) => entriesOf(question, entries).some(isEntry);
    const own = questions.slice(0, questions.map(isGiven).lastIndexOf(true) + 1);
    const answers = answersOf(own, entries);
    const isReached = (question: Attribute) => question.optional || answers[answerName(question)] !== null;
    return answersOf(own.filter(isReached), entries);
  };
  return attempt(read, "invalid-answers", NO_ENTRIES);
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

/** Returns the answer among the entries of a question, all of them where it takes several choices or items, or null if there is none. */
export function answer(question: Attribute, entries: readonly unknown[]): Answers[string] {
  const { bins, categories, compound, optional } = question;
  const name = answerName(question);
  const given = entries.filter(isEntry);
  if (compound && compound.kind !== "rows") {
    // Form libraries give `false` for boxes none of which is ticked.
    if (given[0] === false) given.pop();
    if (!given.every(isText)) throw invalid(name, `the answer to question "${name}" is no list of texts`);
    const mayBeEmpty = !optional && compound.kind === "choices" && compound.atLeast === 0;
    return given.length === 0 && !mayBeEmpty ? null : given;
  }
  const [only = null] = given;
  if (given.length > 1) throw invalid(name, `question "${name}" has ${given.length} answers; give one`);
  if (only === null || typeof only === "number") return only;
  if (typeof only !== "string") throw invalid(name, `the answer to question "${name}" is no text or number`);
  if (bins === undefined || categories.some(({ value }) => value === only)) return only;
  const number = only.trim() === "" ? Number.NaN : Number(only);
  if (Number.isFinite(number)) return number;
  throw invalid(name, `the answer to question "${name}" is not a number`);
}

/** Whether an entry is something, and not an empty text. */
function isEntry(entry: unknown): boolean {
  return entry !== undefined && entry !== null && entry !== "";
}

function entriesOf(question: Attribute, entries: Entries): unknown[] {
  const name = answerName(question);
  if (!isPlain(entries)) return (entries as FormData).getAll(name);
  const within = (value: unknown, part: string) =>
    isPlain(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  // Form libraries take a name with dots, such as that of a row, for a path.
  return [within(entries, name) ?? name.split(".").reduce(within, entries as unknown)].flat();
}

function invalid(attribute: string, rule: string): CandorError {
  return new CandorError("invalid-answers", rule, { attribute });
}
