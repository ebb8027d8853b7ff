import { CandorError } from "./errors.js";
import type { ReportStorage, StorageChoice } from "./types.js";

/** Whether a value is an object that was written down as one: neither an array nor of a class. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** What the value of every option must be. */
export type Kinds<T> = { readonly [option in keyof T]-?: (value: unknown) => boolean };

/**
 * A copy of the options, own members alone, or `invalid-options`: an option that is unknown, undefined or of another
 * kind would be a check that nobody makes.
 */
export function chosen<T extends object>(options: T, kinds: Kinds<T>, ...needed: (keyof T & string)[]): T {
  if (!isPlain(options)) throw invalid("options are no plain object");
  const copy = { __proto__: null } as unknown as Record<string, unknown>;
  for (const name of Reflect.ownKeys(options)) {
    if (typeof name !== "string" || !Object.hasOwn(kinds, name)) throw invalid(`there is no option "${String(name)}"`);
    copy[name] = options[name];
    if (!kinds[name as keyof T](copy[name])) throw invalid(`the option "${name}" is of another kind, or undefined`);
  }
  for (const name of needed) if (!Object.hasOwn(copy, name)) throw invalid(`the option "${name}" is needed`);
  return copy as T;
}

/** Of any kind, which others judge. */
export const isGiven = (value: unknown): boolean => value !== undefined;
export const isNumber = (value: unknown): boolean => typeof value === "number";
export const isText = (value: unknown): boolean => typeof value === "string";
export const isBoolean = (value: unknown): boolean => typeof value === "boolean";
export const isFunction = (value: unknown): boolean => typeof value === "function";
/** A text, or an URL. */
export const isAddress = (value: unknown): value is string | URL => isText(value) || value instanceof URL;
/** Where a person's report is kept. */
export function isStorage(value: unknown): value is StorageChoice {
  if (typeof value !== "object" || value === null) return value === "memory";
  const { read, update } = value as Partial<ReportStorage>;
  return isFunction(read) && isFunction(update);
}

function invalid(rule: string): CandorError {
  return new CandorError("invalid-options", rule);
}
