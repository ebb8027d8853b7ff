/** The sections of imported questions: the headings of the groups in which they stand, and the texts before them. */

import type { AttributeDocument, SectionDocument, Written } from "../document/types";
import { isSaid, joined } from "./language";
import type { LeftOut } from "./reasons";

/** A page, a group or a block of another program. */
export interface Group {
  readonly title?: Written | undefined;
  /** What is said below its title. */
  readonly text?: Written | undefined;
  /** Whether its questions stand in an order at random. */
  readonly isRandom?: boolean | undefined;
  /** Whether it is shown to some people only. */
  readonly isForSome?: boolean | undefined;
}

/** A question or a text, in the order of the file. */
export interface Step {
  readonly name: string;
  /** The groups in which it stands, the innermost last. */
  readonly groups: readonly Group[];
  /** What it says, if it asks nothing. */
  readonly text?: Written;
}

/** What stands around the imported questions. */
interface Outline {
  readonly sections: readonly SectionDocument[];
  /** The texts before the first question that are not about its group. */
  readonly welcome: readonly Written[];
  readonly leftOut: readonly LeftOut[];
}

/** A text that waits for the next question; that of a group has no name of its own. */
type Waiting = Pick<Step, "groups" | "text"> & { readonly name?: string };

/** Makes the sections of the questions that were imported. */
export function sectionsOf(steps: readonly Step[], attributes: readonly AttributeDocument[]): Outline {
  const reader = new Reader(steps, attributes);
  for (const step of steps) reader.read(step);
  return reader.outline();
}

class Reader {
  readonly #imported: ReadonlySet<string>;
  readonly #steps: readonly Step[];
  /** The groups that ask something, imported or not. */
  readonly #asking: ReadonlySet<Group>;
  /** The groups with whose end a section ends. */
  readonly #marked: ReadonlySet<Group>;
  readonly #sections: SectionDocument[] = [];
  readonly #welcome: Written[] = [];
  readonly #leftOut: LeftOut[] = [];
  readonly #met = new Set<Group>();
  readonly #random: ReadonlySet<Group>;
  #waiting: Waiting[] = [];
  #isFirst = true;
  /** The marked group with whose end the last section ends, and the group whose title was shown last. */
  #group: Group | undefined;
  #titled: Group | undefined;

  constructor(steps: readonly Step[], attributes: readonly AttributeDocument[]) {
    this.#imported = new Set(attributes.map(({ name }) => name));
    this.#steps = steps;
    const all = new Set(steps.flatMap(({ groups }) => groups));
    this.#asking = new Set(steps.filter(({ text }) => text === undefined).flatMap(({ groups }) => groups));
    const saying = new Set(steps.filter(({ text }) => text !== undefined).map(({ groups }) => groups.at(-1)));
    const isMarked = (group: Group) => [group.title, group.text].some(isSaid) || group.isRandom || saying.has(group);
    this.#marked = new Set([...all].filter(isMarked));
    this.#random = this.#inOneSection(
      [...all].filter(({ isRandom }) => isRandom),
      attributes,
    );
  }

  read(step: Step): void {
    for (const [depth, group] of step.groups.entries()) {
      if (isSaid(group.text) && !this.#met.has(group))
        this.#waiting.push({ text: group.text, groups: step.groups.slice(0, depth + 1) });
      this.#met.add(group);
    }
    if (step.text !== undefined) this.#waiting.push(step);
    else if (this.#imported.has(step.name)) this.#begin(step);
  }

  outline(): Outline {
    this.#drop(this.#waiting);
    return { sections: this.#sections, welcome: this.#welcome, leftOut: this.#leftOut };
  }

  /** Begins a section with a question, if there is something to say before it. A section that says nothing only ends another. */
  #begin({ name, groups }: Step): void {
    const isOutside = ({ groups: own }: Waiting) => own.length === 0 || !own.every((group) => groups.includes(group));
    const said = this.#waiting.filter((each) => this.#isFor(each, groups));
    this.#drop(this.#waiting.filter((each) => !said.includes(each)));
    this.#waiting = [];
    const isWelcome = (each: Waiting) => this.#isFirst && isOutside(each);
    this.#welcome.push(...textsOf(said.filter(isWelcome)));
    const texts = textsOf(said.filter((each) => !isWelcome(each)));
    const group = groups.findLast((each) => this.#marked.has(each));
    const titled = groups.findLast(({ title }) => isSaid(title));
    const section: SectionDocument = {
      before: name,
      ...(titled?.title !== undefined && titled !== this.#titled && { title: titled.title }),
      ...(texts.length > 0 && { text: texts.reduce((one, other) => joined(one, other, "\n\n")) }),
      ...(group && group !== this.#group && this.#random.has(group) && { order: "random" as const }),
    };
    const hasEnded = this.#group !== undefined && !groups.includes(this.#group);
    if (Object.keys(section).length > 1 || hasEnded) {
      this.#sections.push(section);
      this.#group = group;
    }
    [this.#isFirst, this.#titled] = [false, titled];
  }

  /** Whether a text is about a question in these groups: it stands in one of them, or in one that asks nothing and is shown to everybody. */
  #isFor({ groups: own }: Waiting, groups: readonly Group[]): boolean {
    return own.every((group) => groups.includes(group) || (!this.#asking.has(group) && !group.isForSome));
  }

  #drop(texts: readonly Waiting[]): void {
    const named = texts.flatMap(({ name }) => name ?? []);
    this.#leftOut.push(...named.map((name): LeftOut => ({ name, why: "note" })));
  }

  /** The groups whose questions are one section, none of which follows from another; that the order of others is at random is left out. */
  #inOneSection(groups: readonly Group[], attributes: readonly AttributeDocument[]): ReadonlySet<Group> {
    const mixed = new Set<string>();
    const whole = groups.filter((group) => {
      const inside = this.#steps.filter((step) => step.groups.includes(group));
      const asked = inside.filter(({ name, text }) => text === undefined && this.#imported.has(name));
      const [first] = asked;
      if (first === undefined || asked.length === 1) return false;
      const isFlat = asked.every((step) => step.groups.findLast((each) => this.#marked.has(each)) === group);
      const isSplit = inside.slice(inside.indexOf(first)).some(({ text }) => text !== undefined);
      const names = asked.map(({ name }) => name);
      if (isFlat && !isSplit && !areLinked(attributes, names)) return true;
      for (const name of names) mixed.add(name);
      return false;
    });
    this.#leftOut.push(...[...mixed].map((name): LeftOut => ({ name, why: "shuffled", partly: true })));
    return new Set(whole);
  }
}

function textsOf(waiting: readonly Waiting[]): readonly Written[] {
  return waiting.flatMap(({ text }) => (isSaid(text) ? [text] : []));
}

/** Whether one of these questions is asked after some answers to another of them. */
function areLinked(attributes: readonly AttributeDocument[], names: readonly string[]): boolean {
  const own = attributes.filter(({ name }) => names.includes(name));
  const parents = own.flatMap(({ asked_if = {} }) => Object.keys(asked_if));
  return parents.some((parent) => names.some((name) => parent === name || parent.startsWith(`${name}.`)));
}
