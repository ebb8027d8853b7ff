/** What a collector tells everybody about its surveys. */

/** One of its plans, as far as pages show it. */
export interface State {
  readonly survey: string;
  readonly title: string | null;
  readonly fingerprint: string;
  /** The number of reports in its totals, which grows in steps. */
  readonly reports: number;
  readonly is_closed: boolean;
  /** The day in UTC; null where the collector did not record it. */
  readonly published: string | null;
  /** Moments in the format of RFC 3339. */
  readonly opens: string | null;
  readonly closes: string | null;
  /** The last day in UTC on which reports are kept; null where none was set. */
  readonly kept: string | null;
  /** After how many reports there are totals, and after how many new ones others. */
  readonly release: { readonly after: number; readonly reports: number; readonly at_close?: boolean };
}

/** The plans of a collector; undefined where it cannot be reached or is none. */
export async function statesAt(collector: string): Promise<readonly State[] | undefined> {
  try {
    const response = await fetch(new URL("surveys", collector), { cache: "no-store", credentials: "omit" });
    const plans: unknown = response.ok ? await response.json() : undefined;
    return Array.isArray(plans) ? plans : undefined;
  } catch {
    return undefined;
  }
}
