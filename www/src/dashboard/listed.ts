/** What the collector says of a plan: when it was published, how near its intervals are to a bound, and when its totals change. */

import type { Plan } from "candor";

/** A plan as the collector lists it. */
export interface Listed {
  readonly fingerprint: string;
  /** The day in UTC; null where the collector did not keep that yet. */
  readonly published: string | null;
  readonly standard_error_ratio: number | null;
  readonly release: Release;
  /** Pairs of questions that cannot be estimated; null where the plan has too many questions for that to be told. */
  readonly unidentifiable_pairs: readonly (readonly [string, string])[] | null;
}

/** When totals are told: first of so many reports, then after so many new ones and so many minutes. */
export interface Release {
  readonly after: number;
  readonly reports: number;
  readonly minutes: number;
}

/** Gives the plan as the collector lists it; undefined where the collector cannot be asked. */
export type Listing = () => Promise<Listed | undefined>;

/** What asks for that until it was had. */
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
