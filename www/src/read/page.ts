/** The page, as its sections see it. */

import type { Margins } from "candor/analysis";
import type { Analyst } from "./analyst";
import type { Opened } from "./messages";
import type { Chosen } from "./view";
import type { Known } from "./weights/known";
import type { Words } from "./words";

export interface Page {
  readonly words: Words;
  readonly analyst: Analyst;
  readonly view: () => Chosen;
  readonly look: (view: Chosen) => void;
  readonly busy: (is: boolean) => void;
  readonly complain: (failure: unknown) => void;
  readonly copy: (text: string) => void;
  readonly refuse: (misfits: Opened["misfits"]) => void;
  /** What was known of the population when reports were weighed last. */
  readonly known: () => readonly Known[];
  /** Weighs the reports to what is known, or takes the weights away again. */
  readonly weigh: (to?: { readonly known: readonly Known[]; readonly margins: Margins }) => Promise<void>;
}
