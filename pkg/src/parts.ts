import { canonical, isObject, joined } from "./canonical.js";
import { CandorError } from "./errors.js";
import type { PlanDocument } from "./types.js";

/**
 * A plan document as the perturbing module reads it: its canonical texts, then all its texts and all its numbers, in
 * the order of its members, with lengths and what is absent among the numbers. Whatever is missing, unknown or of
 * another kind is refused here; what it means is judged by the module.
 */
export interface Parts {
  readonly texts: string[];
  readonly numbers: number[];
}

export function partsOf(document: PlanDocument): Parts {
  const { signature, ...unsigned } = isObject(document) ? document : ({} as PlanDocument);
  const members: Parts = { texts: [], numbers: [] };
  plan(unsigned, "plan", members);
  const { texts, numbers } = written(unsigned);
  return { texts: [...texts, ...members.texts], numbers: [...numbers, ...members.numbers] };
}

/** The canonical texts: of all, of all but the fingerprint, and of a wave's questions and law. */
function written(document: Omit<PlanDocument, "signature">): Parts {
  const members = Object.fromEntries(Object.entries(document).map(([name, value]) => [name, canonical(value)]));
  const { fingerprint, ...unfingerprinted } = members;
  const { attributes, forms, wave_of } = unfingerprinted;
  const wave = wave_of === undefined ? [] : [joined({ attributes: attributes!, forms: forms! })];
  return { texts: [joined(members), joined(unfingerprinted), ...wave], numbers: [wave.length] };
}

/** Appends the parts of the value of a member, or refuses it. */
type Shape = (value: unknown, member: string, parts: Parts) => void;

const text: Shape = (value, member, { texts }) => {
  if (typeof value !== "string") throw misfit(member, "is no text");
  texts.push(value);
};

const real: Shape = (value, member, { numbers }) => {
  if (!Number.isFinite(value)) throw misfit(member, "is no finite number");
  numbers.push(value as number);
};

const whole: Shape = (value, member, { numbers }) => {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw misfit(member, "is no whole number");
  numbers.push(value as number);
};

/** A 64-bit weight in decimal. */
const weight: Shape = (value, member, { texts }) => {
  if (typeof value !== "string" || !/^(0|[1-9]\d{0,19})$/.test(value)) throw misfit(member, "is no weight in decimal");
  texts.push(value);
};

/** True or absent, as canonical documents have it. */
const truth: Shape = (value, member, { numbers }) => {
  if (value !== undefined && value !== true) throw misfit(member, "is neither true nor absent");
  numbers.push(Number(value ?? false));
};

/** That what a device asks is drawn; absent where it is everything. */
const drawn: Shape = (value, member) => {
  if (value !== "drawn") throw misfit(member, 'is neither "drawn" nor absent');
};

/** What may be `absent` instead. */
function optional(shape: Shape, absent?: null): Shape {
  return (value, member, parts) => {
    parts.numbers.push(Number(value !== absent));
    if (value !== absent) shape(value, member, parts);
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
    if (Array.isArray(value) && value.length === 0) throw misfit(member, "is an empty list");
    list(shape)(value, member, parts);
  };
}

function object(shapes: Readonly<Record<string, Shape>>): Shape {
  const names = Object.keys(shapes);
  return (value, member, parts) => {
    if (!isObject(value)) throw misfit(member, "is no object");
    for (const name of Object.keys(value)) if (!Object.hasOwn(shapes, name)) throw misfit(name, "is unknown");
    for (const name of names) shapes[name]!(Object.hasOwn(value, name) ? value[name] : undefined, name, parts);
  };
}

/** A text, or an object of a value and a label. */
const category: Shape = (value, member, parts) => {
  if (typeof value !== "string") return labelled(value, member, parts);
  parts.numbers.push(0);
  parts.texts.push(value);
};

/** [class, how many of it change] */
const change: Shape = (value, member, parts) => {
  if (!Array.isArray(value) || value.length !== 2) throw misfit(member, "is no list of pairs");
  for (const number of value) whole(number, member, parts);
};

// Members stand in the order of their names, as they do in canonical JSON and in the module's reader.

const labelled = object({ label: optional(text), value: text });

const plan = object({
  ask: optional(drawn),
  attributes: list(
    object({
      bins: optional(list(optional(real, null))),
      categories: list(category),
      name: text,
      optional: truth,
      question: optional(text),
    }),
  ),
  candor: whole,
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
  method: text,
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
  survey: text,
  title: optional(text),
  wave_of: optional(text),
});

function misfit(member: string, rule: string): CandorError {
  return new CandorError("invalid-plan", `not a plan document: its "${member}" ${rule}`);
}
