/** The texts of the elements themselves, in addition to those of a plan and the promises in words. */
export interface Words {
  /** Shown while the plan is loaded and verified. */
  readonly checking: string;
  readonly unavailable: string;
  readonly nothingAsked: string;
  readonly tryAgain: string;
  /** The fold of all that is promised and what is not. */
  readonly promised: string;
  readonly byQuestion: string;
  readonly notPromised: string;
  /** What noise does not hide: who took part, and what the page itself could read. */
  readonly visible: string;
  readonly plan: string;
  /** Says which of how many questions this is. */
  progress(ordinal: string, all: string): string;
  readonly choose: string;
  /** Says how many choices may be ticked. */
  readonly tickAny: string;
  tickUpTo(most: string): string;
  tickAtLeast(least: string): string;
  tickBetween(least: string, most: string): string;
  /** Says that so many items are to be put in order, the first one first, and that one that is chosen again loses its place. */
  putInOrder(places: string): string;
  /** The place of an item, of so many. */
  placeOf(place: string, places: string): string;
  /** Says that an item has no place any more. */
  readonly noPlace: string;
  readonly answerEvery: string;
  readonly enterNumber: string;
  /** Says that only the range of a number is used, and which ranges there are. */
  onlyRange(ranges: string): string;
  readonly declined: string;
  under(most: string): string;
  from(least: string): string;
  between(least: string, most: string): string;
  readonly anyNumber: string;
  /** At a question that is asked again: says that the answer given to it before was forgotten when it was not asked. */
  readonly answerAgain: string;
  /** Before the number of questions that have no answer that can be used yet. */
  readonly incomplete: string;
  /** Says that the box under what is to be agreed to has to be ticked. */
  readonly agree: string;
  /** Says until when reports are taken. */
  closes(moment: string): string;
  readonly back: string;
  readonly next: string;
  readonly send: string;
  /** The button with which somebody stops midway. */
  readonly stopHere: string;
  /** Before the first question: what that button does, and what leaving the page does. */
  mayStop(stop: string): string;
  /** Says that something was refused, with the stable code. */
  refused(code: string): string;
  readonly sending: string;
  readonly thanks: string;
  /** Says that the report drawn from the person's answers has arrived. */
  readonly arrived: string;
  /** Shown to anybody who comes later: the same whether or not somebody answered, and whether or not anything has arrived. */
  readonly nothingAskedHere: string;
  readonly onePerDevice: string;
  readonly sentByItself: string;
  readonly notReceived: string;
  /** Says that the report is kept and will be sent unchanged. */
  readonly kept: string;
  readonly sendAgain: string;
  readonly bytes: string;
  /** In a form of the page: says that the answers are gone, and only the report is left. */
  readonly drawn: string;
  /** Says how many people on one device change the promises. */
  readonly severalPeople: string;
  /** In a kiosk: says that the answers are gone, whether or not the report has arrived. */
  readonly forgotten: string;
  readonly startOver: string;
  readonly keptHere: string;
  readonly giveBack: string;
  readonly nextRespondent: string;
  /** Says how many reports wait on this device. */
  waiting(reports: string): string;
  readonly sendReports: string;
  readonly exportReports: string;
  readonly deleteExported: string;
  /** Beside a plain column: says that it leaves without noise. */
  readonly asItIs: string;
  /**
   * What went wrong, where people can do something about it or should know that they need not try; `wrong` is for anything else.
   */
  readonly reasons: Readonly<Record<Reason, string>>;
  readonly wrong: string;
}

/** The codes of errors that have words of their own. */
export type Reason =
  | "unreachable"
  | "timed-out"
  | "unexpected-response"
  | "not-invited"
  | "invitation-used"
  | "plan-not-open"
  | "plan-closed"
  | "no-storage"
  | "not-kept";
