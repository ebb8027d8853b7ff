/** Failures by their code, and in a sentence for the reader. */

import { CandorError } from "candor";
import type { PageWords } from "./words/words";

/** An error with a stable code. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** The code of a failure. */
export function codeOf(failure: unknown): string {
  return failure instanceof Refused || failure instanceof CandorError ? failure.code : "internal";
}

/** A sentence on why something failed. */
export function because(failure: unknown, words: PageWords): string {
  const code = codeOf(failure);
  return reason(code, words) ?? words.wrong(code);
}

/** The meaning of a code, if there are words for it. */
export function reason(code: string, { reasons }: PageWords): string | undefined {
  return Object.entries(reasons).find(([each]) => each === code)?.[1];
}
