/** Questions as people are asked them: some are answered at once and consist of several attributes. */
import type { Attribute, Choices } from "./types.js";

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

/** The name under which an attribute is answered: all choices of a question have that of the question. */
export function answerName({ compound, name }: Attribute): string {
  return compound?.kind === "choices" ? compound.name : name;
}

/** The value of a choice, which is what its name adds to that of its question. */
export function choiceValue({ compound, name }: Pick<Attribute, "compound" | "name">): string {
  return name.slice(compound!.name.length + 1);
}

/**
 * Returns which values are ticked once one more is: a choice that excludes all others unticks them, and they untick it. An empty
 * value, which stands for no answer, excludes all others, too.
 */
export function ticking({ excluding, name }: Choices, ticked: readonly string[], value: string): readonly string[] {
  const isAlone = (each: string) => each === "" || excluding.includes(`${name}.${each}`);
  return [...ticked.filter((other) => other !== value && !isAlone(value) && !isAlone(other)), value];
}
