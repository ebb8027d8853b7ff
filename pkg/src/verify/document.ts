import { isObject } from "../canonical.js";
import { CandorError } from "../errors.js";
import { invalid } from "./invalid.js";

/** The value of a member, or `invalid-plan`. */
type Reader<T> = (value: unknown, member: string) => T;

/** What a reader gives. */
type Read<R> = R extends Reader<infer T> ? T : never;

/** Of which people would read something else than what is there, as in `src/schema/characters.rs`. */
const UNREADABLE = /(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

const text: Reader<string> = (value, member) => {
  // Half of a character has no bytes, of which a fingerprint could be.
  if (typeof value !== "string" || /\p{Surrogate}/u.test(value)) throw misfit(member, "is no text");
  const readable = value.replace(UNREADABLE, "\ufffd");
  if (readable === value) return value;
  const rule = "has a control character, or one that turns its direction";
  throw new CandorError(`invalid-${member === "name" ? member : "text"}`, `"${readable}" ${rule}`);
};

const real: Reader<number> = (value, member) => {
  if (!Number.isFinite(value)) throw misfit(member, "is no finite number");
  return value as number;
};

/** A whole number below 2³². */
const whole: Reader<number> = (value, member) => {
  if ((value as number) >>> 0 !== value) throw misfit(member, "is no whole number");
  return value;
};

/** A 64-bit weight in decimal. */
const weight: Reader<bigint> = (value, member) => {
  if (typeof value !== "string" || !/^(0|[1-9]\d{0,19})$/.test(value)) throw misfit(member, "is no weight in decimal");
  return BigInt(value);
};

/** One of these, or absent, as canonical documents have it. */
function only<const T>(...values: readonly T[]): Reader<T | undefined> {
  return (value, member) => {
    if (value !== undefined && !values.includes(value as T)) throw misfit(member, `is none of ${values}`);
    return value as T | undefined;
  };
}

/** What may be `absent` instead. */
function optional<T>(reader: Reader<T>, absent?: null): Reader<T | undefined> {
  return (value, member) => (value === absent ? undefined : reader(value, member));
}

function list<T>(reader: Reader<T>): Reader<readonly T[]> {
  return (value, member) => {
    if (!Array.isArray(value)) throw misfit(member, "is no list");
    return value.map((element) => reader(element, member));
  };
}

/** A list with elements: an empty one is absent in canonical documents. */
function filled<T>(reader: Reader<T>): Reader<readonly T[] | undefined> {
  return optional((value, member) => {
    const elements = list(reader)(value, member);
    if (elements.length === 0) throw misfit(member, "is an empty list");
    return elements;
  });
}

function object<R extends Readonly<Record<string, Reader<unknown>>>>(
  readers: R,
): Reader<{ readonly [name in keyof R]: Read<R[name]> }> {
  const members = Object.entries(readers);
  return (value, member) => {
    if (!isObject(value)) throw misfit(member, "is no object");
    for (const name of Object.keys(value)) if (!Object.hasOwn(readers, name)) throw misfit(name, "is unknown");
    const own: Record<string, unknown> = { __proto__: null, ...value };
    const read = members.map(([name, reader]) => [name, reader(own[name], name)]);
    return Object.fromEntries(read);
  };
}

/** A language, and where needed a script, a region and variants (RFC 5646, section 2.1). */
const TAG = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?(-([a-z\d]{5,8}|\d[a-z\d]{3}))*$/;

/** The same text for everybody, or one per language: tags in order and between commas, none for the former. */
export interface Localized {
  readonly tags: string;
  readonly texts: readonly string[];
}

const localized: Reader<Localized> = (value, member) => {
  if (!isObject(value)) return { tags: "", texts: [text(value, member)] };
  const tags = Object.keys(value).sort();
  if (!(tags.length > 0 && tags.every((tag) => TAG.test(tag)))) throw misfit(member, "is in no language");
  return { tags: tags.join(), texts: tags.map((tag) => text(value[tag], member)) };
};

/** A text, or an object of a value and a label: without a label canonical documents have the text. */
const category: Reader<Category> = (value, member) =>
  typeof value === "string" ? { label: undefined, value: text(value, member) } : labelled(value, member);

/** [class, how many of it change] */
const change: Reader<readonly [class_: number, count: number]> = (value, member) => {
  if (!Array.isArray(value) || value.length !== 2) throw misfit(member, "is no list of pairs");
  return [whole(value[0], member), whole(value[1], member)];
};

// Members stand in the order of their names, as they do in canonical JSON.

const labelled = object({ label: localized, value: text });

const plainColumn = object({ categories: list(category), name: text, question: optional(localized) });

const plan = object({
  ask: only("drawn"),
  attributes: list(
    object({
      bins: optional(list(optional(real, null))),
      categories: list(category),
      name: text,
      optional: only(true),
      question: optional(localized),
    }),
  ),
  candor: whole,
  closes: optional(text),
  fingerprint: text,
  forms: list(
    object({
      blocks: list(
        object({
          classes: list(list(whole)),
          patterns: list(object({ changes: list(change), weight })),
          uniform: weight,
          units: list(whole),
        }),
      ),
      exchange: filled(list(whole)),
      units: filled(object({ attributes: list(whole), subset_size: whole })),
      weight,
    }),
  ),
  invitations: only("plain", "blind"),
  method: text,
  opens: optional(text),
  plain: filled(plainColumn),
  privacy: object({
    attributes: list(
      object({
        attribute: real,
        column: real,
        name: text,
        requested: optional(real),
        requested_attribute: optional(real),
      }),
    ),
    record: real,
    record_lower_bound: optional(real),
  }),
  revises: filled(text),
  signature: optional(text),
  survey: text,
  title: optional(localized),
  wave_of: optional(text),
});

/** A plan document whose members are of the right kinds; whether it means something is judged elsewhere. */
export type Document = Read<typeof plan>;

export interface Category {
  readonly label: Localized | undefined;
  readonly value: string;
}

/** A question; a plain column, which has neither bins nor "no answer". */
export type Question = Pick<Document["attributes"][number], "categories" | "name" | "question"> &
  Partial<Document["attributes"][number]>;
export type Block = Document["forms"][number]["blocks"][number];
export type Pattern = Block["patterns"][number];
export type Changes = Pattern["changes"];
export type PromiseAbout = Document["privacy"]["attributes"][number];

/** Reads a document. Whatever is missing, unknown or of another kind is refused. */
export function read(document: unknown): Document {
  return plan(document, "plan");
}

function misfit(member: string, rule: string): CandorError {
  return invalid(`not a plan document: its "${member}" ${rule}`);
}
