/** How reports of a plan are sent, and which plain columns the address fills in. */

import type { PlainValues, Plan, SubmitOptions } from "candor";
import { invited } from "candor/invited";
import { rewriteFragment } from "./fragment";

/** Returns the options for sending a plan's reports. An invitation in the address is used now and removed from the address. */
export async function sending(plan: Plan, endpoint: string): Promise<SubmitOptions> {
  if (plan.invitations === undefined) return { endpoint };
  const collector = new URL(".", new URL(endpoint, location.href));
  const fetch = await invited(plan, { link: location.href, collector });
  rewriteFragment(/^(invitation|key)=/);
  return { endpoint, fetch };
}

/** The values that a query gives to the plan's plain columns; other parameters are ignored. */
export function filledIn(plan: Plan, query: URLSearchParams): PlainValues {
  const columns = new Set(plan.plain.map(({ name }) => name));
  return Object.fromEntries([...query].filter(([name]) => columns.has(name)));
}
