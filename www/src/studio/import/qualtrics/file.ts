/** The parts of a Qualtrics survey file (.qsf), JSON that lists its questions, its blocks and its flow as elements. */

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

/** A question with what it is asked after: the conditions of the flow that leads to its block. */
export interface Placed {
  readonly question: Json;
  readonly conditions: readonly unknown[];
  /** Whether its block is asked any number of times. */
  readonly repeats: boolean;
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
  const flow = payloads("FL").flatMap((payload) => (isObject(payload) ? stepsIn(payload, []) : []));
  const first = new Map(flow.toReversed().map((step) => [step.block, step]));
  const placeOf = ({ ID }: Json) => {
    const place = [...flow].findIndex(({ block }) => block === ID);
    return place < 0 ? flow.length : place;
  };
  return blocks
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .flatMap((block) =>
      idsIn(block).flatMap((id): Placed[] => {
        const question = questions.get(id);
        const { conditions = [] } = first.get(String(block.ID)) ?? {};
        return question ? [{ question, conditions, repeats: isLooped(block) }] : [];
      }),
    );
}

interface FlowStep {
  readonly block: string;
  readonly conditions: readonly unknown[];
}

/** The blocks of a flow, in order, each with the conditions of the branches around it. */
function stepsIn({ Type, ID, Flow, BranchLogic }: Json, outer: readonly unknown[]): readonly FlowStep[] {
  const conditions = Type === "Branch" ? [...outer, BranchLogic] : outer;
  if (Type === "Block" || Type === "Standard") return [{ block: String(ID), conditions }];
  return entriesOf(Flow).flatMap(([, step]) => (isObject(step) ? stepsIn(step, conditions) : []));
}

function idsIn({ BlockElements: elements }: Json): readonly string[] {
  const questions = entriesOf(elements).flatMap(([, element]) =>
    isObject(element) && element.Type === "Question" ? [String(element.QuestionID)] : [],
  );
  return [...new Set(questions)];
}

function isLooped({ Options: options }: Json): boolean {
  return isObject(options) && typeof options.Looping === "string" && options.Looping !== "None";
}
