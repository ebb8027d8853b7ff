import { CandorError } from "./errors.js";
import { attempt } from "./refusal.js";
import type { ReportStorage, StorageChoice } from "./types.js";

/** Whether a value is a plain object: neither an array nor an instance of a class. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** A check for the value of every option. */
export type Kinds<T> = { readonly [option in keyof T]-?: (value: unknown) => boolean };

/**
 * Copies and checks options. Throws `invalid-options` for one that is unknown, undefined or of another kind: otherwise a check
 * that the caller asked for would silently not be made.
 */
export function chosen<T extends object>(options: T, kinds: Kinds<T>, ...needed: (keyof T & string)[]): T {
  const copy = taken(options);
  for (const name of Reflect.ownKeys(copy) as (keyof T & string)[]) {
    if (!Object.hasOwn(kinds, name)) throw invalid(`there is no option "${String(name)}"`);
    if (!attempt(() => kinds[name](copy[name]), "invalid-options", `the option "${name}" cannot be read`))
      throw invalid(`the option "${name}" is of another kind`);
  }
  for (const name of needed) if (!Object.hasOwn(copy, name)) throw invalid(`the option "${name}" must be given`);
  return copy;
}

/** Copies options, own and inherited ones, reading each once; members of `Object.prototype` are not copied. */
export function taken<T extends object>(options: T): T {
  const copy = { __proto__: null } as unknown as T;
  const take = () => {
    let from: object | null = options;
    do {
      for (const name of Reflect.ownKeys(from) as (keyof T)[])
        if (!Object.hasOwn(copy, name)) copy[name] = options[name];
      from = Object.getPrototypeOf(from);
    } while (from !== Object.prototype && from !== null);
    return copy;
  };
  return attempt(take, "invalid-options", "options cannot be read");
}

/** Whether a value is not `undefined`; its kind is checked elsewhere. */
export const isGiven = (value: unknown): boolean => value !== undefined;
export const isNumber = (value: unknown): boolean => typeof value === "number";
export const isText = (value: unknown): value is string => typeof value === "string";
export const isBoolean = (value: unknown): boolean => typeof value === "boolean";
export const isFunction = (value: unknown): boolean => typeof value === "function";
/** Whether a value is a text, or a URL of any realm. */
export const isAddress = (value: unknown): value is string | URL =>
  isText(value) || (isText((value as URL | null)?.href) && !isPlain(value));
/** Whether a value is a `StorageChoice`. */
export function isStorage(value: unknown): value is StorageChoice {
  if (typeof value !== "object" || value === null) return value === "memory";
  const { read, update } = value as Partial<ReportStorage>;
  return isFunction(read) && isFunction(update);
}

/** Throws `invalid-options` for anything but a plan of `loadPlan`. */
export function refuseOther(plan: unknown): void {
  if (!isText((plan as { fingerprint?: unknown } | null | undefined)?.fingerprint))
    throw invalid("this is no plan of loadPlan");
}

function invalid(rule: string): CandorError {
  return new CandorError("invalid-options", rule);
}
