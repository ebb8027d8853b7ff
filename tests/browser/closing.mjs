/** Whatever a test opens is closed when it ends, also where it fails; what a file opens for all of its tests it closes itself. */

import { afterEach, beforeEach } from "node:test";

const opened = new Set();

// Scripts that print figures open pages as well, and are no tests.
if (process.argv[1].endsWith(".test.mjs")) {
  // What was opened before is not this test's.
  beforeEach(() => opened.clear());
  afterEach(async () => {
    const all = [...opened].reverse();
    opened.clear();
    for (const each of all) await each.close();
  });
}

/** Closes this when the test has ended. */
export function closing(openable) {
  opened.add(openable);
}
