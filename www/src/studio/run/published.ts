/** The author's surveys that this browser knows, kept in its storage: where they are, and nothing of what was answered. */

import type { LocalizedText, PlanDocument } from "candor";
import type { Terms } from "../../answer/terms";
import type { SurveyDocument } from "../document/types";

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
  /** What was designed; absent if that was done in another browser. */
  readonly document?: SurveyDocument;
}

/** A plan as it is remembered. */
export function publishedAt(
  { href: collector }: URL,
  plan: PlanDocument,
  terms: Terms,
  document?: SurveyDocument,
): Published {
  const { fingerprint, invitations, survey, title = survey } = plan;
  const isInvited = invitations !== undefined;
  return {
    collector,
    fingerprint,
    survey,
    title,
    isInvited,
    isShared: isShared(plan),
    terms,
    ...(document && { document }),
  };
}

/** Whether many people may answer on one device: waves and invitations belong to one person. */
export function isShared({ invitations, wave_of }: PlanDocument): boolean {
  return invitations === undefined && wave_of === undefined;
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

/** The version of a survey that was published last before this plan, of those whose documents are known. */
export function earlierThan({ survey, fingerprint }: PlanDocument): Required<Published> | undefined {
  const isEarlier = (each: Published): each is Required<Published> =>
    each.survey === survey && each.fingerprint !== fingerprint && each.document !== undefined;
  return published().find(isEarlier);
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
