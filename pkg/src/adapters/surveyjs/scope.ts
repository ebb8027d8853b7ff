import { partsOf } from "./import.js";
import type { Json } from "./imported.js";
import type { PrivateNames } from "./names.js";
import type { Reader, Reading } from "./readings.js";

/** The parts of a survey that may read private answers. */
export interface Scope {
  /** The private questions, and the pages and panels that contain nothing else. */
  readonly confined: ReadonlySet<unknown>;
  /** The values that are calculated from private answers and stay private. */
  readonly calculated: ReadonlySet<unknown>;
  /** One of `confined` whose visibility depends on a private answer. */
  readonly steered: Json | undefined;
}

/**
 * Finds the scope of a survey, and adds the names of private calculated values to the private names, along every chain of
 * calculations.
 */
export function scopeOf(survey: Json, names: PrivateNames, reader: Reader): Scope {
  const calculated = privateValues(survey, names, reader);
  const confined = new Set<unknown>();
  for (const part of partsOf(survey)) collectConfined(part, names, confined);
  const steered = ([...confined] as Json[]).find(({ visibleIf }) => reading(reader, visibleIf) !== undefined);
  return { confined, calculated, steered };
}

function privateValues(survey: Json, names: PrivateNames, reader: Reader): Set<unknown> {
  const found = new Set<unknown>();
  const open = new Set(([survey.calculatedValues ?? []].flat() as Json[]).filter((each) => !each.includeIntoResult));
  // A value may read another that is written after it.
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const value of open) {
      if (reading(reader, value.expression)?.name === undefined) continue;
      open.delete(value);
      found.add(value);
      names.add(String(value.name));
    }
  }
  return found;
}

/** Whether a part contains private questions only; if so, adds it and its parts to `confined`. */
function collectConfined(part: Json, names: PrivateNames, confined: Set<unknown>): boolean {
  const inside = partsOf(part).map((each) => collectConfined(each, names, confined));
  const alone =
    inside.length > 0 ? inside.every((each) => each) : names.has(String(part.name)) && part.type !== "panel";
  if (alone) confined.add(part);
  return alone;
}

function reading(reader: Reader, expression: unknown): Reading | undefined {
  return typeof expression === "string" ? reader.member("expression", expression) : undefined;
}
