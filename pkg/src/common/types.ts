/**
 * Answers by name: a category's value, or a number for a question with bins. The choices of a compound are answered together,
 * under its name, by a list of the values that are ticked: `{ how: ["words", "touch"] }`, and so are the items of a ranking, by as
 * many as there are places, the first place first; its rows each by its own name.
 */
export type Answers = Readonly<Record<string, string | number | readonly string[] | null | undefined>>;

/** Values of the plain columns by name: each the value of one of its categories. */
export type PlainValues = Readonly<Record<string, string>>;

/** A text for people: the same for everybody, or one for each language tag, such as `{ "en": "…", "pt-BR": "…" }`. */
export type LocalizedText = string | { readonly [language: string]: string };

/** One of the answers a question offers. */
export interface Category {
  readonly value: string;
  readonly label: string;
  /** What it is where it is no ordinary answer. */
  readonly role?: Role;
}

/** What a category is: a refusal or "don't know", which are no valid answers, or an "other" that stands for all not listed. */
export type Role = "refused" | "dont-know" | "other";

/** A question of the survey. */
export interface Attribute {
  readonly name: string;
  readonly question?: string;
  /** Whether it may be left unanswered; "no answer" is perturbed like any other answer. */
  readonly optional: boolean;
  /**
   * True where people may stop before it, with `stopped` of `Plan.respond` and `Plan.submit`. "not reached" is then the category
   * after those that it can be answered with, and perturbed like them. Absent elsewhere.
   */
  readonly partial?: true;
  /** The edges of a numeric question's half-open bins; null as the first or the last edge leaves that end open. */
  readonly bins?: readonly (number | null)[];
  readonly categories: readonly Category[];
  /** "random" where the categories are shown in an order that a device draws for itself: see `candor/order`. */
  readonly order?: "random";
  /**
   * The conditions of a follow-up question, all of which must hold for it to be asked: see `Plan.applicable`. Its last category
   * is "not asked", which is no answer and is perturbed like one. Absent where the question is always asked.
   */
  readonly askedIf?: readonly Condition[];
  /**
   * The compound question that it is a choice, an item or a row of, if it is; its own `question` is then the text of that choice,
   * item or row.
   */
  readonly compound?: Compound;
}

/** A question that is answered at once and consists of several attributes. */
export type Compound = Choices | Ranking | Rows;

/** A question of which several choices may be ticked: "tick all that apply". Each choice is an attribute, "no" or "yes". */
export interface Choices extends CompoundQuestion {
  readonly kind: "choices";
  /** The least and the most choices to tick, without those that exclude all others. */
  readonly atLeast: number;
  readonly atMost: number;
  /** The names of the attributes of choices that exclude all others, such as "none of these". */
  readonly excluding: readonly string[];
}

/** A question whose items are put in order: each is an attribute, whose category is the place that it is given. */
export interface Ranking extends CompoundQuestion {
  readonly kind: "ranking";
  /** The number of places, each of which is given to one item; the other items are "not ranked". */
  readonly places: number;
}

/** Several questions on one scale (a grid): each row is an attribute, and all have the same categories. */
export interface Rows extends CompoundQuestion {
  readonly kind: "rows";
}

/** What compound questions have in common. */
export interface CompoundQuestion {
  readonly name: string;
  readonly question?: string;
  /** "random" where the choices, items or rows are shown in an order that a device draws for itself: see `candor/order`. */
  readonly order?: "random";
  /** The names of its attributes: its own name, a dot, and the value of the choice or item or the name of the row. */
  readonly attributes: readonly string[];
}

/** Questions that are shown under one heading: those from an attribute up to the next section. */
export interface Section {
  /** The name of its first attribute. */
  readonly before: string;
  readonly title?: string;
  /** A text below the heading. */
  readonly text?: string;
  /** "random" where its questions are shown in an order that a device draws for itself: see `candor/order`. */
  readonly order?: "random";
}

/** What is shown around the questions. */
export interface SurveyTexts {
  /** What is shown before the first question. */
  readonly welcome?: string;
  /** What a person has to agree to before the report is drawn. A page neither keeps nor sends that somebody agreed. */
  readonly consent?: string;
  /** What is shown once the report has arrived. */
  readonly thanks?: string;
}

/** A condition: that an earlier question is answered with one of these categories. */
export interface Condition {
  /** The name of the earlier question. */
  readonly attribute: string;
  /** The values of its categories. */
  readonly values: readonly string[];
}

