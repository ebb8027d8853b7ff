/**
 * Imports questions of an XLSForm: a workbook with a sheet of questions, whose rows have a type and a name, and one of choices. Groups of questions
 * with the same choices that are shown as a table become grids.
 */

import { untaken } from "../../document/names";
import type { AttributeDocument, CategoryDocument } from "../../document/types";
import { comparedIn, type Edges, type Takes } from "../comparison";
import { following } from "../condition";
import { type Imported, imported } from "../imported";
import { isSaid, tagOf } from "../language";
import { binsAt } from "../number";
import type { LeftOut } from "../reasons";
import { limited } from "../several";
import type { Sheet } from "../sheet";
import type { Group as Heading, Step } from "../steps";
import { type Cells, type Languages, labelOf, languagesIn, tableIn as sheetWith, shownIn } from "./columns";
import { endsIn, limitsIn, UNLIMITED } from "./constraint";
import { type Group, isNote, type Node, nodesOf, type Table, tableIn } from "./groups";
import { wantedIn } from "./relevant";
import { type Asked, type Refused, typeOf } from "./types";

const QUESTIONS = ["type", "name", "label"];
const CHOICES = ["list_name", "name", "label"];

/** Whether some sheet of a workbook has the columns of questions. */
export function isXlsform(sheets: readonly Sheet[]): boolean {
  return sheetWith(sheets, QUESTIONS) !== undefined;
}

/** Reads the questions; texts that are in no language are in `language`. */
export function fromXlsform(sheets: readonly Sheet[], language: string): Imported {
  const [questions, choices] = [sheetWith(sheets, QUESTIONS), sheetWith(sheets, CHOICES)];
  const [settings = {}] = (sheetWith(sheets, ["form_title"]) ?? sheetWith(sheets, ["form_id"]))?.rows ?? [];
  const own = tagOf(settings.default_language ?? "") ?? language;
  const tables = [questions, choices].filter((table) => table !== undefined);
  const languages = languagesIn(tables, own);
  const form = new Form(questions?.rows ?? [], choices?.rows ?? [], languages);
  const leftOut = languages.unknown.map((said): LeftOut => ({ name: said, why: "language", said, partly: true }));
  const title = settings.form_title || undefined;
  const { attributes, steps } = form;
  return imported({ title, attributes, steps, leftOut: [...form.leftOut, ...leftOut] }, language);
}

/** A question without its name and its conditions. */
type Made = Omit<AttributeDocument, "name" | "asked_if">;

/** A form, whose questions are read one after the other. */
class Form {
  readonly attributes: AttributeDocument[] = [];
  readonly leftOut: LeftOut[] = [];
  readonly steps: Step[] = [];
  readonly #choices: readonly Cells[];
  readonly #languages: Languages;
  readonly #edges: Edges;
  readonly #takes: (name: string) => Takes | undefined;

