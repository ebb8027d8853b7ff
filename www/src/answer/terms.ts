/**
 * What the author of a survey says about its reports: until when they are kept, and whether people can take theirs back. Neither is part of a plan.
 * A page of its own has both in it. A collector's page has the day from the collector, which deletes the reports, and not from its address, in which
 * anybody could write another one; `withdraw=yes` in the fragment of its address lets reports be taken back.
 */

import { element } from "../page/element";
import type { State } from "../page/states";
import type { AnswerWords } from "./words";

/** Members that are absent say nothing. */
export interface Terms {
  /** The last day on which reports are kept, `YYYY-MM-DD`. */
  readonly kept?: string;
  /** Whether a device can have its report deleted at the collector. */
  readonly withdraw?: true;
}

/** The terms of a plan of which its collector says this, on a page whose address has these settings. */
export function termsOf(plans: readonly State[] | undefined, fingerprint: string, settings: URLSearchParams): Terms {
  const kept = plans?.find((each) => each.fingerprint === fingerprint)?.kept;
  return { ...(kept && { kept }), ...(settings.get("withdraw") === "yes" && { withdraw: true }) };
}

/** The settings that name terms in an address, with `&` before them. */
export function settingsOfTerms({ withdraw }: Terms): string {
  return withdraw ? "&withdraw=yes" : "";
}

/** What is said of terms before the questions. */
export function saidOf({ kept }: Terms, language: string, words: AnswerWords): readonly Element[] {
  if (kept === undefined) return [];
  const { format } = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  return [element("p", {}, words.keptUntil(format(new Date(kept))))];
}

/** Whether a text is a day of the calendar. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}
