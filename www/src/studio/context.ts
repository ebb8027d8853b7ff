/** What every part of the studio knows: its words, the draft and how to change it, what was found about it. */

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Language } from "../page/language";
import type { Design } from "./choose/design";
import type { Draft } from "./draft";
import type { Words } from "./words/en";
import type { Checked } from "./write/checked";

/** The steps, in order. */
export const STEPS = ["write", "choose", "see", "publish"] as const;

/** One of them. */
export type Step = (typeof STEPS)[number];

/** The studio, as its parts see it. */
export interface Studio {
  readonly language: Language;
  readonly words: Words;
  readonly draft: Draft;
  /** The language whose texts are shown and written. */
  readonly writing: string;
  readonly checked: Checked;
  readonly design: Design;
  /** Changes the draft; changes of the same `field` that follow each other are undone together. */
  change(change: (draft: Draft) => Draft, field?: string): void;
  /** Says something to those who cannot see it. */
  announce(sentence: string): void;
  goTo(step: Step): void;
  writeIn(language: string): void;
}

export const StudioContext = createContext<Studio | undefined>(undefined);

/** The studio around this part. */
export function useStudio(): Studio {
  const studio = useContext(StudioContext);
  if (studio === undefined) throw new Error("a part of the studio stands outside of it");
  return studio;
}
