/** A question of a plan or of its document. */
export interface Asking<Category> {
  readonly asked_if?: unknown;
  readonly askedIf?: unknown;
  readonly categories: readonly Category[];
}

/** The categories that a question can be answered with: all but "not asked". */
export function offered<Category>({ asked_if, askedIf, categories }: Asking<Category>): readonly Category[] {
  return asked_if || askedIf ? categories.slice(0, -1) : categories;
}
