/** Starts a module once; a start that was refused can be tried again. */
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
