/**
 * Declares the browser types that the package's types mention, so that programs without the DOM library compile: they are empty
 * there, and merge with the known types elsewhere.
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
