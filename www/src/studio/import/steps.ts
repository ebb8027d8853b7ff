/** What an importer tells of the order of a file: its questions and texts, with the groups in which they stand. */

import type { Written } from "../document/types";

/** A page, a group or a block of another program. */
export interface Group {
  readonly title?: Written | undefined;
  /** What is said below its title. */
  readonly text?: Written | undefined;
  /** Whether its questions stand in an order at random. */
  readonly isRandom?: boolean | undefined;
  /** Whether it is shown to some people only. */
  readonly isForSome?: boolean | undefined;
}

/** A question or a text, in the order of the file. */
export interface Step {
  readonly name: string;
  /** The groups in which it stands, the innermost last. */
  readonly groups: readonly Group[];
  /** What it says, if it asks nothing. */
  readonly text?: Written;
}
