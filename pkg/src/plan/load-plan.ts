import { CandorError } from "../common/errors.js";
import { isTexts } from "../common/kinds.js";
import { chosen, isAddress, isNumber, isPlain, isStorage, isText, type Kinds } from "../common/options.js";
import { attempt } from "../common/refusal.js";
import { needed, utf8 } from "../common/runtime.js";
import type { PlanColumn, PlanDocument, StorageChoice } from "../common/types.js";
import { Mechanism, own } from "../device/mechanism.js";
import { PlainColumns } from "../device/plain.js";
import { start } from "../engine/start.js";
import { LIMITS, type Limits, within } from "../http/limits.js";
import { PAGE, received, send } from "../http/request.js";
import { again, isRetries, type Retries } from "../http/retry.js";
import { store } from "../store/index.js";
import { invalid } from "../verify/document.js";
import { checkSignature } from "../verify/signature.js";
import { readersLanguages } from "./languages.js";
import { LoadedPlan } from "./loaded-plan.js";
import { Localized } from "./localized.js";
import type { Plan } from "./plan.js";

/** What the embedding page accepts; a plan cannot change it. */
export interface LoadOptions extends Limits, Retries {
  /** The largest ε accepted for a whole record; 8 unless given. */
  readonly maxRecordEpsilon?: number;
  /** The largest total ε that all waves of a family may cost on this device, in this origin; 8 unless given. */
  readonly maxFamilyEpsilon?: number;
  /** The most questions accepted; 1,000 unless given. */
  readonly maxAttributes?: number;
  /** The most categories accepted in total; 100,000 unless given. */
  readonly maxCategories?: number;
  /** The longest plan accepted, in bytes of UTF-8; 4 MiB unless given. No more than that is read. */
  readonly maxBytes?: number;
  /** The only plan accepted, by its fingerprint. */
  readonly fingerprint?: string;
  /** The key that must have signed the plan: an Ed25519 public key, 32 bytes in base64url. */
  readonly publicKey?: string;
  /** What the page's own form asks: by question name, the values of its categories, or of its choices. */
  readonly form?: Readonly<Record<string, readonly string[]>>;
  /** The reader's languages as tags, the preferred first; those that the browser is set to unless given. */
  readonly language?: string | readonly string[];
  /**
   * Falls back to the same mechanism in JavaScript where WebAssembly cannot start, as under a policy without 'wasm-unsafe-eval'
   * or in Lockdown Mode. It does not promise fixed work (`promises.fixedWork`). Unless given, `wasm-unavailable` is thrown there.
   */
  readonly fallback?: "js";
  /** Where the person's report is kept, in place of the browser's storage. */
  readonly storage?: StorageChoice;
}

const LOAD: Kinds<LoadOptions> = {
  ...LIMITS,
  retries: isRetries,
  maxRecordEpsilon: isNumber,
  maxFamilyEpsilon: isNumber,
  maxAttributes: isNumber,
  maxCategories: isNumber,
  maxBytes: isNumber,
  fingerprint: isText,
  publicKey: isText,
  form: isPlain,
  language: (value) => isText(value) || isTexts(value),
  fallback: (value) => value === "js",
  storage: isStorage,
};

/**
 * Loads a plan from its address or its document and verifies it on this device. A document may be a promise: the module starts
 * while it is awaited. A failed fetch is retried where it may succeed later (`retries`).
 *
 * Every promise is recomputed from the plan's integers, so that whoever wrote the plan need not be trusted.
 * Rejects with `CandorError`: `cap-exceeded`, `understated-promise`, `fingerprint-mismatch`, `signature-mismatch`,
 * `form-mismatch`, `weight-sum`, `invalid-plan` and others.
 */
export async function loadPlan(
  source: string | URL | PlanDocument | Promise<PlanDocument>,
  options: LoadOptions = {},
): Promise<Plan> {
  const accepted = chosen(options, LOAD);
  return within(accepted, (signal) => loaded(source, accepted, signal));
}

