/** The parts of a Qualtrics survey file (.qsf), JSON that lists its questions, its blocks and its flow as elements. */

import type { Group } from "../steps";

/** A part of the file. */
export type Json = Readonly<Record<string, unknown>>;

/** Whether a value is an object. */
export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The entries of an object or a list; Qualtrics writes either, where the keys are numbers. */
export function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

/** Whether a document is such a file. */
export function isQsf(json: unknown): json is Json {
  return isObject(json) && "SurveyEntry" in json && "SurveyElements" in json;
}

/** A question with its block, and what it is asked after: the conditions of the flow that leads to the block. */
export interface Placed {
  readonly question: Json;
  /** Its block, whose description nobody is shown. */
  readonly block: Group;
  readonly conditions: readonly unknown[];
  /** What skips later questions after some answers to it. */
  readonly skips: readonly Json[];
  /** Whether its block is asked any number of times. */
  readonly repeats: boolean;
  /** Whether its block stands at a place that is drawn at random, or it is asked only if it is drawn. */
  readonly isShuffled: boolean;
}

/** The codes of the languages of a survey: its own, and those into which some question is translated. */
export function languagesOf({ SurveyEntry: entry }: Json, placed: readonly Placed[]): readonly string[] {
  const own = isObject(entry) && typeof entry.SurveyLanguage === "string" ? entry.SurveyLanguage : "";
  const translated = placed.flatMap(({ question }) => entriesOf(question.Language).map(([code]) => code));
  return [own, ...translated].map(codeOf);
}

/** A code of Qualtrics, such as `ES-ES`, as a tag has it; two of them mean scripts. */
function codeOf(code: string): string {
  const tag = code.toLowerCase().replace("_", "-");
  return ({ "zh-s": "zh-Hans", "zh-t": "zh-Hant", pb: "pt-BR" } as Readonly<Record<string, string>>)[tag] ?? tag;
}

/** The texts of a question in a language, with the members that the question itself has. */
export function translationOf({ Language: translations }: Json, code: string): Json {
  const [, found] = entriesOf(translations).find(([own]) => codeOf(own) === code) ?? [];
  return isObject(found) ? found : {};
}

/** The title of a survey. */
export function titleOf({ SurveyEntry: entry }: Json): string | undefined {
  return isObject(entry) && typeof entry.SurveyName === "string" ? entry.SurveyName : undefined;
}

/** The questions in the order of the flow, and of the blocks that it does not name; those in the trash are none. */
export function placedIn({ SurveyElements: elements }: Json): readonly Placed[] {
  const all = entriesOf(elements).flatMap(([, element]) => (isObject(element) ? [element] : []));
  const payloads = (kind: string) => all.filter(({ Element }) => Element === kind).map(({ Payload }) => Payload);
  const questions = new Map(
    payloads("SQ")
      .filter(isObject)
      .map((question) => [String(question.QuestionID), question]),
  );
  const blocks = payloads("BL")
    .flatMap(entriesOf)
    .flatMap(([, block]) => (isObject(block) && block.Type !== "Trash" ? [block] : []));
  const flow = payloads("FL").flatMap((payload) => (isObject(payload) ? stepsIn(payload, START) : []));
  const first = new Map(flow.toReversed().map((step) => [step.block, step]));
  const placeOf = ({ ID }: Json) => {
    const place = [...flow].findIndex(({ block }) => block === ID);
    return place < 0 ? flow.length : place;
  };
  return blocks
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .flatMap((block) => {
      const { conditions = [], isShuffled = false } = first.get(String(block.ID)) ?? {};
      const order = orderOf(block);
      const group = { isRandom: order === MIXED && !isShuffled, isForSome: conditions.length > 0 || isShuffled };
      return [...idsIn(block)].flatMap(([id, element]): Placed[] => {
        const question = questions.get(id);
        const skips = [element, question].flatMap((part) => entriesOf(part?.SkipLogic).map(([, skip]) => skip));
        const placed = { block: group, conditions, skips: skips.filter(isObject), repeats: isLooped(block) };
        const isDrawn = isShuffled || !["", "undefined", "false", MIXED].includes(order);
        return question ? [{ ...placed, question, isShuffled: isDrawn }] : [];
      });
    });
}

/** The ends of a survey that some branch leads to, each with the conditions of the branches around it. */
export function endsIn({ SurveyElements: elements }: Json): readonly FlowStep[] {
  const all = entriesOf(elements).flatMap(([, element]) => (isObject(element) ? [element] : []));
  const flows = all.filter(({ Element }) => Element === "FL").map(({ Payload }) => Payload);
  const ends = flows.filter(isObject).flatMap((flow) => stepsIn(flow, START, ["EndSurvey"]));
  return ends.filter(({ conditions }) => conditions.length > 0);
}

/** A block, or another step of the flow, by its name in the file. */
interface FlowStep {
  readonly block: string;
  readonly conditions: readonly unknown[];
  readonly isShuffled: boolean;
}

const START: Omit<FlowStep, "block"> = { conditions: [], isShuffled: false };

/** The steps of these kinds in a flow, in order, each with the conditions of the branches around it. */
function stepsIn(
  { Type, ID, FlowID, Flow, BranchLogic }: Json,
  outer: Omit<FlowStep, "block">,
  kinds: readonly string[] = ["Block", "Standard"],
): readonly FlowStep[] {
  const conditions = Type === "Branch" ? [...outer.conditions, BranchLogic] : outer.conditions;
  const around = { conditions, isShuffled: outer.isShuffled || Type === "BlockRandomizer" };
  if (kinds.includes(String(Type))) return [{ block: String(ID ?? FlowID), ...around }];
  return entriesOf(Flow).flatMap(([, step]) => (isObject(step) ? stepsIn(step, around, kinds) : []));
}

/** The questions of a block by their names, each once. */
function idsIn({ BlockElements: elements }: Json): ReadonlyMap<string, Json> {
  const all = entriesOf(elements).map(([, element]) => element);
  const questions = all.filter(isObject).filter(({ Type }) => Type === "Question");
  return new Map(questions.map((element) => [String(element.QuestionID), element]));
}

/** The order in which all questions of a block are asked at random. */
const MIXED = "RandomWithXPerPage";

/** The order of the questions of a block; in others than this, only some of them are asked, or change places. */
function orderOf({ Options: options }: Json): string {
  return isObject(options) ? String(options.RandomizeQuestions) : "";
}

function isLooped({ Options: options }: Json): boolean {
  return isObject(options) && typeof options.Looping === "string" && options.Looping !== "None";
}
