import { canonical } from "../common/canonical.js";
import { CandorError } from "../common/errors.js";
import { utf8 } from "../common/runtime.js";
import type { PlanDocument } from "../common/types.js";
import { type Engine, opened, type Perturbing, type Sampler } from "../engine/engine.js";
import { dependents } from "../verify/dependents.js";
import { type Document, invalid, type PromiseAbout, read } from "../verify/document.js";
import { type Levels, levelsOf } from "../verify/epsilon.js";
import type { Law } from "../verify/forms.js";
import { lawOf } from "../verify/law.js";
import { checkOrder, checkScores } from "../verify/presentation.js";
import { sizesOf } from "../verify/schema.js";

/** Checks the period in which reports are accepted, like `src/schema/period.rs`; the collector's clock decides when that is. */
function checkPeriod({ closes, opens }: Document): void {
  if ([opens, closes].every(isMoment) && !(closes! <= opens!)) return;
  const rule = `open from ${opens} to ${closes}: must be times in order, like 2026-03-01T08:00:00Z`;
  throw new CandorError("invalid-period", rule);
}

/**
 * Whether a text is a moment in canonical form: parsing and formatting it gives the same text. What cannot be parsed counts as
 * 1970, which is written otherwise.
 */
function isMoment(text: string | undefined): boolean {
  return text === undefined || `${new Date(Date.parse(text) || 0).toISOString().slice(0, 19)}Z` === text;
}

const VERSION = 1;

/** A verified law with its sampler. */
export interface Verified {
  readonly law: Law;
  /** For every question, the positions of it and of all that depend on it. */
  readonly joint: readonly ReadonlySet<number>[];
  /** Record ε, then column ε and attribute ε of every attribute, recomputed from the law's integers. */
  readonly levels: Levels;
  readonly sampler: Sampler;
  /** Derives labels from what an invitation was exchanged for, where the plan says that labels follow from that. */
  readonly labels: Sampler | undefined;
  readonly sha256: Perturbing["sha256"];
}

/**
 * Verifies a plan document: the validity of its parts, its fingerprint, and every promise against the value recomputed from its
 * integers. The verification of a large plan yields to the event loop in between.
 */
export async function verified(plan: PlanDocument, maxRecordEpsilon: number, engine: Engine): Promise<Verified> {
  let began = Date.now();
  const document = read(plan);
  checkPeriod(document);
  const { fingerprint, signature, ...unfingerprinted } = plan;
  const written = bytesOf(unfingerprinted);
  const turn = async () => {
    if (written.length < LARGE || Date.now() - began < TURN) return;
    await new Promise((next) => setTimeout(next));
    began = Date.now();
  };
  await turn();
  if (document.candor !== VERSION) {
    const message = `plan version ${document.candor} is not supported; this is ${VERSION}`;
    throw new CandorError("unsupported-version", message);
  }
  const { attributes: questions, compounds = [], plain, sections = [], texts = {} } = document;
  const around = [document, texts, ...sections];
  const sizes = sizesOf(questions, compounds, around);
  checkScores(document);
  checkOrder(document);
  const law = lawOf(sizes, document);
  const isJoint = questions.some(({ asked_if }) => asked_if) || compounds.some(({ kind }) => kind !== "rows");
  if (document.ask && (isJoint || law.labels === 1))
    throw invalid('"ask" needs several labels, no "asked_if", and no question that takes several choices');
  if (document.labels && (document.invitations !== "blind" || plan.wave_of !== undefined || law.labels === 1))
    throw invalid('"labels" needs blind invitations, several labels and no wave');
  const perturbing = opened(engine);
  const hash = perturbing.sha256(written);
  const digest = `sha256:${Array.from(hash, hexadecimal).join("")}`;
  if (fingerprint !== digest) {
    const message = `the plan states fingerprint "${fingerprint}" but has ${digest}`;
    throw new CandorError("fingerprint-mismatch", message);
  }
  await turn();
  const { attributes, forms, wave_of } = plan;
  const scores = law.scores.length > 0 ? plan.scores!.filter(({ rounded }) => rounded) : undefined;
  const mechanism = wave_of === undefined ? undefined : perturbing.sha256(bytesOf({ attributes, forms, scores }));
  const sampler = perturbing.sampler(law, mechanism);
  const labels = document.labels && perturbing.sampler(law, hash);
  const joint = dependents(questions, compounds, law.scores);
  const levels = await levelsOf(law, joint, turn);
  checkPromises(document, levels);
  const [record] = levels;
  if (!(record <= maxRecordEpsilon))
    throw new CandorError(
      "cap-exceeded",
      `record ε is ${record}, above the ${maxRecordEpsilon} that this page accepts`,
    );
  if (plain) sizesOf([...questions, ...plain], compounds, around);
  await turn();
  return { law, joint, levels, sampler, labels, sha256: perturbing.sha256 };
}

/** The length in bytes from which verifying a plan takes some ten milliseconds or more. */
const LARGE = 50_000;

/** After how many milliseconds of work the verification yields. */
const TURN = 8;

function bytesOf(value: unknown): Uint8Array {
  return utf8(canonical(value));
}

function hexadecimal(number: number): string {
  return number.toString(16).padStart(8, "0");
}

/** Checks that every stated ε is at least the recomputed one, and that promises name the right attributes. */
function checkPromises({ attributes, privacy }: Document, [record, ...pairs]: Levels): void {
  const names = (of: readonly { readonly name: string }[]) => JSON.stringify(of.map(({ name }) => name));
  if (names(privacy.attributes) !== names(attributes))
    throw invalid("the promises must name every attribute once, in order");
  checkStated("record ε", record, privacy.record);
  privacy.attributes.forEach(({ attribute, column, name, requested, requested_attribute }: PromiseAbout, i) => {
    const [ofColumn, whole] = [pairs[2 * i]!, pairs[2 * i + 1]!];
    checkStated(`column ε of "${name}"`, ofColumn, column);
    checkStated(`requested column ε of "${name}"`, ofColumn, requested);
    checkStated(`attribute ε of "${name}"`, whole, attribute);
    checkStated(`requested attribute ε of "${name}"`, whole, requested_attribute);
  });
  const { record_lower_bound: bound = 0 } = privacy;
  if (bound >= 0 && bound <= record) return;
  throw invalid(`record_lower_bound is ${bound}; must be from 0 to the record ε, ${record}`);
}

function checkStated(what: string, recomputed: number, stated = recomputed): void {
  if (stated >= recomputed) return;
  throw new CandorError(
    "understated-promise",
    `${what} is stated as ${stated} but the weights only keep ${recomputed}`,
  );
}
