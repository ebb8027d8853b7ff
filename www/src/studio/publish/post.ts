/** What an author asks of a collector: to publish a plan, to make invitations, to close it, and which plans are theirs and how they grew. */

import type { PlanDocument } from "candor";
import { linkOf } from "../run/published";

/** Why publishing failed. */
export type Refusal =
  | { readonly at: "refused"; readonly status: number; readonly detail: string | undefined }
  | { readonly at: "unreachable" };

/** How many invitations are made, and the settings of the page that their addresses have besides. */
export interface Invitations {
  readonly number: number;
  readonly settings: string;
}

/** One link for each invited person. */
export interface Issued {
  readonly links: readonly string[];
}

/** A plan of an author as a collector lists it. */
interface Listed {
  readonly fingerprint: string;
  /** The last day in UTC on which its totals grew, and by how many reports. */
  readonly last_growth: { readonly day: string; readonly reports: number } | null;
}

/** The plans of an author, the newest last. */
export interface Own {
  readonly plans: readonly PlanDocument[];
}

/** The outcome of publishing. */
export type Outcome =
  | {
      readonly at: "new" | "before";
      /** The address at which respondents answer. */
      readonly link: string;
      /** Present for a plan that only invited people may answer. */
      readonly invitations?: Issued | Refusal;
    }
  | Refusal;

/** Publishes a plan with an author's token, its reports to be kept until the end of a day; if the plan has invitations, has that many made. */
export async function publish(
  plan: PlanDocument,
  collector: URL,
  token: string,
  kept: string | undefined,
  invitations: Invitations,
): Promise<Outcome> {
  const answer = await post(new URL(kept === undefined ? "plans" : `plans?kept=${kept}`, collector), token, plan);
  if ("at" in answer) return answer;
  const link = linkOf({ collector: collector.href, fingerprint: plan.fingerprint });
  const at = answer.status === 201 ? "new" : "before";
  if (plan.invitations === undefined) return { at, link };
  return { at, link, invitations: await invite(plan.fingerprint, collector, token, invitations) };
}

/** Has a collector make invitations for a plan that is published there. */
export async function invite(
  fingerprint: string,
  collector: URL,
  token: string,
  { number, settings }: Invitations,
): Promise<Issued | Refusal> {
  const asked = new URL(`plans/${encodeURIComponent(fingerprint)}/invitations`, collector);
  const issued = await post(asked, token, { number });
  return "at" in issued ? issued : linksOf(linkOf({ collector: collector.href, fingerprint }) + settings, issued);
}

/** Has a collector take no more reports of a plan; returns why it did not. */
export async function close(fingerprint: string, collector: URL, token: string): Promise<Refusal | undefined> {
  const answer = await post(new URL(`plans/${encodeURIComponent(fingerprint)}/close`, collector), token, {});
  return "at" in answer ? answer : undefined;
}

/** Fetches the plans of the owner of a token, but for those whose fingerprints are `known`. */
export async function ownPlans(collector: URL, token: string, known: ReadonlySet<string>): Promise<Own | Refusal> {
  const own = await listOwn(collector, token);
  if ("at" in own) return own;
  const plans: PlanDocument[] = [];
  for (const { fingerprint } of own.listed) {
    if (known.has(fingerprint)) continue;
    const answer = await ask(new URL(`plans/${encodeURIComponent(fingerprint)}`, collector), token);
    if ("at" in answer) return answer;
    plans.push((await answer.json()) as PlanDocument);
  }
  return { plans };
}

/** How many reports came to the totals of each plan of an author, by fingerprint, since the day began in UTC; none if the collector refuses. */
export async function addedToday(collector: URL, token: string): Promise<ReadonlyMap<string, number>> {
  const own = await listOwn(collector, token);
  if ("at" in own) return new Map();
  const today = new Date().toISOString().slice(0, 10);
  return new Map(
    own.listed.map(({ fingerprint, last_growth: last }) => [fingerprint, last?.day === today ? last.reports : 0]),
  );
}

async function listOwn(collector: URL, token: string): Promise<{ readonly listed: readonly Listed[] } | Refusal> {
  const answer = await ask(new URL("plans", collector), token);
  return "at" in answer ? answer : { listed: (await answer.json()) as readonly Listed[] };
}

async function linksOf(link: string, issued: Response): Promise<Issued> {
  const { invitations, key } = (await issued.json()) as { invitations: readonly string[]; key: string | null };
  const named = (invitation: string) => new URLSearchParams({ invitation, ...(key ? { key } : {}) });
  return { links: invitations.map((invitation) => `${link}&${named(invitation)}`) };
}

/** Posts to a collector with an author's token. */
function post(address: URL, token: string, body: unknown): Promise<Response | Refusal> {
  const headers = { "content-type": "application/json" };
  return ask(address, token, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Asks a collector with an author's token; returns a `Refusal` if it refuses or cannot be reached. */
async function ask(
  address: URL,
  token: string,
  { headers, ...request }: RequestInit = {},
): Promise<Response | Refusal> {
  try {
    const response = await fetch(address, {
      ...request,
      headers: { ...headers, authorization: `Bearer ${token.trim()}` },
      credentials: "omit",
    });
    return response.ok ? response : { at: "refused", status: response.status, detail: await detailOf(response) };
  } catch {
    return { at: "unreachable" };
  }
}

/** The `detail` of a problem document. */
async function detailOf(response: Response): Promise<string | undefined> {
  const { detail } = (await response.json().catch(() => ({}))) as { detail?: unknown };
  return typeof detail === "string" ? detail : undefined;
}
