/** The messages between the page and the simulation's worker. */

/** A message to the worker. */
export type Order = { order: "start"; people: number } | { order: "cancel" };

/**
 * A message from the worker. `records` contains the true categories, person after person, of the people whose reports were just
 * stored.
 */
export type News =
  | { news: "stored"; records: Uint8Array }
  | { news: "finished" }
  | { news: "cancelled" }
  | { news: "failed"; code: string };
