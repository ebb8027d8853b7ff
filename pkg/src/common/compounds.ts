/** Questions as people are asked them: some are answered at once and consist of several attributes. */
import type { Attribute, Choices, Ranking } from "./types.js";

/** Puts the attributes that one compound consists of together; any other attribute is by itself. */
export function asked<Own extends Attribute>(attributes: readonly Own[]): readonly (readonly [Own, ...Own[]])[] {
  const groups: [Own, ...Own[]][] = [];
  for (const attribute of attributes) {
    const { compound } = attribute;
    const group = compound && groups.find(([first]) => first.compound?.name === compound.name);
    if (group) group.push(attribute);
    else groups.push([attribute]);
  }
  return groups;
}

/** The name under which a question is asked. */
export function askedName({ compound, name }: Attribute): string {
  return compound?.name ?? name;
}

/** The name under which an attribute is answered: all choices or items of a question have that of the question. */
export function answerName({ compound, name }: Attribute): string {
  return compound && compound.kind !== "rows" ? compound.name : name;
}

/** How many of these categories are places of a ranking: "1", "2", …, without "not ranked" and what says that there is no answer. */
export function placesOf(categories: readonly { readonly value: string }[]): number {
  return categories.filter(({ value }) => Number(value) > 0).length;
}

/** The value of a choice or an item, which is what its name adds to that of its question. */
export function choiceValue({ compound, name }: Pick<Attribute, "compound" | "name">): string {
  return name.slice(compound!.name.length + 1);
}

/**
 * Returns which values are ticked once one more is, which comes last: a choice that excludes all others unticks them, and they
 * untick it. An empty value, which stands for no answer, excludes all others, too.
 */
export function ticking(question: Choices | Ranking, ticked: readonly string[], value: string): readonly string[] {
  const excluding = question.kind === "choices" ? question.excluding : [];
  const isAlone = (each: string) => each === "" || excluding.includes(`${question.name}.${each}`);
  return [...ticked.filter((other) => other !== value && !isAlone(value) && !isAlone(other)), value];
}
