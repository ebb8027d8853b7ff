/** An answer per attribute name: a category's value, or a number for a question with bins. */
export type Answers = Readonly<Record<string, string | number | null | undefined>>;

/** The value of every plain column, by name: one of its categories'. */
export type PlainValues = Readonly<Record<string, string>>;

/** A text that people read: the same for everybody, or one for each language tag, such as `{ "en": "…", "pt-BR": "…" }`. */
export type LocalizedText = string | { readonly [language: string]: string };

/** One of the answers a question offers. */
export interface Category {
  readonly value: string;
  readonly label: string;
}

/** A question of the survey. */
export interface Attribute {
  readonly name: string;
  readonly question?: string;
  /** Whether it may be left out; leaving it out is perturbed like any other answer. */
  readonly optional: boolean;
  /** Edges of a numeric question's half-open categories; null at either end leaves it open. */
  readonly bins?: readonly (number | null)[];
  readonly categories: readonly Category[];
}

/** What one answer's privacy is, recomputed on this device from the plan's integers. */
export interface AttributePromise {
  readonly name: string;
  /** ε towards someone who sees this column only. */
  readonly column: number;
  /** ε of this answer towards someone who sees the whole perturbed record. */
  readonly attribute: number;
  /** The chance that a device uses this answer at all, rounded up: 1 where every device does. */
  readonly asked: number;
  /**
   * The chance that this answer is sent as it was given, rounded up; `undefined` where a report may give several categories of
   * it, or combinations with other answers.
   */
  readonly asAnswered: number | undefined;
}

/** What the plan promises, recomputed on this device from the plan's integers. */
export interface Promises {
  /** ε of the whole record towards someone who sees the whole perturbed record. */
  readonly record: number;
  /** The chance that all that a device uses is replaced by random answers, rounded down. */
  readonly replaced: number;
  /** The least and the most questions whose answers a device uses; which ones is drawn at random, and a report tells it. */
  readonly used: readonly [least: number, most: number];
  /**
   * Whether a report takes the same steps whatever was answered and whatever the noise did, so that its time tells nothing: true of
   * WebAssembly, false of the mechanism in JavaScript, whose engine decides how long a step takes.
   */
  readonly fixedWork: boolean;
  readonly attributes: readonly AttributePromise[];
  /** The names of the plain columns, of which nothing is promised: a report carries them as they are. */
  readonly plain: readonly string[];
}

/** What is asked, and what is carried in clear, as people read it. */
export interface Names {
  /** Every question, or its name where it has none. */
  readonly attributes: readonly string[];
  /** Every plain column. */
  readonly plain: readonly string[];
}

/** All that leaves the device. */
export interface Report {
  /** 16 random bytes, base64url. */
  readonly id: string;
  /**
   * Perturbed category positions, one per attribute of the plan. Where a device draws which questions it uses, what it drew
   * comes first, then for each unit of them its cell, or its subset of cells as bits, 32 a number.
   */
  readonly perturbed: readonly number[];
  /** The category of every plain column of the plan, as it is; absent where there are none. */
  readonly plain?: readonly number[];
  /** Fingerprint of the plan. */
  readonly plan: string;
}

/** What a report says, in the words of its plan. */
export interface Told {
  /** What it says of the questions that the device used; a unit is one question, or several as one. */
  readonly units: readonly ToldUnit[];
  /** The questions of which it says nothing, as the device did not use them. */
  readonly unused: readonly string[];
  /** What it carries in clear; absent where that is nothing. */
  readonly plain?: readonly ToldPlain[];
}

/** The value of a plain column. */
export interface ToldPlain {
  readonly name: string;
  readonly value: string;
}

/** What a report says of one question, or of several as one: that the answer is one of those `named`, which it need not be. */
export interface ToldUnit {
  /** The names of the questions. */
  readonly attributes: readonly string[];
  /** How many combinations of their categories there are. */
  readonly of: number;
  readonly named: readonly Combination[];
}

/** A category of each question of a unit. */
export interface Combination {
  /** Their positions. */
  readonly categories: readonly number[];
  readonly labels: readonly string[];
}

/** The report of the person at this device. */
export interface Drawn extends Report {
  /**
   * Whether it was drawn from the answers of this call: `false` where this page drew it from others, `undefined` where it
   * was drawn before a reload or in another tab. Not enumerable, as it is no part of what leaves.
   */
  readonly fromTheseAnswers: boolean | undefined;
  /**
   * Where the plan corrects one that this device had answered: `"stands"` where this is that plan's report, and nothing was
   * drawn; `"redrawn"` where questions, values, plain columns or law differ, or their sameness cannot be known, so that another was drawn, which
   * spends record ε once more. Not enumerable.
   */
  readonly revision: "stands" | "redrawn" | undefined;
}

