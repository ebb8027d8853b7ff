/** Publishes a plan at a collector, and requests invitations. */

import type { PlanDocument } from "candor";

/** Why publishing failed. */
export type Refusal =
  | { readonly at: "refused"; readonly status: number; readonly detail: string | undefined }
  | { readonly at: "unreachable" };

/** One link for each invited person. */
export interface Issued {
  readonly links: readonly string[];
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

/** Publishes a plan with an author's token; if the plan has invitations, has that many made. */
export async function publish(
  plan: PlanDocument,
  collector: URL,
  token: string,
  invitations: number,
): Promise<Outcome> {
  const published = await post(new URL("plans", collector), token, plan);
  if ("at" in published) return published;
  const link = new URL("answer.html", collector);
  link.hash = plan.fingerprint;
  const at = published.status === 201 ? "new" : "before";
  if (plan.invitations === undefined) return { at, link: link.href };
  const asked = new URL(`plans/${encodeURIComponent(plan.fingerprint)}/invitations`, collector);
  const issued = await post(asked, token, { number: invitations });
  return { at, link: link.href, invitations: "at" in issued ? issued : await linksOf(link.href, issued) };
}

async function linksOf(link: string, issued: Response): Promise<Issued> {
  const { invitations, key } = (await issued.json()) as { invitations: readonly string[]; key: string | null };
  const named = (invitation: string) => new URLSearchParams({ invitation, ...(key ? { key } : {}) });
  return { links: invitations.map((invitation) => `${link}&${named(invitation)}`) };
}

/** Posts to a collector with an author's token; returns a `Refusal` if it refuses or cannot be reached. */
async function post(address: URL, token: string, body: unknown): Promise<Response | Refusal> {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { authorization: `Bearer ${token.trim()}`, "content-type": "application/json" },
      credentials: "omit",
      body: JSON.stringify(body),
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
