import { CandorError } from "../../common/errors.js";
import { LISTED, PRIVATE, SURVEY, TEXTS, TYPES, VALUES } from "./allowed.js";
import { type ExpressionParser, hasBraces } from "./expression.js";
import type { Json } from "./imported.js";
import { PrivateNames } from "./names.js";
import { Reader, type Reading } from "./readings.js";
import { type Scope, scopeOf } from "./scope.js";

/**
 * Checks that a survey cannot disclose the answers to its private questions: none of its texts reads them, or values calculated
 * from them, and every function, type and member is known to leave them alone.
 *
 * Two members may read private answers: the `visibleIf` of a part that holds private questions only, where devices are asked
 * everything, and the `expression` of a calculated value that is not part of the results, whose name is private from then on.
 *
 * Throws `form-mismatch`, naming the element, the member and what to do.
 */
export function confine(parser: ExpressionParser, survey: Json, names: readonly string[], asksAll: boolean): void {
  if (!hasBraces(parser)) throw refused("this page changes how SurveyJS writes variables. Leave them between braces");
  const unknown = Object.keys(survey).find((property) => !SURVEY.has(property));
  if (unknown !== undefined)
    throw refused(`"${unknown}" of this survey is not known to leave private answers alone. Leave it out`);
  const privateNames = new PrivateNames(names);
  const scope = scopeOf(survey, privateNames, new Reader(parser, privateNames, false));
  if (scope.steered !== undefined && !asksAll)
    throw refused(
      `"visibleIf" of ${titled(scope.steered)} reads a private answer, but devices of this plan are asked only some of its ` +
        "questions. Leave it out, or design the plan so that all are asked",
    );
  new Confinement(scope, privateNames, new Reader(parser, privateNames, scope.steered !== undefined)).element(survey);
}

class Confinement {
  readonly #scope: Scope;
  readonly #private: PrivateNames;
  readonly #reader: Reader;
  /** The private names found so far. */
  readonly #met = new Set<string>();

  constructor(scope: Scope, names: PrivateNames, reader: Reader) {
    this.#scope = scope;
    this.#private = names;
    this.#reader = reader;
  }

  /**
   * Checks all members of an element, or of a choice, a trigger, a column … of the element called `title`; those of a private
   * question may have `listed` ones only.
   */
  element(element: Json, title = "this survey", listed?: ReadonlySet<string>): void {
    const own = "name" in element || "type" in element ? titled(element) : title;
    const mayRead = this.#memberThatReads(element);
    const inside = this.#scope.confined.has(element) ? LISTED : {};
    for (const [property, value] of Object.entries(element)) {
      if (listed?.has(property) === false)
        throw refused(`"${property}" of what ${title} lists is not known to keep its answer here. Leave it out`);
      this.#known(element, property, own);
      if (property === mayRead) this.#refuse(this.#reader.calls(String(value)), property, own);
      else if (property === "name") this.#unique(element, String(value), own);
      else this.#value(property, value, own, inside[property]);
    }
  }

  /** The member of an element that may read private answers. */
  #memberThatReads(element: Json): string | undefined {
    if (this.#scope.confined.has(element)) return "visibleIf";
    return this.#scope.calculated.has(element) ? "expression" : undefined;
  }

  #known(element: Json, property: string, title: string): void {
    const { type, name } = element;
    const isType = property === "type" || property === "cellType";
    if (isType && !TYPES.has(String(element[property])))
      throw refused(
        `${title} is of type "${element[property]}", whose code may read every answer. Take one of SurveyJS's own types`,
      );
    if (type === undefined || !this.#scope.confined.has(element) || type === "panel" || PRIVATE.has(property)) return;
    throw refused(
      `"${property}" of private question "${name}" is not known to keep its answer here. Leave it out`,
      String(name),
    );
  }

  /** Values are looked up by name: nothing else may have the name of a private question or value. */
  #unique(element: Json, name: string, title: string): void {
    const same = this.#private.same(name);
    if (same === undefined) return;
    const own = this.#scope.confined.has(element) || this.#scope.calculated.has(element);
    if (!own || same !== name || this.#met.has(name))
      throw refused(`${title} has the name of private question "${same}". Give it another name`, same);
    this.#met.add(name);
  }

  #value(property: string, value: unknown, title: string, listed?: ReadonlySet<string>): void {
    if (typeof value === "string") this.#refuse(this.#reader.member(property, value), property, title);
    else if (Array.isArray(value)) for (const each of value) this.#value(property, each, title, listed);
    else if (typeof value === "object" && value !== null) {
      // The keys of a text by language, or of a compound value, are no members to check.
      if (TEXTS.has(property) || VALUES.has(property))
        for (const each of Object.values(value)) this.#value(property, each, title);
      else this.element(value as Json, title, listed);
    }
  }

  #refuse(reading: Reading | undefined, property: string, title: string): void {
    if (reading === undefined) return;
    throw refused(
      `"${property}" of ${title} ${reading.reads}. Leave that out: a private answer may only decide, by "visibleIf", which ` +
        "private questions are visible",
      reading.name,
    );
  }
}

function titled({ type, name }: Json): string {
  if (name === undefined) return `an element of type "${type}"`;
  return type === undefined ? `"${name}"` : `${type} "${name}"`;
}

function refused(rule: string, attribute?: string): CandorError {
  return new CandorError("form-mismatch", rule, attribute === undefined ? {} : { attribute });
}
