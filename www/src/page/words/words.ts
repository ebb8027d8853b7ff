/** What the pages of the demonstration's survey say alike, in one language. */

import type { SurveyLanguage } from "../language";

export interface PageWords {
  readonly language: SurveyLanguage;
  /** What stands between two sentences. */
  readonly between: string;
  /** What stands between the parts of a list that no word ends. */
  readonly comma: string;
  /** The head of the page. */
  readonly head: {
    readonly pages: string;
    readonly survey: string;
    readonly totals: string;
    readonly language: string;
    readonly dark: string;
    readonly light: string;
  };
  /** What the questions of survey.json are called in tables and within sentences, by name. */
  readonly names: {
    readonly taxes: string;
    readonly drugs: string;
    readonly harassment: string;
    readonly income: string;
    readonly voting: string;
  };
  readonly declined: string;
  readonly anyNumber: string;
  readonly under: (to: string) => string;
  readonly orMore: (from: string) => string;
  readonly range: (from: string, to: string) => string;
  /** Why something could not be done, by the code of its error. */
  readonly reasons: {
    readonly unreachable: string;
    readonly "timed-out": string;
    readonly "unexpected-response": string;
  };
  readonly wrong: (code: string) => string;
}
