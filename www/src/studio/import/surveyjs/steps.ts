/** The pages and panels of a SurveyJS survey, as what stands around its questions. */

import type { Written } from "../../document/types";
import type { Group, Step } from "../steps";
import { isNote, isQuestion, type Json, partsOf } from "./parts";
import { withoutHtml } from "./texts";

/** What is around a part of a survey. */
interface Around {
  readonly groups: readonly Group[];
  /** Whether its elements stand in an order at random, if it says nothing else. */
  readonly isRandom: boolean;
  /** Whether titles and descriptions of pages are shown. */
  readonly showsPages: boolean;
  told(text: unknown): Written | undefined;
}

/** The questions and texts of a survey, in order, with the pages and panels around them; `told` converts texts. */
export function stepsOf(survey: Json, told: Around["told"]): readonly Step[] {
  return stepsIn(survey, { groups: [], isRandom: isMixed(survey), showsPages: survey.showPageTitles !== false, told });
}

/** Those in a part. */
function stepsIn(part: Json, { told, ...around }: Around): readonly Step[] {
  return partsOf(part).flatMap((each): readonly Step[] => {
    const name = String(each.name ?? "");
    const { groups } = around;
    if (isQuestion(each)) {
      return [{ name, groups, ...(isNote(each) && { text: told(withoutHtml(each.html)) ?? "" }) }];
    }
    const isShown = around.showsPages || each.type === "panel";
    const group = {
      ...(isShown && { title: told(each.title), text: told(each.description) }),
      isRandom: isMixed(each, around.isRandom),
      isForSome: each.visibleIf !== undefined,
    };
    return stepsIn(each, { ...around, told, isRandom: group.isRandom, groups: [...groups, group] });
  });
}

/** Whether the elements of a part stand in an order at random. */
function isMixed({ questionsOrder, questionOrder = questionsOrder }: Json, otherwise = false): boolean {
  return questionOrder === "random" || (otherwise && questionOrder !== "initial");
}
