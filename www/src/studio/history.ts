/** The history of a draft, for undo and redo. */

/** The maximum number of steps that can be undone. */
const STEPS = 200;

/** A value with its past and its future. */
export class History<Value> {
  #past: Value[] = [];
  #present: Value;
  #future: Value[] = [];
  #field: string | undefined;
  readonly #told = new Set<() => void>();

  constructor(value: Value) {
    this.#present = value;
  }

  get value(): Value {
    return this.#present;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Calls `told` after every change, until the returned function is called. */
  onChange(told: () => void): () => void {
    this.#told.add(told);
    return () => void this.#told.delete(told);
  }

  /** Sets a new value. Consecutive changes of the same `field`, such as typing, are undone together. */
  change(value: Value, field?: string): void {
    if (value === this.#present) return;
    if (field === undefined || field !== this.#field) this.#past = [...this.#past, this.#present].slice(-STEPS);
    this.#field = field;
    this.#present = value;
    this.#future = [];
    this.#tell();
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (before === undefined) return;
    this.#future.push(this.#present);
    this.#past = this.#past.slice(0, -1);
    this.#to(before);
  }

  redo(): void {
    const after = this.#future.pop();
    if (after === undefined) return;
    this.#past = [...this.#past, this.#present];
    this.#to(after);
  }

  #to(value: Value): void {
    this.#field = undefined;
    this.#present = value;
    this.#tell();
  }

  #tell(): void {
    for (const told of this.#told) told();
  }
}