  constructor(questions: readonly Cells[], choices: readonly Cells[], languages: Languages) {
    this.#choices = choices;
    this.#languages = languages;
    const types = new Map(questions.map(({ name, type }) => [name, typeOf(type ?? "")]));
    this.#takes = (name) => {
      const type = types.get(name);
      return type && "takes" in type ? type.takes : undefined;
    };
    const { edges } = comparedIn(
      questions.map(({ relevant = "" }) => relevant),
      (name) => {
        const takes = this.#takes(name);
        return takes && { name, takes };
      },
    );
    this.#edges = edges;
    for (const node of nodesOf(questions)) this.#add(node, [], []);
  }

  /** Adds a question or a group that stands in these groups, and is asked if these conditions hold. */
  #add(node: Node, outer: readonly string[], groups: readonly Heading[]): void {
    const { row } = node;
    const conditions = [...outer, row.relevant ?? ""].filter((each) => each !== "");
    if (!("nodes" in node)) {
      if (isNote(row) && !row.relevant) this.#say(row, groups);
      else this.#push(row.name ?? "", this.#question(row), conditions, groups);
      return;
    }
    const table = tableIn(node);
    if (table) {
      for (const each of node.nodes) if (isNote(each.row) && !each.row.relevant) this.#say(each.row, groups);
      this.#push(this.#untaken(row), this.#table(row, table), [...conditions, ...table.relevant], groups);
    } else if (node.repeats) {
      for (const name of namesIn(node)) this.leftOut.push({ name, why: "repeated" });
    } else {
      const group = { title: shownIn(row, this.#languages), isForSome: Boolean(row.relevant) };
      for (const each of node.nodes) this.#add(each, conditions, [...groups, group]);
    }
  }

  /** Adds the text of a note. */
  #say(row: Cells, groups: readonly Heading[]): void {
    const text = shownIn(row, this.#languages);
    if (isSaid(text)) this.steps.push({ name: row.name ?? "", groups, text });
  }

  #question(row: Cells): Made | Refused {
    const asked = typeOf(row.type ?? "");
    if ("why" in asked) return asked;
    if (row.choice_filter) return { why: "elsewhere" };
    const question = labelOf(row, this.#languages);
    const { constraint = "", name = "" } = row;
    if (asked.kind === "number") {
      const ends = endsIn(constraint, asked.takes);
      if (ends === undefined) this.#unless(constraint, name);
      return { question, bins: binsAt(this.#edges.get(name), ends), ...optional(row) };
    }
    const categories = this.#categories(asked);
    if (categories.length < 2) return { why: "few" };
    if (asked.other) this.leftOut.push({ name, why: "other-text", partly: true });
    const shown = /\brandomize\s*=\s*true\b/i.test(row.parameters ?? "") ? { order: "random" as const } : {};
    if (asked.kind === "several") return { question, ...this.#several(row, categories), ...shown };
    this.#unless(constraint, name);
    const listed = asked.kind === "ranking" ? { rank: categories } : { categories };
    return { question, ...listed, ...optional(row), ...shown };
  }

  #several(row: Cells, categories: readonly CategoryDocument[]) {
    const { constraint = "", name = "" } = row;
    const limits = limitsIn(constraint);
    if (limits === undefined) this.#unless(constraint, name);
    const { atLeast, atMost, alone } = limits ?? UNLIMITED;
    const told = categories.map((category): CategoryDocument => {
      const { role: _, ...choice } = typeof category === "string" ? { value: category } : category;
      return alone.has(choice.value) ? { ...choice, excludes: "others" } : choice;
    });
    return limited({ categories: told, atLeast, atMost, required: isRequired(row) });
  }

  #table(row: Cells, { rows, asked, constraint }: Table): Made | Refused {
    const [first = {}] = rows;
    const categories = this.#categories(asked);
    const name = this.#untaken(row);
    if (categories.length < 2) return { why: "few" };
    if (asked.other) this.leftOut.push({ name, why: "other-text", partly: true });
    this.#unless(constraint, name);
    const told = rows.map((each) => ({ name: each.name ?? "", question: labelOf(each, this.#languages) }));
    return { question: labelOf(row, this.#languages), rows: told, categories, ...optional(first) };
  }

  /** The name of a group, which no question before has. */
  #untaken({ name = "" }: Cells): string {
    return untaken(name || "table", new Set(this.attributes.map((attribute) => attribute.name)));
  }

  /** The choices of a list; "other" is one more. */
  #categories({ list, other }: Extract<Asked, { readonly list: string }>): readonly CategoryDocument[] {
    const listed = this.#choices.filter((row) => row.list_name === list);
    const told = listed.map((row): CategoryDocument => {
      const label = labelOf(row, this.#languages);
      const value = row.name ?? "";
      return label === value ? value : { value, label };
    });
    return other ? [...told, { value: "other", label: "Other", role: "other" }] : told;
  }

  /** Adds a question with its conditions; where these are none that the studio has, everybody is asked and may leave it out. */
  #push(name: string, made: Made | Refused, conditions: readonly string[], groups: readonly Heading[]): void {
    this.steps.push({ name, groups });
    if ("why" in made) {
      this.leftOut.push({ name, ...made });
      return;
    }
    const attribute = { name, ...made };
    const before = this.attributes;
    const asked = following(attribute, before, conditions, (each, earlier) =>
      wantedIn(each, before, this.#takes, earlier),
    );
    this.attributes.push(asked ?? { ...attribute, optional: true });
    if (!asked) this.leftOut.push({ name, why: "condition", said: conditions.join(" and "), partly: true });
  }

  /** Says that a rule is left out, if there is one. */
  #unless(constraint: string, name: string): void {
    if (constraint !== "") this.leftOut.push({ name, why: "constraint", said: constraint, partly: true });
  }
}

function isRequired({ required = "" }: Cells): boolean {
  return /^(yes|true|true\(\)|1)$/i.test(required);
}

function optional(row: Cells): { readonly optional?: true } {
  return isRequired(row) ? {} : { optional: true };
}

/** The names of all questions of a group. */
function namesIn({ nodes }: Group): readonly string[] {
  return nodes.flatMap((node) => ("nodes" in node ? namesIn(node) : [node.row.name ?? ""]));
}
