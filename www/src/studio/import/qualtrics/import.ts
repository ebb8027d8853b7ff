/**
 * Imports questions of a Qualtrics survey file (.qsf): multiple choice with one or several answers, rank order, matrices with one answer in each row,
 * and text entry of numbers, whose edges the author must still enter.
 */

import { distinctNames } from "../../document/names";
import type { AttributeDocument, CategoryDocument, Written } from "../../document/types";
import { CHOSEN } from "../../draft";
import { following } from "../condition";
import { linesIn, plain } from "../html";
import { type Imported, imported } from "../imported";
import { choiceOf, type Spoken, spokenIn, writtenIn } from "../language";
import { binsAt, type Ends, endsAt } from "../number";
import type { LeftOut } from "../reasons";
import { limited } from "../several";
import type { Step } from "../steps";
import {
  endsIn,
  entriesOf,
  isObject,
  type Json,
  languagesOf,
  type Placed,
  placedIn,
  titleOf,
  translationOf,
} from "./file";
import { type Located, wantedIn } from "./logic";
import { isText, kindOf } from "./types";

export { isQsf } from "./file";

/** Reads the questions, in the order in which they are asked; texts are in `language` if the survey has one, and says no other. */
export function fromQsf(file: Json, language: string): Imported {
  const all = placedIn(file);
  const spoken = spokenIn(languagesOf(file, all), language);
  const attributes: AttributeDocument[] = [];
  const leftOut: LeftOut[] = [...spoken.unknown];
  const steps: Step[] = [];
  const addresses = new Map<string, Located>();
  for (const placed of all) {
    const name = nameOf(placed.question);
    const step = { name, groups: [placed.block] };
    if (isText(placed.question) && !placed.repeats) {
      steps.push({ ...step, text: textOf(placed.question, spoken, linesIn) });
      continue;
    }
    steps.push(step);
    const read = attributeOf(placed, name, spoken);
    if ("why" in read) {
      leftOut.push({ name, ...read });
      continue;
    }
    const { attribute, located, partly = [] } = read;
    const logic = [...placed.conditions, placed.question.DisplayLogic].filter((each) => each !== undefined);
    const follow = following(attribute, attributes, logic, (each, earlier) => wantedIn(each, addresses, earlier));
    const shown = isAtRandom(placed.question) && !attribute.bins ? { order: "random" as const } : {};
    attributes.push({ ...(follow ?? { ...attribute, optional: true }), ...shown });
    const lost = follow ? [] : [{ name, why: "condition" as const, said: logic.map(said).join(" "), partly: true }];
    leftOut.push(...lost, ...partly, ...elsewhereIn(placed, name));
    for (const [address, choice] of located) addresses.set(address, choice);
  }
  const ends = endsIn(file).map(({ block, conditions }): LeftOut => {
    return { name: block, why: "skip", said: conditions.map(said).join(" "), partly: true };
  });
  return imported({ title: titleOf(file), attributes, steps, leftOut: [...leftOut, ...ends] }, language);
}

/** The text of a question. */
function textOf(question: Json, spoken: Spoken, read: (html: string) => string): Written {
  const textIn = (part: Json) => read(String(part.QuestionText ?? ""));
  return writtenIn(spoken, textIn(question), (code) => textIn(translationOf(question, code)));
}

/** What decides, beside its condition, who is asked a question, and which of its choices are offered. */
function elsewhereIn({ question, skips, isShuffled }: Placed, name: string): readonly LeftOut[] {
  const choices = [question.Choices, question.Answers].flatMap(entriesOf).map(([, choice]) => choice);
  const isSome =
    choices.some((choice) => isObject(choice) && choice.DisplayLogic !== undefined) || isDrawnFrom(question);
  return [
    ...skips.map((skip): LeftOut => ({ name, why: "skip", said: plain(String(skip.Description ?? "")), partly: true })),
    ...(isShuffled ? [{ name, why: "shuffled", partly: true } as const] : []),
    ...(isSome ? [{ name, why: "some-choices", partly: true } as const] : []),
  ];
}

function isAtRandom({ Randomization: order }: Json): boolean {
  return isObject(order) && order.Type === "All";
}

/** Whether people are offered choices that are drawn, and not all of them. */
function isDrawnFrom({ Randomization: order }: Json): boolean {
  return isObject(order) && ["Subset", "Advanced"].includes(String(order.Type));
}

interface ReadQuestion {
  readonly attribute: AttributeDocument;
  /** The addresses of its choices. */
  readonly located: readonly (readonly [string, Located])[];
  readonly partly?: readonly LeftOut[];
}

/** The name that data files have. */
function nameOf({ DataExportTag, QuestionID }: Json): string {
  return typeof DataExportTag === "string" && DataExportTag !== "" ? DataExportTag : String(QuestionID);
}

