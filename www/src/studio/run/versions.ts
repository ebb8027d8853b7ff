/** What differs between two versions of a survey. */

import type { LocalizedText } from "candor";
import type { AttributeDocument, SurveyDocument } from "../document/types";

/** The questions in which a version differs from an earlier one, each by its own words. */
export interface Changes {
  readonly added: readonly LocalizedText[];
  /** Asked otherwise: in other words, with other answers, or after other ones. */
  readonly changed: readonly LocalizedText[];
  readonly removed: readonly LocalizedText[];
}

/** Compares the questions of two documents by their names. */
export function changesBetween(earlier: SurveyDocument, later: SurveyDocument): Changes {
  const [before, after] = [byName(earlier), byName(later)];
  const only = (here: Questions, there: Questions) => [...here].filter(([name]) => !there.has(name)).map(words);
  const isChanged = ([name, each]: Named) =>
    before.has(name) && JSON.stringify(before.get(name)) !== JSON.stringify(each);
  return {
    added: only(after, before),
    changed: [...after].filter(isChanged).map(words),
    removed: only(before, after),
  };
}

type Named = readonly [string, AttributeDocument];
type Questions = ReadonlyMap<string, AttributeDocument>;

const byName = ({ attributes }: SurveyDocument): Questions => new Map(attributes.map((each) => [each.name, each]));

/** The words of a question, or its name if it has none. */
const words = ([name, { question }]: Named): LocalizedText => (question as LocalizedText | undefined) ?? name;
