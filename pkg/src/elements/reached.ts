import type { Answers } from "../common/types.js";
import type { Plan } from "../plan/plan.js";
import type { Question } from "./question.js";

/**
 * Reads the answers of somebody who stops midway: those that are whole, up to the last question that was left by going on or has
 * something filled in. Boxes after that which nobody touched are no answer.
 */
export function reached(plan: Plan, questions: readonly Question[], isPassed = (_: Question) => false): Answers {
  const last = questions.map((each) => isPassed(each) || !each.isEmpty()).lastIndexOf(true);
  const own = questions.slice(0, last + 1);
  const whole = (some: readonly Question[]): Answers => Object.assign({}, ...some.map((each) => each.whole()));
  // An earlier answer that is not whole leads to no follow-up.
  const applicable = plan.applicable(whole(own));
  return whole(own.filter(({ attributes }) => applicable.includes(attributes[0])));
}