function attributeOf(
  { question, repeats }: Placed,
  name: string,
  spoken: Spoken,
): ReadQuestion | Pick<LeftOut, "why" | "said"> {
  const kind = kindOf(question);
  if (typeof kind !== "string") return kind;
  if (repeats) return { why: "repeated" };
  const told = { name, question: textOf(question, spoken, plain) };
  const optional = isRequired(question) ? {} : { optional: true };
  const id = String(question.QuestionID);
  if (kind === "number")
    return { attribute: { ...told, bins: binsAt([], endsOf(question)), ...optional }, located: [] };
  const choices = optionsOf(question, "Choices", spoken);
  if (choices.length < 2) return { why: "few" };
  const typed = choices.some(({ isTyped }) => isTyped);
  const partly: LeftOut[] = typed ? [{ name, why: "other-text", partly: true }] : [];
  if (kind === "grid") return gridOf(question, spoken, { ...told, ...optional }, choices, partly);
  if (kind === "several") {
    const values = valuesOf(choices, question.VariableNaming);
    const categories = choices.map(({ text, isAlone }, place): CategoryDocument => {
      const choice = { value: values[place] ?? "", label: text };
      return isAlone ? { ...choice, excludes: "others" } : choice;
    });
    const attribute = { ...told, ...limited({ categories, ...limitsOf(question), required: isRequired(question) }) };
    const located = choices.map(
      (choice, place) => [addressOf(id, choice.id), { name: `${name}.${values[place]}`, value: CHOSEN }] as const,
    );
    return { attribute, located, partly };
  }
  if (kind === "ranking") {
    const values = valuesOf(choices, question.VariableNaming);
    const rank = choices.map(({ text }, place): CategoryDocument => ({ value: values[place] ?? "", label: text }));
    return { attribute: { ...told, rank, ...optional }, located: [], partly };
  }
  const categories = choices.map(({ label, text, isTyped }): CategoryDocument => {
    const other = { value: label, ...(typeof text !== "string" && { label: text }), role: "other" } as const;
    return isTyped ? other : choiceOf(label, text);
  });
  const located = choices.map((choice) => [addressOf(id, choice.id), { name, value: choice.label }] as const);
  return { attribute: { ...told, categories, ...optional }, located, partly };
}

function gridOf(
  question: Json,
  spoken: Spoken,
  told: Pick<AttributeDocument, "name" | "question" | "optional">,
  rows: readonly Option[],
  partly: readonly LeftOut[],
): ReadQuestion | Pick<LeftOut, "why" | "said"> {
  const answers = optionsOf(question, "Answers", spoken);
  if (answers.length < 2) return { why: "few" };
  const tags = isObject(question.ChoiceDataExportTags) ? question.ChoiceDataExportTags : undefined;
  const names = valuesOf(rows, tags).map((name) =>
    name.startsWith(`${told.name}_`) ? name.slice(told.name.length + 1) : name,
  );
  const attribute = {
    ...told,
    rows: rows.map(({ text }, place) => ({ name: names[place] ?? "", question: text })),
    categories: answers.map(({ label, text }) => choiceOf(label, text)),
  };
  const located = rows.flatMap((row, place) =>
    answers.map((answer) => {
      const address = `${addressOf(String(question.QuestionID), row.id)}/${answer.id}`;
      return [address, { name: `${told.name}.${names[place]}`, value: answer.label }] as const;
    }),
  );
  return { attribute, located, partly };
}

/** A choice, a row or an answer of a matrix. */
interface Option {
  readonly id: string;
  /** Its text in the survey's own language. */
  readonly label: string;
  readonly text: Written;
  /** Whether a text is entered beside it. */
  readonly isTyped: boolean;
  readonly isAlone: boolean;
}

/** The choices or the answers of a question in their order. */
function optionsOf(question: Json, member: "Choices" | "Answers", spoken: Spoken): readonly Option[] {
  const all = new Map(entriesOf(question[member]));
  const order = question[member === "Choices" ? "ChoiceOrder" : "AnswerOrder"];
  const textIn = (choice: unknown) => plain(isObject(choice) ? String(choice.Display ?? "") : "");
  const translated = (id: string, code: string) =>
    entriesOf(translationOf(question, code)[member]).find(([own]) => own === id)?.[1];
  const ids = Array.isArray(order) && order.length > 0 ? order.map(String) : [...all.keys()];
  return ids.flatMap((id): Option[] => {
    const choice = all.get(id);
    if (!isObject(choice)) return [];
    const isTyped = ["true", "on", "1"].includes(String(choice.TextEntry));
    const label = textIn(choice);
    const text = writtenIn(spoken, label, (code) => textIn(translated(id, code)));
    return [{ id, label, text, isTyped, isAlone: choice.ExclusiveAnswer === true }];
  });
}

/** The names that the author has given to choices, or else such as are made of their labels. */
function valuesOf(options: readonly Option[], given: unknown): readonly string[] {
  const names = new Map(entriesOf(given));
  return distinctNames(options.map(({ id, label }) => ({ name: String(names.get(id) ?? ""), text: label })));
}

function addressOf(question: string, choice: string): string {
  return `${question}/SelectableChoice/${choice}`;
}

function settingsOf({ Validation: validation }: Json): Json {
  return isObject(validation) && isObject(validation.Settings) ? validation.Settings : {};
}

function isRequired(question: Json): boolean {
  return settingsOf(question).ForceResponse === "ON";
}

/** How many choices can be made, where the validation is about that. */
function limitsOf(question: Json): { readonly atLeast: number; readonly atMost: number } {
  const { Type, MinChoices, MaxChoices } = settingsOf(question);
  const isAbout = ["ChoiceRange", "MinChoices", "MaxChoices"].includes(String(Type));
  const limit = (given: unknown, otherwise: number) =>
    isAbout && /^\d+$/.test(String(given)) ? Number(given) : otherwise;
  return {
    atLeast: Type === "MaxChoices" ? 0 : limit(MinChoices, 0),
    atMost: Type === "MinChoices" ? Number.POSITIVE_INFINITY : limit(MaxChoices, Number.POSITIVE_INFINITY),
  };
}

/** The ends of a number, where the validation is about them. */
function endsOf(question: Json): Ends {
  const { ValidNumber: limits } = settingsOf(question);
  return isObject(limits) ? endsAt(limits.Min, limits.Max) : {};
}

/** What display logic says in words, which Qualtrics writes beside it. */
function said(logic: unknown): string {
  const found = entriesOf(logic).flatMap(([, group]) => entriesOf(group).map(([, expression]) => expression));
  const texts = found.filter(isObject).map(({ Description }) => plain(String(Description ?? "")));
  return texts.filter((text) => text !== "").join(" ");
}
