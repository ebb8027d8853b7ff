/**
 * The report kept on this device, from the moment it is drawn. Drawing again and again would let
 * the noise be averaged away, so whatever happens next (a collector that is down, a reload, a second
 * tab) the same bytes are sent. Only the perturbed report is kept, never an answer.
 */

/** A report in its exact bytes, and whether the collector has acknowledged it. */
export interface Kept {
  readonly report: string;
  readonly received: boolean;
}

function key(fingerprint: string): string {
  return `report ${fingerprint}`;
}

/** Keeps the report for this plan. Where storage is switched off it lasts as long as the page. */
export function keep(fingerprint: string, kept: Kept): void {
  try {
    localStorage.setItem(key(fingerprint), JSON.stringify(kept));
  } catch {
    // The plan itself holds its one draw: a resend from this page is still the same report.
  }
}

/** The report this device drew for the plan, if it did. */
export function recall(fingerprint: string): Kept | undefined {
  try {
    const text = localStorage.getItem(key(fingerprint));
    return text === null ? undefined : (JSON.parse(text) as Kept);
  } catch {
    return undefined;
  }
}

/** Forgets the report, for another person at the same device. */
export function forget(fingerprint: string): void {
  localStorage.removeItem(key(fingerprint));
}

/** Calls `arrived` when another tab keeps a report for this plan. */
export function onKeptElsewhere(fingerprint: string, arrived: (kept: Kept) => void): void {
  addEventListener("storage", (event) => {
    if (event.key === key(fingerprint) && event.newValue !== null) arrived(JSON.parse(event.newValue) as Kept);
  });
}
