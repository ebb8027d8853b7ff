/** The collector's entry for a plan: when it was published, how near its intervals are to a bound, and when its totals change. */

import type { Plan } from "candor";
import type { Told } from "../page/told";

/** A plan in the collector's list. */
export interface Listed {
  readonly fingerprint: string;
  /** The day in UTC; null where the collector did not record it yet. */
  readonly published: string | null;
  readonly standard_error_ratio: number | null;
  readonly release: Release;
  /** Null as long as it is unknown how many reports are told together. */
  readonly totals: Told | null;
  /** Pairs of questions that cannot be estimated; null where the plan has too many questions to list them. */
  readonly unidentifiable_pairs: readonly (readonly [string, string])[] | null;
}

/** When totals are released: first after a number of reports, then after a number of new ones and of minutes. */
export interface Release {
  readonly after: number;
  readonly reports: number;
  readonly minutes: number;
  /** Whether they are released once instead, when the survey takes no more reports. */
  readonly at_close?: true;
}

/** Returns the collector's entry for the plan; undefined where the collector cannot be reached. */
export type Listing = () => Promise<Listed | undefined>;

/** Makes a function that fetches the entry until it succeeds once, and then returns it again. */
export function listing(plan: Plan): Listing {
  let had: Listed | undefined;
  return async () => {
    had ??= await fetchListed(plan);
    return had;
  };
}

async function fetchListed({ fingerprint }: Plan): Promise<Listed | undefined> {
  const response = await fetch("/surveys", { cache: "no-store" }).catch(() => undefined);
  const listed = (await response?.json().catch(() => undefined)) as readonly Listed[] | undefined;
  return listed?.find((plan) => plan.fingerprint === fingerprint);
}
