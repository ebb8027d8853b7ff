/** How each sentence is said, with numbers and chances as the language writes them. */
export interface Language {
  record(belief: Belief): string;
  replaced(chance: string): string;
  rarelyReplaced(chance: string): string;
  /** Between so many questions, of so many. */
  used(least: string, most: string, all: string): string;
  /** The same where only those are asked. */
  asks(least: string, most: string, all: string): string;
  attribute(question: string, belief: Belief): string;
  asked(chance: string): string;
  asAnswered(chance: string): string;
  /** What leaves in clear, in a list. */
  plain(list: string): string;
  again(belief: Belief): string;
  /** What stands between two sentences. */
  readonly between: string;
}

/** What somebody thought of some people alike, of how many, and between what they can have reason to think afterwards. */
export interface Belief {
  readonly from: string;
  readonly least: string;
  readonly most: string;
  readonly of: string;
}
