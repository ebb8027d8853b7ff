/** A question of a plan or of its document. */
export interface Asking<Category> {
  readonly asked_if?: unknown;
  readonly askedIf?: unknown;
  readonly categories: readonly Category[];
  readonly partial?: unknown;
}

/** The categories that a question can be answered with: all but "not reached" and "not asked". */
export function offered<Category>({ asked_if, askedIf, categories, partial }: Asking<Category>): readonly Category[] {
  return categories.slice(0, categories.length - [partial, asked_if || askedIf].filter(Boolean).length);
}
