/** A task that many things ask for and that should never run twice at once. */

/**
 * Runs `task` when called. Calls while it runs make it run once more afterwards, so that the last
 * run began after the last call and answers never overtake one another.
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