/** A report that this device has drawn and keeps. */
export interface KeptReport {
  readonly report: Report;
  /** Whether a collector has acknowledged it. */
  readonly received: boolean;
  /** `memory` lasts as long as the page or process, `given` is the storage of the caller's, the others last until the person clears them. */
  readonly where: "indexeddb" | "localstorage" | "memory" | "given";
}

/** What is kept under some keys; `undefined` where nothing is. */
export type Texts = readonly (string | undefined)[];

/** Where texts of one person are kept. */
export interface ReportStorage {
  /** What is kept under `keys`. */
  read(keys: readonly string[]): Promise<Texts>;
  /**
   * Replaces what is kept under `keys` by what `change` makes of it, in one step into which no other tab or process comes;
   * gives what is kept then. Where `change` throws, nothing changes and its error is passed on. It
   * may be called again where a transaction is.
   */
  update(keys: readonly string[], change: (kept: Texts) => Texts): Promise<Texts>;
}

/** `"memory"` lasts as long as this page or process, which is then one person's; else a storage of the caller's for one person. */
export type StorageChoice = "memory" | ReportStorage;

/** What the surveys of a family have cost on this device and in this origin, in whole millionths of ε. */
export interface Ledger {
  readonly family: string;
  readonly spent: number;
  readonly cap: number;
}

/** The collector's word that it has the report: for the first time, or once more the same. */
export interface Receipt {
  readonly id: string;
  readonly stored: "new" | "same";
  /** Whether the report was drawn from the answers of this call, as in `Drawn`; `undefined` where none were given. */
  readonly fromTheseAnswers: boolean | undefined;
  /** As in `Drawn`; absent where this device had answered no plan that this one corrects, or no answers were given. */
  readonly revision?: "stands" | "redrawn";
}

/** A plan as published: the JSON that `candor design` writes. */
export interface PlanDocument {
  /** That a device asks only what it draws first; absent where it asks everything. */
  readonly ask?: "drawn";
  readonly candor: number;
  /** From when on reports are taken, and from when on no more: UTC, like `2026-03-01T08:00:00Z`. */
  readonly opens?: string;
  readonly closes?: string;
  readonly survey: string;
  readonly title?: LocalizedText;
  /** That only the invited may answer, and how they are invited; absent where everybody may. */
  readonly invitations?: "plain" | "blind";
  readonly method: string;
  readonly attributes: readonly PlanAttribute[];
  /** What reports carry in clear; absent where that is nothing. */
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

/** A question with its final categories: bins expanded, "no answer" the last where it is optional. */
export interface PlanAttribute {
  readonly name: string;
  readonly question?: LocalizedText;
  readonly optional?: boolean;
  readonly bins?: readonly (number | null)[];
  readonly categories: readonly (string | PlanCategory)[];
}

/** A plain column: what may stand in it, and what people are asked for it, where they are. */
export type PlanColumn = Pick<PlanAttribute, "name" | "question" | "categories">;

/** A question with every category as an object. */
export interface Question extends PlanAttribute {
  readonly categories: readonly PlanCategory[];
}

/** One possible answer: a value for programs, and a label for people where that differs. */
export interface PlanCategory {
  readonly value: string;
  readonly label?: LocalizedText;
}

/** One way to answer; which one is drawn does not depend on the answers, and a report tells it. */
export interface PlanForm {
  readonly blocks: readonly PlanBlock[];
  /** Pools of attributes that may stand for each other. */
  readonly exchange?: readonly (readonly number[])[];
  /** Absent where every attribute is a unit of its own of which one category is reported. */
  readonly units?: readonly PlanUnit[];
  /** A weight in decimal; those of all forms sum to 2^64. */
  readonly weight: string;
}

/** Attributes taken as one variable, and how many of its cells a report names. */
export interface PlanUnit {
  readonly attributes: readonly number[];
  readonly subset_size: number;
}

/** Units that are perturbed together, independently of those of other blocks. */
export interface PlanBlock {
  /** Positions in `units`, in groups of which any may stand for any other. */
  readonly classes: readonly (readonly number[])[];
  readonly patterns: readonly PlanPattern[];
  /** A 64-bit weight in decimal. */
  readonly uniform: string;
  readonly units: readonly number[];
}

/** How many units of each class miss the true cell, and with what weight out of 2^64. */
export interface PlanPattern {
  /** [class, how many of it miss], ascending by class. */
  readonly changes: readonly (readonly number[])[];
  /** A 64-bit weight in decimal. */
  readonly weight: string;
}

/** The promises that a plan states, each at least what its weights keep. */
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
