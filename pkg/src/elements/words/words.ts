/** What the elements say themselves, beside a plan's own texts and the promises in words. */
export interface Words {
  /** While the plan is on its way and verified. */
  readonly checking: string;
  readonly unavailable: string;
  readonly nothingAsked: string;
  readonly tryAgain: string;
  readonly promised: string;
  readonly byQuestion: string;
  readonly notPromised: string;
  /** What no noise hides: who took part, and what the page itself could read. */
  readonly visible: string;
  readonly plan: string;
  /** The question with this number, of so many. */
  progress(ordinal: string, all: string): string;
  readonly choose: string;
  readonly enterNumber: string;
  /** That of a number only its range is used, and which ranges there are. */
  onlyRange(ranges: string): string;
  readonly declined: string;
  under(most: string): string;
  from(least: string): string;
  between(least: string, most: string): string;
  readonly anyNumber: string;
  readonly incomplete: string;
  readonly back: string;
  readonly next: string;
  readonly send: string;
  /** That something was refused, with its stable code. */
  refused(code: string): string;
  readonly sending: string;
  readonly thanks: string;
  /** That a report has arrived which was drawn from the answers given. */
  readonly arrived: string;
  /** What whoever comes later finds: the same whether somebody answered, and whether anything has arrived. */
  readonly nothingAskedHere: string;
  readonly onePerDevice: string;
  readonly sentByItself: string;
  readonly notReceived: string;
  /** That the report is kept and will be sent as it is. */
  readonly kept: string;
  readonly sendAgain: string;
  readonly bytes: string;
  /** In a form of the page's own: that the answers are gone, and only the report is left. */
  readonly drawn: string;
  /** What many people on one device change about the promises. */
  readonly severalPeople: string;
  /** In a kiosk: that the answers are gone, whether the report has arrived or not. */
  readonly forgotten: string;
  readonly startOver: string;
  readonly keptHere: string;
  readonly giveBack: string;
  readonly nextRespondent: string;
  /** How many reports wait on this device. */
  waiting(reports: string): string;
  readonly sendReports: string;
  readonly exportReports: string;
  readonly deleteExported: string;
  /** Beside a plain column: that it leaves without noise. */
  readonly asItIs: string;
  /** What went wrong, for people who can do something about it or need not try; anything else has `wrong`. */
  readonly reasons: Readonly<Record<Reason, string>>;
  readonly wrong: string;
}

/** The codes of refusals that are said in words. */
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