/** The privacy of one answer, recomputed on this device from the plan's integers. */
export interface AttributePromise {
  readonly name: string;
  /** ε of this answer towards someone who sees only this column of the perturbed record. */
  readonly column: number;
  /**
   * ε of this answer, together with the answers to the questions of `with`, towards someone who sees the whole perturbed record.
   */
  readonly attribute: number;
  /** The names of the other choices or items of the same question, and of the follow-ups that depend on these; absent where there are none. */
  readonly with?: readonly string[];
  /** The probability that a device uses this answer at all, rounded up: 1 where every device does. */
  readonly asked: number;
  /**
   * The probability that this answer is sent as it was given, rounded up; `undefined` where a report may name several of its
   * categories, or combinations with other answers, or a score that it is part of.
   */
  readonly asAnswered: number | undefined;
}

/** What the plan promises, recomputed on this device from the plan's integers. */
export interface Promises {
  /** ε of the whole record towards someone who sees the whole perturbed record. */
  readonly record: number;
  /** The probability that all answers a device uses are replaced by random ones, rounded down. */
  readonly replaced: number;
  /** The least and the most questions whose answers a device uses; which ones is drawn at random and part of the report. */
  readonly used: readonly [least: number, most: number];
  /**
   * Whether a report takes the same steps whatever the answers and the noise are, so that its timing reveals nothing: true of
   * WebAssembly, false of the mechanism in JavaScript, where the engine decides how long a step takes.
   */
  readonly fixedWork: boolean;
  readonly attributes: readonly AttributePromise[];
  /** The names of the plain columns, about which nothing is promised: a report carries them without noise. */
  readonly plain: readonly string[];
}

/** The texts of questions and plain columns for people to read. */
export interface Names {
  /** The text of every question, or its name where it has no text. */
  readonly attributes: readonly string[];
  /** The text of every plain column, or its name where it has no text. */
  readonly plain: readonly string[];
  /** The text of every compound, or its name where it has no text. */
  readonly compounds: readonly string[];
}

/** All that leaves the device. */
export interface Report {
  /** 16 random bytes, base64url. */
  readonly id: string;
  /**
   * The perturbed category positions, one per attribute and rounded score of the plan. Where a device draws which of these it
   * uses, the drawn label comes first, then for each unit of these its cell, or its subset of cells as bits, 32 a number.
   */
  readonly perturbed: readonly number[];
  /** The category of every plain column of the plan, without noise; absent where there are none. */
  readonly plain?: readonly number[];
  /** The fingerprint of the plan. */
  readonly plan: string;
}

/** A decoded report, in the words of its plan. */
export interface Told {
  /** The units that the report is of; a unit is one question or score, or several taken as one. */
  readonly units: readonly ToldUnit[];
  /** The questions that the device did not use, not for a score either, and about which the report says nothing. */
  readonly unused: readonly string[];
  /** The values of the plain columns; absent where there are none. */
  readonly plain?: readonly ToldPlain[];
}

/** The value of a plain column. */
export interface ToldPlain {
  readonly name: string;
  readonly value: string;
}

/** What a report says about one unit: it names some combinations of answers. The true one may or may not be among them. */
export interface ToldUnit {
  /** The names of the questions and scores. */
  readonly attributes: readonly string[];
  /** The number of combinations of their categories; those of a score are its levels and, if there may be none, "no score". */
  readonly of: number;
  readonly named: readonly Combination[];
}

/** A category of each question or score of a unit. */
export interface Combination {
  /** The positions of the categories. */
  readonly categories: readonly number[];
  /** What people read: a level of a score is the score that it stands for. */
  readonly labels: readonly string[];
}

/** The report of the person at this device. */
export interface Drawn extends Report {
  /**
   * Whether it was drawn from the answers of this call: `false` where this page drew it from other answers, `undefined` where it
   * was drawn before a reload or in another tab. Not enumerable, since it is not sent.
   */
  readonly fromTheseAnswers: boolean | undefined;
  /**
   * Present where the plan corrects one that this device had answered: `"stands"` where this is that plan's report and nothing
   * was drawn; `"redrawn"` where questions, values, plain columns or law differ or cannot be compared, so that another report was
   * drawn, which spends record ε once more. Not enumerable.
   */
  readonly revision: "stands" | "redrawn" | undefined;
}

/** A report that this device has drawn and keeps. */
export interface KeptReport {
  readonly report: Report;
  /** Whether a collector has acknowledged it. */
  readonly received: boolean;
  /**
   * `memory` lasts as long as the page or process, `given` is the caller's storage, the others last until the person clears them.
   */
  readonly where: "indexeddb" | "localstorage" | "memory" | "given";
}

