/** How each sentence is said. */
export interface Language {
  record(belief: Belief): string;
  replaced(chance: string): string;
  rarelyReplaced(chance: string): string;
  /** Between so many questions, of so many. */
  used(least: number, most: number, all: number): string;
  /** The same where only those are asked. */
  asks(least: number, most: number, all: number): string;
  attribute(question: string, belief: Belief): string;
  asked(chance: string): string;
  asAnswered(chance: string): string;
  again(belief: Belief): string;
  /** What stands between two sentences. */
  readonly between: string;
}

/** What somebody thought of 100 people alike, and between what they can have reason to think afterwards. */
export interface Belief {
  readonly from: number;
  readonly least: number;
  readonly most: number;
}
