import { canonical, isObject } from "./canonical.js";
import { CandorError } from "./errors.js";
import type { PlanDocument } from "./types.js";

/** All texts of a plan document, and all its numbers, in the order of its members, with lengths and what is absent. */
interface Parts {
  readonly texts: string[];
  readonly numbers: number[];
  /** Whether all members came in the order of their names, as those of a plan that was published. */
  inOrder: boolean;
}

/** What the perturbing module reads of a plan document: the canonical text of which its fingerprint is, and its parts. */
export interface ForModule {
  readonly written: Uint8Array;
  readonly texts: string;
  readonly numbers: Float64Array;
}

/**
 * Whatever is missing, unknown or of another kind is refused here; what it means is judged by the module. Many short texts
 * would take many calls, so that they are one; a wave's begin with the canonical text of its questions and law.
 */
export function partsOf(document: PlanDocument): ForModule {
  const { signature, ...unsigned } = isObject(document) ? document : ({} as PlanDocument);
  const { fingerprint, ...unfingerprinted } = unsigned;
  const { attributes, forms, wave_of } = unsigned;
  const parts: Parts = { texts: [], numbers: [], inOrder: true };
  optional(text)(wave_of === undefined ? undefined : canonical({ attributes, forms }), "plan", parts);
  plan(unsigned, "plan", parts);
  return {
    written: new TextEncoder().encode(canonical(unfingerprinted, parts.inOrder)),
    texts: parts.texts.join(""),
    numbers: new Float64Array(parts.numbers),
  };
}

/** Appends the parts of the value of a member, or refuses it. */
type Shape = (value: unknown, member: string, parts: Parts) => void;

const text: Shape = (value, member, { texts, numbers }) => {
  // Half of a character would become one with the half that another text begins with.
  if (typeof value !== "string" || /\p{Surrogate}/u.test(value)) throw misfit(member, "is no text");
  texts.push(value);
  numbers.push(value.length);
};

const real: Shape = (value, member, { numbers }) => {
  if (!Number.isFinite(value)) throw misfit(member, "is no finite number");
  numbers.push(value as number);
};

const whole: Shape = (value, member, { numbers }) => {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw misfit(member, "is no whole number");
  numbers.push(value as number);
};

/** A 64-bit weight in decimal, as its upper and its lower half. */
const weight: Shape = (value, member, { numbers }) => {
  if (typeof value !== "string" || !/^(0|[1-9]\d{0,19})$/.test(value)) throw misfit(member, "is no weight in decimal");
  const exact = BigInt(value);
  numbers.push(Number(exact >> 32n), Number(exact & 0xffff_ffffn));
};

/** One value or absent, as canonical documents have it. */
function only(one: string | true): Shape {
  return (value, member, { numbers }) => {
    if (value !== undefined && value !== one) throw misfit(member, `is neither ${one} nor absent`);
    numbers.push(Number(value === one));
  };
}

/** What may be `absent` instead. */
function optional(shape: Shape, absent?: null): Shape {
  return (value, member, parts) => {
    parts.numbers.push(Number(value !== absent));
    if (value !== absent) shape(value, member, parts);
  };
}

/** What the module has no use for, or absent: hashed with all else, and not handed over. */
function aside(shape: Shape): Shape {
  return (value, member, parts) => {
    const own = { ...parts, texts: [], numbers: [] };
    if (value !== undefined) shape(value, member, own);
    parts.inOrder = own.inOrder;
  };
}

function list(shape: Shape): Shape {
  return (value, member, parts) => {
    if (!Array.isArray(value)) throw misfit(member, "is no list");
    parts.numbers.push(value.length);
    for (const element of value) shape(element, member, parts);
  };
}

/** A list with elements: an empty one is absent in canonical documents. */
function filled(shape: Shape): Shape {
  return (value, member, parts) => {
    list(shape)(value, member, parts);
    if ((value as unknown[]).length === 0) throw misfit(member, "is an empty list");
  };
}

function object(shapes: Readonly<Record<string, Shape>>): Shape {
  const names = Object.keys(shapes);
  return (value, member, parts) => {
    if (!isObject(value)) throw misfit(member, "is no object");
    let last = "";
    for (const name of Object.keys(value)) {
      if (!Object.hasOwn(shapes, name)) throw misfit(name, "is unknown");
      if (name < last) parts.inOrder = false;
      last = name;
    }
    for (const name of names) shapes[name]!(Object.hasOwn(value, name) ? value[name] : undefined, name, parts);
  };
}

/** A language, and where needed a script, a region and variants (RFC 5646, section 2.1). */
const TAG = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?(-([a-z\d]{5,8}|\d[a-z\d]{3}))*$/;

/** Tags between commas, none for a text that is the same for everybody, and a text for each. */
const localized: Shape = (value, member, parts) => {
  const isTranslated = isObject(value);
  const tags = isTranslated ? Object.keys(value) : [];
  if (isTranslated && !(tags.length > 0 && tags.every((tag) => TAG.test(tag))))
    throw misfit(member, "is in no language");
  const written = tags.join();
  const inOrder = tags.sort().join();
  parts.inOrder &&= inOrder === written;
  text(inOrder, member, parts);
  list(text)(isTranslated ? tags.map((tag) => value[tag]) : [value], member, parts);
};

/** A text, or an object of a value and a label. */
const category: Shape = (value, member, parts) => {
  if (typeof value !== "string") return labelled(value, member, parts);
  parts.numbers.push(0);
  text(value, member, parts);
};

/** [class, how many of it change] */
const change: Shape = (value, member, parts) => {
  if (!Array.isArray(value) || value.length !== 2) throw misfit(member, "is no list of pairs");
  for (const number of value) whole(number, member, parts);
};

// Members stand in the order of their names, as they do in canonical JSON and in the module's reader.

const labelled = object({ label: optional(localized), value: text });

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
  closes: aside(text),
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
      exchange: optional(filled(list(whole))),
      units: optional(filled(object({ attributes: list(whole), subset_size: whole }))),
      weight,
    }),
  ),
  invitations: aside(text),
  method: text,
  opens: aside(text),
  plain: aside(filled(plainColumn)),
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
  revises: aside(filled(text)),
  survey: text,
  title: optional(localized),
  wave_of: optional(text),
});

function misfit(member: string, rule: string): CandorError {
  return new CandorError("invalid-plan", `not a plan document: its "${member}" ${rule}`);
}
