/** What the collector says of a plan: how near its intervals are to a bound, and when its totals change. */

import type { Plan } from "candor";

/** A plan as the collector lists it. */
export interface Listed {
  readonly fingerprint: string;
  readonly standard_error_ratio: number | null;
  readonly release: Release;
}

/** When totals are told: first of so many reports, then after so many new ones and so many minutes. */
export interface Release {
  readonly after: number;
  readonly reports: number;
  readonly minutes: number;
}

/** The plan as the collector lists it; undefined where the collector cannot be asked. */
export async function fetchListed({ fingerprint }: Plan): Promise<Listed | undefined> {
  const response = await fetch("/surveys", { cache: "no-store" }).catch(() => undefined);
  const listed = (await response?.json().catch(() => undefined)) as readonly Listed[] | undefined;
  return listed?.find((plan) => plan.fingerprint === fingerprint);
}
