/** Serializes a task that several callers request. */

/**
 * Returns a function that runs `task`. Calls while it runs make it run once more afterwards, so that the last run begins after
 * the last call and responses never overtake each other.
 */
export function oneAtATime(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let wanted = false;
  const run = async (): Promise<void> => {
    while (wanted) {
      wanted = false;
      await task();
    }
  };
  return () => {
    wanted = true;
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}
