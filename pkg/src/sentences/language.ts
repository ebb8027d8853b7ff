/** How each sentence is said. */
export interface Language {
  record(belief: Belief): string;
  replaced(chance: string): string;
  rarelyReplaced(chance: string): string;
  attribute(question: string, chance: string, belief: Belief): string;
  again(belief: Belief): string;
}

/** What somebody thought of 100 people alike, and between what they can have reason to think afterwards. */
export interface Belief {
  readonly from: number;
  readonly least: number;
  readonly most: number;
}
