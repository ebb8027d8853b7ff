/** The sections of imported questions: the headings of the groups in which they stand, and the texts before them. */

import type { AttributeDocument, SectionDocument, Written } from "../document/types";
import { isSaid, joined } from "./language";
import { type Mixed, mixedIn } from "./mixed";
import type { LeftOut } from "./reasons";
import type { Group, Step } from "./steps";

/** What stands around the imported questions. */
interface Outline {
  readonly sections: readonly SectionDocument[];
  /** The texts before the first question that are not about its group. */
  readonly welcome: readonly Written[];
  readonly leftOut: readonly LeftOut[];
}

/** Makes the sections of the questions that were imported. */
export function sectionsOf(steps: readonly Step[], attributes: readonly AttributeDocument[]): Outline {
  const imported = new Set(attributes.map(({ name }) => name));
  const reader = new Reader(steps, attributes);
  for (const step of steps) {
    reader.enter(step);
    if (step.text !== undefined) reader.say(step.text, step.groups, step.name);
    else if (imported.has(step.name)) reader.ask(step);
  }
  return reader.end();
}

/** The groups with whose end a section ends, as they have a heading, a text or an order. */
function markedIn(steps: readonly Step[]): ReadonlySet<Group> {
  const saying = new Set(steps.filter(({ text }) => text !== undefined).map(({ groups }) => groups.at(-1)));
  const isMarked = (group: Group) => [group.title, group.text].some(isSaid) || group.isRandom || saying.has(group);
  return new Set(steps.flatMap(({ groups }) => groups).filter(isMarked));
}

/** A text that waits for a question; that of a group has no name of its own. */
interface Waiting {
  readonly text: Written;
  readonly groups: readonly Group[];
  readonly name?: string | undefined;
}

/** Reads steps from the first to the last. */
class Reader {
  readonly #sections: SectionDocument[] = [];
  readonly #welcome: Written[] = [];
  readonly #unsaid: string[] = [];
  readonly #marked: ReadonlySet<Group>;
  readonly #mixed: Mixed;
  /** The groups that ask something, imported or not. */
  readonly #asking: ReadonlySet<Group>;
  readonly #entered = new Set<Group>();
  #waiting: Waiting[] = [];
  #isFirst = true;
  /** The group with whose end the last section ends, and the one whose title was shown last. */
  #group: Group | undefined;
  #titled: Group | undefined;

  constructor(steps: readonly Step[], attributes: readonly AttributeDocument[]) {
    this.#marked = markedIn(steps);
    this.#mixed = mixedIn(steps, attributes, this.#marked);
    this.#asking = new Set(steps.filter(({ text }) => text === undefined).flatMap(({ groups }) => groups));
  }

  /** Says the texts of the groups that begin with a step. */
  enter({ groups }: Step): void {
    for (const [depth, group] of groups.entries()) {
      if (isSaid(group.text) && !this.#entered.has(group)) this.say(group.text, groups.slice(0, depth + 1));
      this.#entered.add(group);
    }
  }

  /** Keeps a text for the next question. */
  say(text: Written, groups: readonly Group[], name?: string): void {
    this.#waiting.push({ text, groups, name });
  }

  /** Begins a section with a question if there is something to say before it, or if the last one has ended: one that says nothing only ends another. */
  ask({ name, groups }: Step): void {
    const texts = this.#textsBefore(groups);
    const group = groups.findLast((each) => this.#marked.has(each));
    const titled = groups.findLast(({ title }) => isSaid(title));
    const section: SectionDocument = {
      before: name,
      ...(titled?.title !== undefined && titled !== this.#titled && { title: titled.title }),
      ...(texts.length > 0 && { text: texts.reduce((one, other) => joined(one, other, "\n\n")) }),
      ...(group && group !== this.#group && this.#mixed.whole.has(group) && { order: "random" as const }),
    };
    const hasEnded = this.#group !== undefined && !groups.includes(this.#group);
    if (Object.keys(section).length > 1 || hasEnded) {
      this.#sections.push(section);
      this.#group = group;
    }
    this.#isFirst = false;
    this.#titled = titled;
  }

  end(): Outline {
    const unsaid = [...this.#unsaid, ...this.#waiting.flatMap(({ name }) => name ?? [])];
    const leftOut = [
      ...unsaid.map((name): LeftOut => ({ name, why: "note" })),
      ...[...this.#mixed.parts].map((name): LeftOut => ({ name, why: "shuffled", partly: true })),
    ];
    return { sections: this.#sections, welcome: this.#welcome, leftOut };
  }

  /** The texts that are about the next question, which is in these groups; those before the first one that are not in its groups are the welcome. */
  #textsBefore(groups: readonly Group[]): readonly Written[] {
    const texts: Written[] = [];
    for (const { text, groups: own, name } of this.#waiting) {
      const isInside = own.length > 0 && own.every((group) => groups.includes(group));
      if (!this.#isAbout(own, groups)) this.#unsaid.push(...(name === undefined ? [] : [name]));
      else if (isSaid(text)) (this.#isFirst && !isInside ? this.#welcome : texts).push(text);
    }
    this.#waiting = [];
    return texts;
  }

  /** Whether a text is about a question in these groups: each of its own is one of them, or asks nothing and is shown to everybody. */
  #isAbout(own: readonly Group[], groups: readonly Group[]): boolean {
    return own.every((group) => groups.includes(group) || !(this.#asking.has(group) || group.isForSome));
  }
}
