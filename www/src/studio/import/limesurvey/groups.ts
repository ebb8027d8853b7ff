/** The groups of LimeSurvey in which all questions stand in an order at random. */

import type { Group } from "../steps";
import type { Asked } from "./asked";

/** The groups as sections have them, and the questions that change places with some others only, such as with those of another group. */
export function groupsOf(questions: readonly Asked[]): {
  readonly groups: ReadonlyMap<Group, Group>;
  readonly scattered: ReadonlySet<Asked>;
} {
  const groups = new Map<Group, Group>();
  const scattered = new Set<Asked>();
  const isDrawn = (asked: Asked) =>
    drawnIn(asked) !== "" && questions.some((other) => other !== asked && drawnIn(other) === drawnIn(asked));
  for (const group of new Set(questions.map((asked) => asked.group))) {
    const inside = questions.filter((asked) => asked.group === group);
    const drawn = new Set(inside.map(drawnIn));
    const [only = ""] = drawn;
    const isRandom =
      drawn.size === 1 && only !== "" && questions.every((asked) => asked.group === group || drawnIn(asked) !== only);
    groups.set(group, { ...group, isRandom });
    if (!isRandom) for (const asked of inside.filter(isDrawn)) scattered.add(asked);
  }
  return { groups, scattered };
}

/** The name that questions which change places have in common. */
function drawnIn({ settings: { random_group = "" } }: Asked): string {
  return random_group.trim();
}
