/** Writes the privacy labels of plans, and the papers beside them. */
import { annex as annexed, registryEntry as entered, label as labelled } from "../../dist/wasm/design.js";
import { chosen, isText, taken } from "../common/options.js";
import type { PlanDocument } from "../common/types.js";
import { call } from "./module.js";

/** How a plan is deployed, which it does not say; "" or absent where unknown. */
export interface Deployment {
  /** The party that serves the page on which answers are given. */
  readonly page?: string;
  /** The party that receives the reports. */
  readonly collector?: string;
  /** Who may read totals. */
  readonly readers?: string;
  /** Until when reports are kept. */
  readonly retention?: string;
  /** How many people are expected to take part; 10,000 unless given. */
  readonly respondents?: number;
  /** The fewest reports that are told together; 100 unless given. */
  readonly step?: number;
}

/** What an entry of the registry says that neither a plan nor its deployment tells. */
export interface Publication {
  /** What the totals are for. */
  readonly purpose: string;
  /** Which region the survey is about, or whose law applies. */
  readonly region: string;
  /** The first day on which totals are published, as YYYY-MM-DD. */
  readonly published: string;
  /** Who writes the entry. */
  readonly author: string;
}

const PUBLICATION = { purpose: isText, region: isText, published: isText, author: isText };

/** A label, in two formats. */
export interface Label {
  readonly html: string;
  readonly json: string;
}

/**
 * Writes on one page what a plan promises and what it does not, the same as `candor label`. Rejects with `CandorError`:
 * `invalid-plan`, `understated-promise`…
 */
export async function label(plan: PlanDocument, deployment: Deployment = {}): Promise<Label> {
  const own = taken(deployment);
  return call(() => labelled(plan, own));
}

/**
 * Fills in an annex for a data-protection impact assessment from a plan, the same HTML as `candor label --annex` writes. Rejects as `label`
 * does.
 */
export async function annex(plan: PlanDocument, deployment: Deployment = {}): Promise<string> {
  const own = taken(deployment);
  return call(() => annexed(plan, own));
}

/**
 * Drafts an entry of a plan for the public registry of deployments of differential privacy, the same YAML as `candor label --registry` writes.
 * Rejects as `label` does, and with `invalid-day`.
 */
export async function registryEntry(
  plan: PlanDocument,
  deployment: Deployment,
  publication: Publication,
): Promise<string> {
  const own = taken(deployment);
  const { purpose, region, published, author } = chosen(
    publication,
    PUBLICATION,
    "purpose",
    "region",
    "published",
    "author",
  );
  return call(() => entered(plan, own, purpose, region, published, author));
}
