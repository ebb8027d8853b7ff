/**
 * Sends reports of surveys that only invited people may answer, each once.
 *
 * ```ts
 * const fetch = await invited(plan, { link: location.href, collector: "https://collector.example/" });
 * await plan.submit(answers, { endpoint: "https://collector.example/reports", fetch });
 * ```
 */

import { type Blinding, PublicKey } from "../adapters/invited/blind.js";
import { base64url } from "../common/base64.js";
import { CandorError } from "../common/errors.js";
import { chosen, isAddress, isFunction, isStorage, type Kinds, refuseOther } from "../common/options.js";
import { below, sha256 } from "../common/platform.js";
import { attempt } from "../common/refusal.js";
import { needed } from "../common/runtime.js";
import type { StorageChoice } from "../common/types.js";
import { answered, type Fetch, send, unexpected } from "../http/request.js";
import type { LoadedPlan } from "../plan/loaded-plan.js";
import type { Plan } from "../plan/plan.js";
import { store } from "../store/index.js";

/** The options of `invited`. */
export interface InvitedOptions {
  /** The link that the person was sent, usually `location.href`: its fragment holds the invitation. */
  readonly link: string | URL;
  /** The collector's base address: requests go to `plans/…` below it. */
  readonly collector: string | URL;
  /** Where the invitation and what is drawn for it are kept, as in `loadPlan`. */
  readonly storage?: StorageChoice;
  readonly fetch?: Fetch;
}

const INVITED: Kinds<InvitedOptions> = {
  link: isAddress,
  collector: isAddress,
  storage: isStorage,
  fetch: isFunction,
};

/** What this device keeps of an invitation; for a blind one also the random number it drew and the credential it got for it. */
interface State {
  readonly invitation: string;
  /** The SHA-256 of the collector's public key, from the link. */
  readonly key?: string;
  readonly blinding?: Blinding;
  readonly credential?: string;
}

/**
 * Returns a `fetch` for `submit` and `resend` that sends the report with the invitation of a link. A blind invitation is
 * exchanged here for a signature of a random number. The report is sent with this signature instead, so that the collector cannot
 * tell whose invitation it came with. Call this when the page opens, not when the person has answered: whoever carries the
 * traffic sees the times of both. The random number is kept before it is sent, so that after a reload or a broken connection the
 * same exchange is tried again. Where the plan's labels follow from invitations, the label of the report follows from that
 * signature, which nobody knows before: answer only afterwards.
 *
 * Rejects with `not-invited` where neither the link nor this device has an invitation, with `invitation-used` where another
 * device has used it, and with `invalid-invitation` where the collector's key is not the one that the link names. For a plan that
 * is open to everybody it returns the plain `fetch`.
 */
export async function invited(plan: Plan, options: InvitedOptions): Promise<Fetch> {
  const { link, collector, storage, fetch = needed("fetch") } = chosen(options, INVITED, "link", "collector");
  refuseOther(plan);
  if (plan.invitations === undefined) return fetch;
  const keep = await store(storage);
  const keys = [`invitation ${plan.fingerprint}`];
  const given = fragment(link);
  let state = read((await keep.read(keys))[0]);
  if (given !== undefined && given.invitation !== state?.invitation) {
    state = given;
    await keep.update(keys, () => [JSON.stringify(given)]);
  }
  if (state === undefined)
    throw new CandorError("not-invited", "only the invited may answer: the link has no invitation");
  if (plan.invitations === "plain") return bringing(state.invitation, fetch);
  if (state.credential === undefined) {
    const at = below(collector, `plans/${plan.fingerprint}/`);
    const key = await keyAt(new URL("key", at), state.key, fetch);
    // Another tab may have drawn a number meanwhile: the first one kept counts.
    const drawn = JSON.stringify({ ...state, blinding: await key.blind() });
    const [kept] = await keep.update(keys, ([before]) => [read(before)?.blinding === undefined ? drawn : before!]);
    const blinding = read(kept)!.blinding!;
    const credential = await exchanged(new URL("signatures", at), state.invitation, blinding, key, fetch);
    state = { ...state, blinding, credential };
    await keep.update(keys, () => [JSON.stringify(state)]);
  }
  await (plan as LoadedPlan).invite(state.credential!);
  return bringing(state.credential!, fetch);
}

/** Makes a `fetch` that adds an invitation, or the credential that it was exchanged for. */
function bringing(what: string, fetch: Fetch): Fetch {
  return (url, init) => {
    const headers = new (needed("Headers"))(init.headers);
    headers.set("candor-invitation", what);
    return fetch(url, { ...init, headers });
  };
}

function fragment(link: string | URL): State | undefined {
  const [, after = ""] = String(link).split("#");
  const parameters = new (needed("URLSearchParams"))(after);
  const [invitation, key] = [parameters.get("invitation"), parameters.get("key")];
  return invitation ? { invitation, ...(key !== null && { key }) } : undefined;
}

function read(kept: string | undefined): State | undefined {
  if (kept === undefined) return undefined;
  return attempt(() => JSON.parse(kept) as State, "kept-report-broken", "the invitation stored here cannot be read");
}

/**
 * Fetches the collector's key, which must be the one that all links name: a key of its own for one person would identify that
 * person.
 */
async function keyAt(url: URL, named: string | undefined, fetch: Fetch): Promise<PublicKey> {
  const published = await member(await send(url, {}, fetch), "key");
  if (base64url(await sha256(published)) !== named)
    throw new CandorError("invalid-invitation", "the collector's key is not the one that the link names");
  return PublicKey.of(published);
}

async function exchanged(
  url: URL,
  invitation: string,
  blinding: Blinding,
  key: PublicKey,
  fetch: Fetch,
): Promise<string> {
  const headers = { authorization: `Bearer ${invitation}`, "content-type": "application/json" };
  const body = JSON.stringify({ blinded: blinding.blinded });
  const signature = await member(await send(url, { method: "POST", headers, body }, fetch), "signature");
  return key.credential(blinding, signature);
}

async function member(response: Response, name: string): Promise<string> {
  const answer = (await answered(response)) as Record<string, unknown> | undefined;
  const value = answer?.[name];
  if (typeof value !== "string") throw unexpected(response, `no "${name}"`);
  return value;
}
