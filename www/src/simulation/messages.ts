/** What the page and the simulation's worker say to each other. */

/** To the worker. */
export type Order = { order: "start"; people: number } | { order: "cancel" };

/** From the worker. `records` holds true categories, person after person, of people now stored. */
export type News =
  | { news: "stored"; records: Uint8Array }
  | { news: "finished" }
  | { news: "cancelled" }
  | { news: "failed"; code: string };
