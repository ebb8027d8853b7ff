/**
 * What the author of a survey says about its reports: until when they are kept, and whether people can take theirs back. Neither is part of a plan.
 * A page of its own has them in it, an address in its fragment: `kept=2027-12-31&withdraw=yes`.
 */

import { CandorError, type Plan, type SubmitOptions } from "candor";
import { withdrawable } from "candor/withdrawable";
import { button, element } from "../page/element";
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

/**
 * Sends so that this device can take its report back, and makes the part of the page with which it does. The part is there whether or not
 * anything was sent, and says the same in either case: who comes later learns nothing of who was there before.
 */
export async function withdrawing(
  plan: Plan,
  { endpoint, ...sending }: SubmitOptions,
  words: AnswerWords,
): Promise<{ readonly sending: SubmitOptions; readonly part: Element }> {
  const collector = new URL(".", new URL(endpoint, location.href));
  const own = await withdrawable(plan, { collector, ...(sending.fetch && { fetch: sending.fetch }) });
  const how = { ...sending, endpoint, fetch: own.fetch };
  const said = element("p", { role: "status" });
  const withdraw = async () => {
    try {
      // What waits would otherwise arrive later.
      await plan.resend(how);
      await own.withdraw();
      said.textContent = words.withdrawn;
    } catch (failure) {
      const isNone = failure instanceof CandorError && failure.code === "not-found";
      said.textContent = isNone ? words.withdrawn : words.notWithdrawn;
    }
  };
  const part = element(
    "details",
    {},
    element("summary", {}, words.withdraw),
    element("p", {}, words.withdrawNote),
    button(words.withdraw, () => void withdraw()),
    said,
  );
  return { sending: how, part };
}
