/** The surveys that were published from this browser, kept in its storage: where they are, and nothing of what was answered. */

import type { LocalizedText } from "candor";
import type { Terms } from "../../answer/terms";

const KEY = "studio-published";

/** One published plan. */
export interface Published {
  /** The address of its collector, which ends with a slash. */
  readonly collector: string;
  readonly fingerprint: string;
  readonly survey: string;
  readonly title: LocalizedText;
  /** Whether only the invited may answer. */
  readonly isInvited: boolean;
  /** Whether many people may answer on one device. */
  readonly isShared: boolean;
  /** What its page says about its reports. */
  readonly terms: Terms;
}

/** The surveys, the one that was published last first. */
export function published(): readonly Published[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** Puts a survey first; without storage it is forgotten with the page. */
export function remember(survey: Published): void {
  keep([survey, ...published().filter((each) => !isSame(each, survey))]);
}

/** Takes a survey off the list; at its collector it stays. */
export function forget(survey: Published): void {
  keep(published().filter((each) => !isSame(each, survey)));
}

/** The address at which respondents answer. */
export function linkOf({ collector, fingerprint }: Pick<Published, "collector" | "fingerprint">): string {
  return new URL(`answer.html#${fingerprint}`, collector).href;
}

function isSame(one: Published, other: Published): boolean {
  return one.collector === other.collector && one.fingerprint === other.fingerprint;
}

function keep(surveys: readonly Published[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(surveys));
  } catch {
    // The list is a convenience: without it, surveys are still at their collectors.
  }
}