async function loaded(
  source: Parameters<typeof loadPlan>[0],
  accepted: LoadOptions,
  signal: AbortSignal,
): Promise<Plan> {
  const { fallback, maxRecordEpsilon = 8, maxFamilyEpsilon = 8, maxBytes = 2 ** 22, storage } = accepted;
  // Every document is hashed as UTF-8; Node's own fetch fails without a `TextEncoder`, too.
  needed("TextEncoder");
  // Opens the database while the plan loads.
  store(storage).catch(() => {});
  // A text that begins with `{` is a document, not an address.
  const fetching = isAddress(source) && !/^\s*\{/.test(String(source));
  const [document, engine] = await Promise.all([
    fetching
      ? again(() => fetched(source as string, maxBytes, signal), accepted, signal)
      : copied(source as PlanDocument, maxBytes),
    start(fallback),
  ]);
  checkSize(document, accepted);
  const mechanism = await Mechanism.of(document, maxRecordEpsilon, engine);
  if (accepted.fingerprint !== undefined) checkFingerprint(document, accepted.fingerprint);
  if (accepted.publicKey !== undefined) await checkSignature(document, accepted.publicKey);
  if (accepted.form !== undefined) checkForm(mechanism, accepted.form);
  const columns = (document.plain ?? []).map(own);
  const wanted = [accepted.language ?? readersLanguages()].flat();
  const localized = new Localized(document, mechanism.questions, mechanism.compounds, columns, wanted);
  return new LoadedPlan(document, mechanism, new PlainColumns(columns), localized, maxFamilyEpsilon, storage);
}

async function fetched(address: string | URL, maxBytes: number, signal: AbortSignal): Promise<PlanDocument> {
  needed("TextDecoder");
  const response = await send(address, { headers: { accept: "application/json" }, signal }, needed("fetch"));
  const text = await received(response, maxBytes);
  if (text === undefined) throw tooMany("bytes", `more than ${maxBytes}`, maxBytes);
  if (/^\s*</.test(text)) throw invalid(`the plan is ${PAGE}`);
  return parsed(text);
}

/** Copies a document, so that nobody can change it between its verification and its use. */
async function copied(source: PlanDocument | Promise<PlanDocument>, maxBytes: number): Promise<PlanDocument> {
  const document = await arrived(source);
  if (isText(document)) throw invalid("the plan is given as text: JSON.parse it first");
  const text = attempt(() => JSON.stringify(document) ?? "", ...NOT_JSON);
  const { length } = utf8(text);
  if (!(length <= maxBytes)) throw tooMany("bytes", length, maxBytes);
  return parsed(text);
}

async function arrived(source: PlanDocument | Promise<PlanDocument>): Promise<PlanDocument> {
  try {
    return await source;
  } catch (cause) {
    if (cause instanceof CandorError) throw cause;
    throw new CandorError("unreachable", "the plan did not arrive", { cause, retryable: true });
  }
}

function parsed(text: string): PlanDocument {
  const read: PlanDocument = attempt(() => JSON.parse(text), ...NOT_JSON);
  // `JSON.parse` keeps the last of two members of one name: a duplicate shows in the number of members.
  if (members(text) !== members(JSON.stringify(read))) throw invalid("a member is there twice");
  return { __proto__: null, ...read } as PlanDocument;
}

/** The number of members of all objects in a text: the colons outside of strings. */
function members(text: string): number {
  return text.replace(/"(?:[^"\\]+|\\.)*"/g, "").split(":").length;
}

const NOT_JSON = ["invalid-plan", "the plan is no document of JSON"] as const;

/** Checks the numbers of questions and categories; whether these are well-formed is checked later. */
function checkSize(document: PlanDocument, { maxAttributes = 1000, maxCategories = 100_000 }: LoadOptions): void {
  const attributes = [...listed<PlanColumn>(document?.attributes), ...listed(document?.plain)];
  const categories = attributes.reduce((sum: number, attribute) => sum + listed(attribute?.categories).length, 0);
  if (!(attributes.length <= maxAttributes))
    throw tooMany("questions and plain columns", attributes.length, maxAttributes);
  if (!(categories <= maxCategories)) throw tooMany("categories in all", categories, maxCategories);
}

function listed<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? value : [];
}

function tooMany(what: string, given: number | string, cap: number): CandorError {
  return new CandorError("cap-exceeded", `the plan has ${given} ${what}; at most ${cap} are accepted here`);
}

function checkFingerprint({ fingerprint }: PlanDocument, pinned: string): void {
  if (fingerprint === pinned) return;
  throw new CandorError("fingerprint-mismatch", `the plan is ${fingerprint}; this page accepts only ${pinned}`);
}

/**
 * Checks that the plan asks exactly what the form asks: otherwise an answer could be perturbed as the answer to something else.
 */
function checkForm({ encoder }: Mechanism, form: Readonly<Record<string, readonly string[]>>): void {
  const asked = new Map(Object.entries(form));
  for (const [name, found] of encoder.values) {
    const values = [...found.keys()];
    if (JSON.stringify(values) !== JSON.stringify(asked.get(name)))
      throw unlike(`the plan asks "${name}" with ${values.join(", ")}; the form does not`);
    asked.delete(name);
  }
  for (const name of asked.keys()) throw unlike(`the form asks "${name}"; the plan does not`);
}

function unlike(difference: string): CandorError {
  return new CandorError("form-mismatch", difference);
}
