/**
 * What the author of a survey says about its reports: until when they are kept, and whether people can take theirs back. Neither is part of a plan.
 * A page of its own has them in it, an address in its fragment: `kept=2027-12-31&withdraw=yes`.
 */

import { element } from "../page/element";
import type { AnswerWords } from "./words";

/** Members that are absent say nothing. */
export interface Terms {
  /** The last day on which reports are kept, `YYYY-MM-DD`. */
  readonly kept?: string;
  /** Whether a device can have its report deleted at the collector. */
  readonly withdraw?: true;
}

/** The terms that settings of an address name; what is no day is left out. */
export function termsIn(settings: URLSearchParams): Terms {
  const kept = settings.get("kept") ?? "";
  return { ...(isDay(kept) && { kept }), ...(settings.get("withdraw") === "yes" && { withdraw: true }) };
}

/** The settings that name terms in an address, each with `&` before it. */
export function settingsOfTerms({ kept, withdraw }: Terms): string {
  return [kept && `&kept=${kept}`, withdraw && "&withdraw=yes"].filter(Boolean).join("");
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
