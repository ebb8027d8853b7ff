import { isObject } from "../common/canonical.js";
import { CandorError } from "../common/errors.js";

/** The error for an invalid plan. */
export function invalid(message: string): CandorError {
  return new CandorError("invalid-plan", message);
}

/** Reads the value of a member; throws `invalid-plan` if it is of the wrong kind. */
type Reader<T> = (value: unknown, member: string) => T;

/** The type that a reader returns. */
type Read<R> = R extends Reader<infer T> ? T : never;

/**
 * Control and direction characters, which would make people read something else than the text says, as in
 * `src/schema/characters.rs`.
 */
const UNREADABLE = /(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

const text: Reader<string> = (value, member) => {
  // An unpaired surrogate has no UTF-8 bytes that a fingerprint could cover.
  if (typeof value !== "string" || /\p{Surrogate}/u.test(value)) throw misfit(member, "is no text");
  const readable = value.replace(UNREADABLE, "\ufffd");
  if (readable === value) return value;
  const rule = "has a control or direction character";
  throw new CandorError(`invalid-${member === "name" ? member : "text"}`, `"${readable}" ${rule}`);
};

const real: Reader<number> = (value, member) => {
  if (!Number.isFinite(value)) throw misfit(member, "is no finite number");
  return value as number;
};

/** Reads a whole number below 2³². */
const whole: Reader<number> = (value, member) => {
  if ((value as number) >>> 0 !== value) throw misfit(member, "is no whole number");
  return value;
};

/** Reads a 64-bit weight in decimal. */
const weight: Reader<bigint> = (value, member) => {
  if (typeof value !== "string" || !/^(0|[1-9]\d{0,19})$/.test(value)) throw misfit(member, "is no weight in decimal");
  return BigInt(value);
};

/** Reads one of these values. */
function one<const T>(...values: readonly T[]): Reader<T> {
  return (value, member) => {
    if (!values.includes(value as T)) throw misfit(member, `is none of ${values}`);
    return value as T;
  };
}

/** Reads a value that may be `absent` instead. */
function optional<T>(reader: Reader<T>, absent?: null): Reader<T | undefined> {
  return (value, member) => (value === absent ? undefined : reader(value, member));
}

/** Reads one of these values, or an absent member, as in canonical documents. */
function only<const T>(...values: readonly T[]): Reader<T | undefined> {
  return optional(one(...values));
}

function list<T>(reader: Reader<T>): Reader<readonly T[]> {
  return (value, member) => {
    if (!Array.isArray(value)) throw misfit(member, "is no list");
    return value.map((element) => reader(element, member));
  };
}

/** Reads a non-empty list: canonical documents leave out empty ones. */
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
    // None is empty in canonical documents.
    if (!isObject(value) || Object.keys(value).length === 0) throw misfit(member, "is no object");
    for (const name of Object.keys(value)) if (!Object.hasOwn(readers, name)) throw misfit(name, "is unknown");
    const own: Record<string, unknown> = { __proto__: null, ...value };
    const read = members.map(([name, reader]) => [name, reader(own[name], name)]);
    return Object.fromEntries(read);
  };
}

/** A language tag with an optional script, region and variants (RFC 5646, section 2.1). */
const TAG = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?(-([a-z\d]{5,8}|\d[a-z\d]{3}))*$/;

/** One text for everybody, or one per language. `tags` are sorted and joined by commas; empty for one text. */
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

/** Reads a text, or an object of a value and its label or role: canonical documents use the text where there is neither. */
const category: Reader<Category> = (value, member) => {
  if (typeof value === "string") return { label: undefined, role: undefined, value: text(value, member) };
  const read = categoryObject(value, member);
  if (read.label === undefined && read.role === undefined) throw misfit(member, "has neither label nor role");
  return read;
};

const wholes = list(whole);

/** Reads a pair [class, how many of its units change]. */
const change: Reader<readonly [class_: number, count: number]> = (value, member) => {
  const [class_, count, ...more] = wholes(value, member);
  if (count === undefined || more.length > 0) throw misfit(member, "is no list of pairs");
  return [class_!, count];
};

// Members are listed in the order of their names, as in canonical JSON.

const categoryObject = object({
  label: optional(localized),
  role: only("refused", "dont-know", "other"),
  value: text,
});

const plainColumn = object({ categories: list(category), name: text, question: optional(localized) });

const plan = object({
  ask: only("drawn"),
  attributes: list(
    object({
      asked_if: filled(object({ attribute: whole, categories: wholes })),
      bins: optional(list(optional(real, null))),
      categories: list(category),
      name: text,
      optional: only(true),
      order: only("random"),
      partial: only(true),
      question: optional(localized),
    }),
  ),
  candor: whole,
  closes: optional(text),
  compounds: filled(
    object({
      at_least: optional(whole),
      at_most: optional(whole),
      attributes: wholes,
      excluding: filled(whole),
      kind: one("choices", "ranking", "rows"),
      name: text,
      order: only("random"),
      question: optional(localized),
    }),
  ),
  fingerprint: text,
  forms: list(
    object({
      blocks: list(
        object({
          classes: list(wholes),
          patterns: list(object({ changes: list(change), weight })),
          uniform: weight,
          units: wholes,
        }),
      ),
      exchange: filled(wholes),
      units: filled(object({ attributes: wholes, subset_size: whole })),
      weight,
    }),
  ),
  invitations: only("plain", "blind"),
  labels: only("invited"),
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
  scores: filled(
    object({
      attributes: wholes,
      codes: list(real),
      name: text,
      reversed: filled(whole),
      rounded: optional(object({ levels: wholes, steps: list(list(optional(whole, null))) })),
    }),
  ),
  sections: filled(
    object({ attribute: whole, order: only("random"), text: optional(localized), title: optional(localized) }),
  ),
  signature: optional(text),
  survey: text,
  texts: optional(object({ consent: optional(localized), thanks: optional(localized), welcome: optional(localized) })),
  title: optional(localized),
  wave_of: optional(text),
});

/** A plan document whose members are of the right kinds; whether they make sense together is checked elsewhere. */
export type Document = Read<typeof plan>;

export type Category = Read<typeof categoryObject>;

/** A question, or a plain column, which has neither bins nor "no answer". */
export type Question = Pick<Document["attributes"][number], "categories" | "name" | "question"> &
  Partial<Document["attributes"][number]>;
export type Compound = NonNullable<Document["compounds"]>[number];
export type Score = NonNullable<Document["scores"]>[number];
export type Section = NonNullable<Document["sections"]>[number];
export type Block = Document["forms"][number]["blocks"][number];
export type Pattern = Block["patterns"][number];
export type Changes = Pattern["changes"];
export type PromiseAbout = Document["privacy"]["attributes"][number];

/** Reads a plan document. Throws where a member is missing, unknown or of another kind. */
export function read(document: unknown): Document {
  return plan(document, "plan");
}

function misfit(member: string, rule: string): CandorError {
  return invalid(`not a plan document: its "${member}" ${rule}`);
}
