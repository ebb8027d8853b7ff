import type { LocalizedText, Role } from "../../common/types.js";

/** Settings that a SurveyJS survey does not contain. */
export interface ImportSettings {
  /** The survey's name. */
  readonly survey: string;
  readonly title?: LocalizedText;
  /** The tags of the languages to import; only what SurveyJS calls `default` unless given. */
  readonly languages?: readonly string[];
  /** The privacy requested of the plan, such as `{ record_epsilon: 2 }`. */
  readonly privacy: Readonly<Record<string, unknown>>;
  /** The names of the private questions; all of the survey unless given. */
  readonly names?: readonly string[];
  /** The bin edges of questions that take a number. */
  readonly bins?: Readonly<Record<string, readonly (number | null)[]>>;
}

/** A question of a survey document. */
export interface ImportedAttribute extends ImportedAnswers {
  readonly name: string;
  readonly question: LocalizedText;
  readonly bins?: readonly (number | null)[];
  /** The answers to earlier questions after which it is asked. */
  readonly asked_if?: Readonly<Record<string, readonly string[]>>;
}

/** A survey document, for `design` and `candor design`. */
export interface ImportedSurvey {
  readonly survey: string;
  readonly title?: LocalizedText;
  readonly attributes: readonly ImportedAttribute[];
  readonly privacy: Readonly<Record<string, unknown>>;
}

/** The answers to a question of a survey document. */
export interface ImportedAnswers {
  /** The answers; where several may be ticked, the choices, and where there are rows, the answers in each; absent of a ranking. */
  readonly categories?: readonly ImportedCategory[];
  readonly optional: boolean;
  /** Present where several of the categories may be ticked. */
  readonly choose?: "any";
  /** The fewest and the most to tick. */
  readonly at_least?: number;
  readonly at_most?: number;
  /** The items that are put in order, and how many of them are, where that is not all. */
  readonly rank?: readonly ImportedCategory[];
  readonly places?: number;
  /** The rows of a grid. */
  readonly rows?: readonly ImportedRow[];
}

/** A choice of a question: its value, and its label for people. */
export interface ImportedCategory {
  readonly value: string;
  readonly label: LocalizedText;
  /** What it is where it is no ordinary answer. */
  readonly role?: Role;
  /** Present where it can only be ticked alone. */
  readonly excludes?: "others";
}

/** A row of a grid. */
export interface ImportedRow {
  readonly name: string;
  readonly question: LocalizedText;
}

/** A part of a survey's JSON. */
export type Json = Readonly<Record<string, unknown>>;

/** Reads a text that may be given in several languages. */
export type Read = (given: unknown) => LocalizedText | undefined;