/** The texts kept under some keys; `undefined` where there is none. */
export type Texts = readonly (string | undefined)[];

/** A storage for texts that belong to one person. */
export interface ReportStorage {
  /** Returns the texts kept under `keys`. */
  read(keys: readonly string[]): Promise<Texts>;
  /**
   * Replaces the texts kept under `keys` by what `change` returns for them, in one atomic step that excludes other tabs and
   * processes, and returns the new texts. If `change` throws, nothing changes and its error is passed on. `change` may be called
   * again if a transaction is retried.
   */
  update(keys: readonly string[], change: (kept: Texts) => Texts): Promise<Texts>;
}

/**
 * Where reports are kept: `"memory"`, which lasts as long as this page or process and must then belong to one person, or the
 * caller's own storage for one person.
 */
export type StorageChoice = "memory" | ReportStorage;

/** The privacy ledger of a family: what its surveys have cost on this device and in this origin, in whole millionths of ε. */
export interface Ledger {
  readonly family: string;
  readonly spent: number;
  readonly cap: number;
}

/** The collector's acknowledgement of a report: whether it is new, or the same was stored before. */
export interface Receipt {
  readonly id: string;
  readonly stored: "new" | "same";
  /** Whether the report was drawn from the answers of this call, as in `Drawn`; `undefined` where none were given. */
  readonly fromTheseAnswers: boolean | undefined;
  /** As in `Drawn`; absent where this device had answered no plan that this one corrects, or where no answers were given. */
  readonly revision?: "stands" | "redrawn";
}

/** A plan as published: the JSON that `candor design` writes. */
export interface PlanDocument {
  /** "drawn" where a device asks only the questions that it draws; absent where it asks all. */
  readonly ask?: "drawn";
  readonly candor: number;
  /** When the collector begins and stops accepting reports: UTC, like `2026-03-01T08:00:00Z`. */
  readonly opens?: string;
  readonly closes?: string;
  readonly survey: string;
  readonly title?: LocalizedText;
  /** How people are invited, if only the invited may answer; absent where everybody may. */
  readonly invitations?: "plain" | "blind";
  /** "invited" where the label of a report follows from its invitation; absent where the device draws it. */
  readonly labels?: "invited";
  readonly method: string;
  readonly attributes: readonly PlanAttribute[];
  /** The compound questions, in the order of their attributes; absent where there are none. */
  readonly compounds?: readonly PlanCompound[];
  /** The headings of questions, in the order of these; absent where there are none. */
  readonly sections?: readonly PlanSection[];
  /** Sums of what answers stand for, of which devices report those that are `rounded`; absent where there are none. */
  readonly scores?: readonly PlanScore[];
  /** What is shown before and after the questions; absent where that is nothing. */
  readonly texts?: PlanTexts;
  /** The plain columns; absent where there are none. */
  readonly plain?: readonly PlanColumn[];
  readonly forms: readonly PlanForm[];
  readonly privacy: PlanPrivacy;
  readonly fingerprint: string;
  /** The fingerprints of the plans that it corrects, the latest first. */
  readonly revises?: readonly string[];
  /** The family of surveys that this is a wave of. */
  readonly wave_of?: string;
  /** Ed25519, 64 bytes in base64url; not covered by the fingerprint. */
  readonly signature?: string;
}

/**
 * A question with its final categories: bins are expanded, then comes "no answer" of an optional question, "not reached" of one
 * before which people may stop, and "not asked" of a follow-up.
 */
export interface PlanAttribute {
  /** The conditions under which it is asked, all of which must hold; absent where it is always asked. */
  readonly asked_if?: readonly PlanCondition[];
  readonly name: string;
  readonly question?: LocalizedText;
  readonly optional?: boolean;
  readonly bins?: readonly (number | null)[];
  readonly categories: readonly (string | PlanCategory)[];
  /** "random" where a device shows the categories in an order of its own; absent where in that of the document. */
  readonly order?: "random";
  /** Whether people may stop before it. */
  readonly partial?: true;
}

/** A condition: the position of an earlier question, and those of its categories that are to be answered. Both ascend. */
export interface PlanCondition {
  readonly attribute: number;
  readonly categories: readonly number[];
}

