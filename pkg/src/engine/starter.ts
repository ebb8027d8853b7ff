/** Returns a function that starts a module once; if it cannot be compiled, the next call tries again. */
export function starter<T>(
  opened: () => Promise<WebAssembly.Module>,
  initialise: (module: WebAssembly.Module) => T,
): () => Promise<T> {
  let started: Promise<T> | undefined;
  return () =>
    (started ??= opened().then(initialise, (unavailable) => {
      started = undefined;
      throw unavailable;
    }));
}
