/** Closes what a test has opened when the test ends, even if it fails. A file that opens something for all of its tests closes that itself. */

import { afterEach, beforeEach } from "node:test";

const opened = new Set();

// Scripts that print figures also open pages, but are not tests.
if (process.argv[1].endsWith(".test.mjs")) {
  // Whatever was opened earlier does not belong to this test.
  beforeEach(() => opened.clear());
  afterEach(async () => {
    const all = [...opened].reverse();
    opened.clear();
    for (const each of all) await each.close();
  });
}

/** Registers something to be closed when the test has ended. */
export function closing(openable) {
  opened.add(openable);
}
