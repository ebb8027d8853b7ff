/** The texts that the demonstration survey's pages have in common, in one language. */

import type { SurveyLanguage } from "../language";

export interface PageWords {
  readonly language: SurveyLanguage;
  /** The separator between two sentences. */
  readonly between: string;
  /** The separator in a list without a final "and". */
  readonly comma: string;
  /** The header of the page. */
  readonly head: {
    readonly pages: string;
    readonly survey: string;
    readonly totals: string;
    readonly language: string;
    readonly dark: string;
    readonly light: string;
  };
  /** The names of survey.json's questions in tables and within sentences. */
  readonly names: {
    readonly taxes: string;
    readonly drugs: string;
    readonly harassment: string;
    readonly income: string;
    readonly voting: string;
  };
  readonly declined: string;
  /** The label of the category of a question that was not asked. */
  readonly notAsked: string;
  /** The label of the category of a question before which somebody stopped. */
  readonly notReached: string;
  readonly anyNumber: string;
  readonly under: (to: string) => string;
  readonly orMore: (from: string) => string;
  readonly range: (from: string, to: string) => string;
  /** Why something failed, by the code of its error. */
  readonly reasons: {
    readonly unreachable: string;
    readonly "timed-out": string;
    readonly "unexpected-response": string;
  };
  readonly wrong: (code: string) => string;
}
