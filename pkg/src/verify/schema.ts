import { CandorError } from "../common/errors.js";
import { offered } from "../common/offered.js";
import { checkCompounds } from "./compounds.js";
import { type Category, type Compound, invalid, type Localized, type Question } from "./document.js";

/** The values of the categories that follow those which people can choose. */
const NO_ANSWER = "no answer";
const NOT_REACHED = "not reached";
const NOT_ASKED = "not asked";
/** The most categories that all questions of a survey may have together. */
const MOST_CATEGORIES = 2 ** 20;

/** Checks the questions of a plan, like `src/schema`, and returns the number of categories of each. */
export function sizesOf(
  questions: readonly Question[],
  compounds: readonly Compound[] = [],
  around: readonly object[] = [],
): number[] {
  for (const question of questions) checkQuestion(question);
  if (questions.length === 0) throw new CandorError("no-attributes", "at least 1 attribute is needed");
  const twice = repeated([...questions, ...compounds].map(({ name }) => name));
  if (twice !== undefined) throw new CandorError("duplicate-attribute", `two attributes are named "${twice}"`);
  for (const i of questions.keys()) checkConditions(questions, i);
  for (const { name } of compounds) checkName(name);
  checkCompounds(compounds, questions);
  const sizes = questions.map(({ categories }) => categories.length);
  checkTotal(sizes.reduce((sum, size) => sum + size, 0));
  checkLanguages([...questions, ...compounds, ...around]);
  return sizes;
}

/** Checks a question: its final categories must be those that its bins, "no answer", "not reached" and "not asked" result in. */
function checkQuestion({ asked_if, bins, categories, name, optional, partial }: Question): void {
  const added = [optional && NO_ANSWER, partial && NOT_REACHED, asked_if && NOT_ASKED].flatMap((value) => value || []);
  const ranges = bins === undefined ? [] : binned(name, bins);
  const count = Math.max(ranges.length, categories.length - added.length);
  checkName(name);
  checkTotal(count);
  const own = categories.slice(ranges.length, count);
  const all = [...ranges, ...own, ...added.map(bare)];
  checkCategories(name, all, count + Number(optional === true));
  if (bins !== undefined && !own.every(({ role }) => role === "refused" || role === "dont-know"))
    throw invalidBins(name, "categories beside them must be refused or dont-know");
  if (JSON.stringify(all) !== JSON.stringify(categories))
    throw invalid(`the categories of "${name}" are not those of its bins`);
}

/** Checks the conditions of a question: each names an earlier one, and some but not all of what can be answered to it. */
function checkConditions(questions: readonly Question[], place: number): void {
  const { asked_if = [], name } = questions[place]!;
  const fits = ({ attribute, categories }: (typeof asked_if)[number]) => {
    if (attribute >= place) return false;
    const parent = questions[attribute]!;
    const most = offered(parent).length;
    // A follow-up may be asked whenever another one is asked.
    const isSome = categories.length > 0 && (categories.length < most || parent.asked_if !== undefined);
    return isSome && ascend(categories) && categories.at(-1)! < most;
  };
  if (asked_if.every(fits) && ascend(asked_if.map(({ attribute }) => attribute))) return;
  throw new CandorError(
    "invalid-follow-up",
    `"${name}": conditions must name some answers to earlier questions, in order`,
  );
}

/** Whether each number is larger than the one before it. */
export function ascend(numbers: readonly number[]): boolean {
  return numbers.every((number, i) => i === 0 || numbers[i - 1]! < number);
}

/** A category without label and role. */
function bare(value: string): Category {
  return { label: undefined, role: undefined, value };
}

export function checkName(name: string): void {
  // In JavaScript `__proto__` is not an ordinary member of an object.
  if (/^(?!\p{White_Space}|__proto__$)[^,\p{Cc}]+(?<!\p{White_Space})$/u.test(name)) return;
  throw new CandorError(
    "invalid-name",
    `"${name}" is not a name: no commas, control characters, outer blanks or __proto__`,
  );
}

function checkTotal(total: number): void {
  if (total <= MOST_CATEGORIES) return;
  const message = `${total} categories given; at most ${MOST_CATEGORIES} are allowed in all`;
  throw new CandorError("too-many-categories", message);
}

function checkCategories(name: string, categories: readonly Category[], offers: number): void {
  if (offers < 2) {
    const message = `attribute "${name}" has ${offers} categories; at least 2 are needed`;
    throw new CandorError("too-few-categories", message);
  }
  const places = categories.reduce((most, { label }) => Math.max(most, label?.texts.length ?? 0), 0);
  // Place −1 stands for the value.
  for (let place = -1; place < places; place += 1) {
    const twice = repeated(categories.map((category) => shownAt(category, place)));
    if (twice === undefined) continue;
    const what = place < 0 ? "has the category" : "shows the label";
    throw new CandorError("duplicate-category", `attribute "${name}" ${what} "${twice}" twice`);
  }
}

/** The text shown in the language at this place, or in the first language where that is missing; at place −1 the value. */
function shownAt({ label, value }: Category, place: number): string {
  return label === undefined || place < 0 ? value : (label.texts[place] ?? label.texts[0]!);
}

function repeated(texts: readonly string[]): string | undefined {
  const met = new Set<string>();
  return texts.find((text) => met.size === met.add(text).size);
}

/**
 * Makes the categories of bins: edges e₀ < e₁ < … give [e₀,e₁), [e₁,e₂), …; a missing first or last edge leaves that end open.
 */
function binned(name: string, edges: readonly (number | undefined)[]): Category[] {
  checkTotal(edges.length);
  const known = edges.filter((edge) => edge !== undefined);
  if (edges.length < 3 || edges.slice(1, -1).includes(undefined) || !ascend(known))
    throw invalidBins(
      name,
      "at least 3 edges are needed, in increasing order; only the first and the last may be null",
    );
  return edges.slice(1).map((high, i) => bare(binOf(edges[i], high)));
}

function invalidBins(name: string, rule: string): CandorError {
  return new CandorError("invalid-bins", `bins of "${name}": ${rule}`);
}

function binOf(low: number | undefined, high: number | undefined): string {
  if (low === undefined) return `<${high}`;
  return high === undefined ? `≥${low}` : `[${low},${high})`;
}

/** Checks that all texts given per language have the same languages: members of these, and labels of their categories. */
function checkLanguages(parts: readonly Partial<Question>[]): void {
  const texts = parts.flatMap((part) => [part, ...(part.categories ?? [])].flatMap<Partial<Localized>>(Object.values));
  const [known, ...others] = texts.filter((text) => text?.tags);
  const other = others.find(({ tags }) => tags !== known!.tags);
  if (other === undefined) return;
  const message = `"${other.texts![0]}" and "${known!.texts![0]}" are not given in the same languages`;
  throw new CandorError("invalid-language", message);
}
