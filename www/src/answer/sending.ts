/** How reports of a plan are sent, and what its address fills in. */

import type { PlainValues, Plan, SubmitOptions } from "candor";
import { invited } from "candor/invited";

/** The way of reports of a plan; an invitation in the address is used now, and the address shows it no more. */
export async function sending(plan: Plan, endpoint: string): Promise<SubmitOptions> {
  if (plan.invitations === undefined) return { endpoint };
  const collector = new URL(".", new URL(endpoint, location.href));
  const fetch = await invited(plan, { link: location.href, collector });
  const rest = location.hash
    .slice(1)
    .split("&")
    .filter((part) => !/^(invitation|key)=/.test(part));
  const fragment = rest.join("&") && `#${rest.join("&")}`;
  history.replaceState(null, "", `${location.pathname}${location.search}${fragment}`);
  return { endpoint, fetch };
}

/** What a query says of the plain columns of a plan; whatever else it has is not for this page. */
export function filledIn(plan: Plan, query: URLSearchParams): PlainValues {
  const columns = new Set(plan.plain.map(({ name }) => name));
  return Object.fromEntries([...query].filter(([name]) => columns.has(name)));
}
