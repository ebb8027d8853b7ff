/** The types of LimeSurvey's questions, which are called by one character. */

import type { Takes } from "../comparison";
import type { LeftOut, Why } from "../reasons";
import { type Asked, type Coded, OTHER } from "./asked";

/** Answers that are built into LimeSurvey, by their codes. */
const BUILT_IN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Y: { Y: "Yes", N: "No" },
  G: { F: "Female", M: "Male" },
  C: { Y: "Yes", U: "Uncertain", N: "No" },
  E: { I: "Increase", S: "Same", D: "Decrease" },
};

/** The lengths of built-in scales of numbers. */
const SCALES: Readonly<Record<string, number>> = { "5": 5, A: 5, B: 10 };

/** Types whose answers the survey lists. */
const LISTS = ["L", "!", "F", "H", "R"];

/** Array types: their subquestions are rows. */
export const ARRAYS: readonly string[] = ["A", "B", "C", "E", "F", "H"];

const REASONS: Readonly<Partial<Record<Why, string>>> = {
  text: "STU",
  date: "D",
  file: "|",
  "several-answers": "1:;",
  "several-fields": "KQPO",
  computed: "*I",
  note: "X",
};

/** The answers to a question of a type that has a finite list of them. */
export function answersIn({ type, answers }: Asked): readonly Coded[] | undefined {
  if (LISTS.includes(type)) return answers;
  const listed = BUILT_IN[type];
  if (listed) return Object.entries(listed).map(([code, text]) => ({ code, text, written: text }));
  const length = SCALES[type];
  if (length === undefined) return undefined;
  const numbers = Array.from({ length }, (_, place) => String(place + 1));
  return numbers.map((number) => ({ code: number, text: number, written: number }));
}

/** Which numbers may be entered: any, if a question has no such setting. */
export function takesOf({ settings }: Asked): Takes {
  return settings.num_value_int_only === "1" ? "whole" : "unsaid";
}

/** Whether the text of an answer is LimeSurvey's own, which is English here. */
export function isBuiltIn({ type, other, otherText }: Asked): boolean {
  return BUILT_IN[type] !== undefined || (other && otherText === OTHER);
}

/** Why a question of any other type cannot be imported. */
export function reasonFor(type: string): Pick<LeftOut, "why" | "said"> {
  const known = Object.entries(REASONS).find(([, types]) => type.length === 1 && types.includes(type));
  return known ? { why: known[0] as Why } : { why: "type", said: type };
}
