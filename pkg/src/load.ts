import { CandorError } from "./errors.js";
import { LoadedPlan } from "./loaded.js";
import { Mechanism } from "./mechanism.js";
import type { Plan } from "./plan.js";
import { received, send } from "./request.js";
import { checkSignature } from "./signature.js";
import { store } from "./store/index.js";
import type { PlanDocument } from "./types.js";

/** What the embedding page accepts; nothing in a plan can change it. */
export interface LoadOptions {
  /** The largest ε accepted for a whole record; 8 unless given. */
  readonly maxRecordEpsilon?: number;
  /** The most ε that all waves of a family may cost on this device, in this origin; 8 unless given. */
  readonly maxFamilyEpsilon?: number;
  /** The most questions accepted; 1,000 unless given. */
  readonly maxAttributes?: number;
  /** The most categories accepted in all; 100,000 unless given. */
  readonly maxCategories?: number;
  /** The longest plan accepted, in bytes of UTF-8; 4 MiB unless given. No more than that is read. */
  readonly maxBytes?: number;
  /** The only plan accepted, by its fingerprint. */
  readonly fingerprint?: string;
  /** Whose signature the plan must carry: an Ed25519 public key, 32 bytes in base64url. */
  readonly publicKey?: string;
  /** What the page's own form asks: the values of the categories of every question, by name. */
  readonly form?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Verifies a plan on this device, from its address or its document. A document may still be on its way:
 * the module starts meanwhile.
 *
 * Every promise is recomputed from the plan's integers, so that whoever wrote the plan need not be trusted.
 * Rejects with `CandorError`: `cap-exceeded`, `understated-promise`, `fingerprint-mismatch`, `signature-mismatch`,
 * `form-mismatch`, `weight-sum`, `invalid-plan` and others.
 */
export async function loadPlan(
  source: string | URL | PlanDocument | Promise<PlanDocument>,
  options: LoadOptions = {},
): Promise<Plan> {
  const maxBytes = options.maxBytes ?? 2 ** 22;
  void store();
  const [document] = await Promise.all([
    isAddress(source) ? fetched(source, maxBytes) : copied(source, maxBytes),
    Mechanism.start(),
  ]);
  checkSize(document, options);
  const mechanism = new Mechanism(document, options.maxRecordEpsilon ?? 8);
  if (options.fingerprint !== undefined) checkFingerprint(document, options.fingerprint);
  if (options.publicKey !== undefined) await checkSignature(document, options.publicKey);
  if (options.form !== undefined) checkForm(mechanism, options.form);
  return new LoadedPlan(document, mechanism, options.maxFamilyEpsilon ?? 8);
}

function isAddress(source: unknown): source is string | URL {
  return typeof source === "string" || source instanceof URL;
}

async function fetched(address: string | URL, maxBytes: number): Promise<PlanDocument> {
  const response = await send(address, { headers: { accept: "application/json" } }, globalThis.fetch);
  const text = await received(response, maxBytes);
  if (text === undefined) throw tooMany("bytes", `more than ${maxBytes}`, maxBytes);
  return parsed(limited(text, maxBytes));
}

/** A copy that nobody can change between its verification and its use. */
async function copied(source: PlanDocument | Promise<PlanDocument>, maxBytes: number): Promise<PlanDocument> {
  const document = await source;
  let text: string | undefined;
  try {
    text = JSON.stringify(document);
  } catch {
    throw notJson();
  }
  return parsed(limited(text ?? "", maxBytes));
}

function limited(text: string, maxBytes: number): string {
  const { length } = new TextEncoder().encode(text);
  if (!(length <= maxBytes)) throw tooMany("bytes", length, maxBytes);
  return text;
}

function parsed(text: string): PlanDocument {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson();
  }
}

function notJson(): CandorError {
  return new CandorError("invalid-plan", "the plan is not a document that JSON can hold");
}

/** Counts what is there; whether it is well-formed is judged afterwards. */
function checkSize(document: PlanDocument, { maxAttributes = 1000, maxCategories = 100_000 }: LoadOptions): void {
  const attributes = listed(document?.attributes);
  const categories = attributes.reduce((sum: number, attribute) => sum + listed(attribute?.categories).length, 0);
  if (!(attributes.length <= maxAttributes)) throw tooMany("questions", attributes.length, maxAttributes);
  if (!(categories <= maxCategories)) throw tooMany("categories in all", categories, maxCategories);
}

function listed<T>(value: readonly T[]): readonly T[] {
  return Array.isArray(value) ? value : [];
}

function tooMany(what: string, given: number | string, cap: number): CandorError {
  return new CandorError("cap-exceeded", `the plan has ${given} ${what}; at most ${cap} are accepted here`);
}

function checkFingerprint({ fingerprint }: PlanDocument, pinned: string): void {
  if (fingerprint === pinned) return;
  throw new CandorError("fingerprint-mismatch", `the plan is ${fingerprint}; this page accepts only ${pinned}`);
}

/** The plan must ask exactly what the form asks, or an answer could be perturbed as the answer to something else. */
function checkForm({ attributes }: Mechanism, form: Readonly<Record<string, readonly string[]>>): void {
  const asked = new Map(Object.entries(form));
  for (const { name, categories } of attributes) {
    const offered = asked.get(name);
    if (offered === undefined) throw unlike(`the plan asks "${name}", which the form does not`);
    const values = categories.map(({ value }) => value);
    if (JSON.stringify(offered) !== JSON.stringify(values)) {
      throw unlike(`"${name}" has the categories ${values.join(", ")} in the plan, but not the same in the form`);
    }
    asked.delete(name);
  }
  for (const name of asked.keys()) throw unlike(`the form asks "${name}", which the plan does not`);
}

function unlike(difference: string): CandorError {
  return new CandorError("form-mismatch", difference);
}
