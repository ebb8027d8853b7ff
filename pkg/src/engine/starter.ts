/** Returns a function that starts a module once; if it cannot be opened, the next call tries again. */
export function starter<M, T>(opened: () => Promise<M>, initialise: (module: M) => T): () => Promise<T> {
  let started: Promise<T> | undefined;
  return () =>
    (started ??= opened().then(initialise, (unavailable) => {
      started = undefined;
      throw unavailable;
    }));
}
