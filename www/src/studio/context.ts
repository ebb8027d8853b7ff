/** The context of every part of the studio: its words, the draft with the function that changes it, its faults and its design. */

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Language } from "../page/language";
import type { SurveyTheme } from "../survey-theme/theme";
import type { Design } from "./choose/design";
import type { Draft } from "./draft";
import type { Words } from "./words/en";
import type { Checked } from "./write/checked";

/** The steps, in order. */
export const STEPS = ["write", "choose", "see", "publish", "run"] as const;

/** The name of a step. */
export type Step = (typeof STEPS)[number];

/** The studio, as its parts see it. */
export interface Studio {
  readonly language: Language;
  readonly words: Words;
  readonly draft: Draft;
  /** The language of the survey whose texts are shown and edited. */
  readonly writing: string;
  readonly checked: Checked;
  readonly design: Design;
  /** How the pages of the author's surveys look. */
  readonly looks: SurveyTheme;
  /** Changes the draft; consecutive changes of the same `field` are undone together. */
  change(change: (draft: Draft) => Draft, field?: string): void;
  /** Announces a sentence to screen readers. */
  announce(sentence: string): void;
  setLooks(looks: SurveyTheme): void;
  goTo(step: Step): void;
  writeIn(language: string): void;
}

export const StudioContext = createContext<Studio | undefined>(undefined);

/** Returns the context of this part. */
export function useStudio(): Studio {
  const studio = useContext(StudioContext);
  if (studio === undefined) throw new Error("a part of the studio stands outside of it");
  return studio;
}
