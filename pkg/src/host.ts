/**
 * What types of the package name of browsers, for programs that are compiled without the types of these: empty there, and where those
 * are known they stay as they are.
 */
declare global {
  interface AbortSignal {}
  interface CustomEvent<T> {
    readonly detail: T;
  }
  interface FormData {}
  interface HTMLFormElement {}
  interface RequestInit {}
  interface Response {}
  interface URL {}
  interface URLSearchParams {}
  namespace WebAssembly {
    interface Module {}
  }
}

export {};
