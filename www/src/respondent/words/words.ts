/** The texts of the respondent's page in one language. */

import type { Count } from "../../page/numbers";
import type { PageWords } from "../../page/words/words";

export interface Words extends PageWords {
  /** The texts of elements in the page, by their `data-word`; text in [brackets] goes into an inner element. */
  readonly page: {
    readonly title: string;
    readonly description: string;
    readonly skip: string;
    readonly headline: string;
    readonly lede: string;
    readonly said: string;
    readonly leaves: string;
    readonly promises: string;
    readonly survey: string;
    readonly numbers: string;
    readonly numbersNote: string;
    readonly recomputed: string;
    readonly notPromised: string;
    readonly pageReads: string;
    readonly oneReport: string;
    readonly foot: string;
  };

  readonly record: {
    readonly title: string;
    readonly figure: (before: string, most: string) => string;
  };
  readonly each: {
    readonly title: string;
    readonly used: (least: string, most: string, all: string) => string;
    readonly changed: (least: string, most: string) => string;
    readonly chances: (least: string, most: string) => string;
    readonly told: (before: string, most: string, least: string) => string;
  };
  readonly nothing: {
    readonly title: string;
    /** Says what is sent where a device draws which questions it uses, and where it uses all; `asItIs` adds the plain columns. */
    readonly drawn: (most: string, asItIs: string) => string;
    readonly record: (most: string, asItIs: string) => string;
    /** Writes the name of one plain column as a part of such a sentence. */
    readonly asItIs: (name: string) => string;
    readonly unasked: string;
  };
  readonly table: {
    readonly question: string;
    readonly used: string;
    readonly changed: string;
    readonly alone: string;
    readonly whole: string;
    readonly between: (least: string, most: string) => string;
  };

  readonly answering: string;
  readonly example: string;
  readonly drawAgain: string;
  readonly send: string;
  readonly sendNote: string;
  readonly nothingSent: string;
  readonly missing: (questions: Count) => string;
  readonly drewAll: (all: string) => string;
  readonly drewSome: (asked: Count, all: string) => string;
  readonly showsAll: string;
  readonly showsSome: (asked: Count) => string;
  readonly drawKept: string;
  readonly enterNumber: string;
  readonly choose: string;
  readonly chooseOrDecline: string;
  /** At a question that is asked again: says that the answer given to it before was forgotten when it was not asked. */
  readonly answerAgain: string;
  readonly onlyRange: (ranges: string) => string;
  readonly leaveAsTheyAre: string;

  readonly nothingYet: string;
  readonly unused: string;
  readonly mightLeaveAs: string;
  readonly mightWithUnanswered: (others: string) => string;
  readonly mightAsShown: (others: string) => string;
  /** Says how an answer might leave: possibly together with other questions, and possibly as one of several. */
  readonly mightLeave: (others: string, few: string) => string;
  readonly exampleChanged: (changed: Count, answers: Count) => string;
  readonly exampleDraws: (questions: string, named: string) => string;

  readonly allQuestions: (all: string, names: string) => string;
  readonly someQuestions: (used: Count, all: string, names: string) => string;
  readonly fewAnswers: (named: Count, of: string) => string;
  readonly fewCombinations: (named: Count, of: string) => string;
  readonly answersAbout: (few: string, name: string) => string;
  readonly combinationsOf: (few: string, names: string) => string;
  readonly oneOf: (few: string) => string;
  /** The heading of a statement: its questions, and how many answers it names. */
  readonly statement: (about: string, named: string) => string;
  readonly more: (count: string) => string;
  readonly yours: string;
  readonly among: string;
  readonly notAmong: string;
  readonly asSaid: string;
  readonly changed: string;

  readonly sending: string;
  readonly wouldLeave: string;
  readonly onlyExample: string;
  readonly notReceived: string;
  readonly nothingLost: string;
  readonly sendAgain: string;
  readonly thanks: string;
  readonly drew: (questions: string, named: string) => string;
  readonly keptOnly: (kept: boolean) => string;
  /** Says how many of several statements name what was answered. */
  readonly keptEach: (of: string) => string;
  readonly keptNone: (of: string) => string;
  readonly keptSome: (kept: Count, of: string) => string;
  readonly noneChanged: (answers: Count) => string;
  readonly someChanged: (changed: Count, answers: Count) => string;
  readonly answered: string;
  readonly sent: string;
  readonly toBeSent: string;
  readonly togetherBelow: (others: string) => string;
  readonly fewBelow: (few: string) => string;
  /** Says of an answer that the report holds only as part of a score. */
  readonly inScore: string;
  readonly noScore: string;
  readonly asItIs: string;
  readonly exactlySent: string;
  readonly exactlyToBeSent: string;
  readonly bytes: string;
  readonly notes: {
    readonly record: string;
    readonly labelled: string;
    readonly unlabelled: string;
    readonly plan: string;
    readonly plain: string;
    readonly nothingElse: string;
  };
  /** Shown to anybody who comes later: the same whether or not somebody answered, and whether or not anything has arrived. */
  readonly nothingAskedHere: string;
  readonly onePerDevice: string;
  readonly afresh: string;
  readonly startAfresh: string;
  readonly seeTotals: string;

  readonly unavailable: string;
  readonly nothingAsked: string;
  readonly tryAgain: string;
  readonly reasons: PageWords["reasons"] & {
    readonly "id-conflict": string;
    readonly "plan-mismatch": string;
    readonly "not-kept": string;
  };
  readonly notStored: (code: string) => string;
}
