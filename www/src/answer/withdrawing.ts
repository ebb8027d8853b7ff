/** Taking a report back, on the page on which it was sent. */

import { CandorError, type Plan, type SubmitOptions } from "candor";
import { withdrawable } from "candor/withdrawable";
import { button, element } from "../page/element";
import type { AnswerWords } from "./words";

/**
 * Sends so that this device can take its report back, and makes the part of the page with which it does. The part is there whether or not
 * anything was sent, and says the same in either case: who comes later learns nothing of who was there before.
 */
export async function withdrawing(
  plan: Plan,
  { endpoint, ...sending }: SubmitOptions,
  words: AnswerWords,
): Promise<{ readonly sending: SubmitOptions; readonly part: Element }> {
  const collector = new URL(".", new URL(endpoint, location.href));
  const own = await withdrawable(plan, { collector, ...(sending.fetch && { fetch: sending.fetch }) });
  const how = { ...sending, endpoint, fetch: own.fetch };
  const said = element("p", { role: "status" });
  const withdraw = async () => {
    try {
      // What waits would otherwise arrive later.
      await plan.resend(how);
      await own.withdraw();
      said.textContent = words.withdrawn;
    } catch (failure) {
      const isNone = failure instanceof CandorError && failure.code === "not-found";
      said.textContent = isNone ? words.withdrawn : words.notWithdrawn;
    }
  };
  const part = element(
    "details",
    {},
    element("summary", {}, words.withdraw),
    element("p", {}, words.withdrawNote),
    button(words.withdraw, () => void withdraw()),
    said,
  );
  return { sending: how, part };
}