/** A compound question: attributes that are answered at once, at consecutive positions. */
export interface PlanCompound {
  readonly kind: "choices" | "ranking" | "rows";
  readonly name: string;
  readonly question?: LocalizedText;
  readonly attributes: readonly number[];
  /** The fewest choices to tick; absent where that is none. */
  readonly at_least?: number;
  /** The most choices to tick; absent where that is all that exclude nothing. */
  readonly at_most?: number;
  /** The positions of the choices that exclude all others; absent where there are none. */
  readonly excluding?: readonly number[];
  /** "random" where a device shows the choices, items or rows in an order of its own; absent where in that of the document. */
  readonly order?: "random";
}

/** Questions under one heading: those from an attribute up to the next section. */
export interface PlanSection {
  /** The position of the first attribute. */
  readonly attribute: number;
  /** "random" where a device shows the questions in an order of its own. */
  readonly order?: "random";
  readonly text?: LocalizedText;
  readonly title?: LocalizedText;
}

/** What is shown around the questions: before them, what is agreed to in order to send, and once the report has arrived. */
export interface PlanTexts {
  readonly welcome?: LocalizedText;
  readonly consent?: LocalizedText;
  readonly thanks?: LocalizedText;
}

/** A score: the sum of the codes of the answers to its attributes. */
export interface PlanScore {
  readonly name: string;
  readonly attributes: readonly number[];
  /** The codes of the valid answers, in order. */
  readonly codes: readonly number[];
  /** The positions of the attributes whose codes are in reverse; absent where there are none. */
  readonly reversed?: readonly number[];
  /** How a device rounds it; absent where reports do not hold it. */
  readonly rounded?: PlanRounded;
}

/**
 * How a device rounds a score: it adds up steps, draws one of the two levels around the sum, such that the sum is to be expected,
 * and perturbs that like an answer. The forms name its column like an attribute: the rounded scores follow the attributes.
 */
export interface PlanRounded {
  /** The levels, in steps above the least score, which ascend from 0 to the largest sum of steps. */
  readonly levels: readonly number[];
  /**
   * For every attribute of the score and each of its categories, how many steps its code is above the least one; `null` where it
   * has no code, with which there is no score. That is the last category of the score's column, after the levels.
   */
  readonly steps: readonly (readonly (number | null)[])[];
}

/** A plain column: its possible values, and the question for it where people are asked. */
export type PlanColumn = Pick<PlanAttribute, "name" | "question" | "categories">;

/** A question with every category as an object. */
export interface Question extends PlanAttribute {
  readonly categories: readonly PlanCategory[];
}

/** A possible answer: a value for programs, a label for people where that differs, and a role where it is no ordinary answer. */
export interface PlanCategory {
  readonly role?: Role;
  readonly value: string;
  readonly label?: LocalizedText;
}

/** A form: one way to answer the survey. It is drawn independently of the answers, and is part of the report. */
export interface PlanForm {
  readonly blocks: readonly PlanBlock[];
  /** Pools of attributes that may be exchanged for each other. */
  readonly exchange?: readonly (readonly number[])[];
  /** Absent where every attribute is a unit of its own that reports one category. */
  readonly units?: readonly PlanUnit[];
  /** A weight in decimal; the weights of all forms sum to 2^64. */
  readonly weight: string;
}

/** A unit: attributes taken as one variable, and how many of its cells a report names. */
export interface PlanUnit {
  readonly attributes: readonly number[];
  readonly subset_size: number;
}

/** A block: units that are perturbed together, independently of those of other blocks. */
export interface PlanBlock {
  /** Positions in `units`, grouped into classes of exchangeable units. */
  readonly classes: readonly (readonly number[])[];
  readonly patterns: readonly PlanPattern[];
  /** A 64-bit weight in decimal. */
  readonly uniform: string;
  readonly units: readonly number[];
}

/** A pattern: how many units of each class miss the true cell, and its weight out of 2^64. */
export interface PlanPattern {
  /** Pairs [class, how many of its units miss], ascending by class. */
  readonly changes: readonly (readonly number[])[];
  /** A 64-bit weight in decimal. */
  readonly weight: string;
}

/** The promises that a plan states. Verification checks that each is at least the ε recomputed from its weights. */
export interface PlanPrivacy {
  readonly record: number;
  readonly record_lower_bound?: number;
  readonly attributes: readonly PlanPromise[];
}

/** The stated promises about one question. */
export interface PlanPromise {
  readonly name: string;
  readonly requested?: number | null;
  readonly requested_attribute?: number | null;
  readonly column: number;
  readonly attribute: number;
}
