/** Writes each sentence in a language, given numbers and chances as the language formats them. */
export interface Language {
  record(belief: Belief): string;
  replaced(chance: string): string;
  rarelyReplaced(chance: string): string;
  /** That a device uses between `least` and `most` of `all` questions. */
  used(least: string, most: string, all: string): string;
  /** That a device asks between `least` and `most` of `all` questions. */
  asks(least: string, most: string, all: string): string;
  /** What a report tells of one answer, together with what `covering` names, one of `covers` or nothing. */
  attribute(question: string, belief: Belief, covering: string): string;
  /** What may belong to an answer: all choices of its question, the questions that depend on it, or both. */
  readonly covers: Readonly<Record<"choices" | "dependents" | "both", string>>;
  asked(chance: string): string;
  asAnswered(chance: string): string;
  /** What reports carry without noise, as a list. */
  plain(list: string): string;
  again(belief: Belief): string;
  /** The separator between two sentences. */
  readonly between: string;
}

/**
 * A prior belief about a number of people (`from` of `of`), and the least and the most that it can become after seeing the
 * report.
 */
export interface Belief {
  readonly from: string;
  readonly least: string;
  readonly most: string;
  readonly of: string;
}
