/** The page, as its sections see it. */

import type { Analyst } from "./analyst";
import type { Opened } from "./messages";
import type { View } from "./view";
import type { Words } from "./words";

export interface Page {
  readonly words: Words;
  readonly analyst: Analyst;
  readonly view: () => View;
  readonly look: (view: View) => void;
  readonly busy: (is: boolean) => void;
  readonly complain: (failure: unknown) => void;
  readonly copy: (text: string) => void;
  readonly refuse: (misfits: Opened["misfits"]) => void;
}
