/** The step "Run": the author's surveys, and what can be done with them. */

import { useCallback, useEffect, useState } from "preact/hooks";
import { useStudio } from "../context";
import { addedToday } from "../publish/post";
import { Find } from "./find";
import { PapersOf } from "./papers-of";
import { forget, type Published, published } from "./published";
import { type State, statesAt } from "../../page/states";
import { SurveyCard } from "./survey-card";

/** The author's token, kept only in this tab's session. */
const TOKEN = "candor-author";

/** What a collector tells: the states of all its plans, none if it did not answer, and which of its author's had reports added today. */
interface Told {
  readonly states: readonly State[] | undefined;
  readonly added: ReadonlyMap<string, number>;
}

/** Shows one card for every survey. */
export function RunPane() {
  const { words } = useStudio();
  const [surveys, setSurveys] = useState(published);
  const [told, setTold] = useState<ReadonlyMap<string, Told>>();
  const [token, setToken] = useState(() => sessionStorage.getItem(TOKEN) ?? "");
  const look = useCallback(async () => {
    const collectors = [...new Set(published().map(({ collector }) => collector))];
    const author = sessionStorage.getItem(TOKEN);
    const asked = collectors.map(async (collector) => {
      const added = author ? await addedToday(new URL(collector), author) : new Map<string, number>();
      return [collector, { states: await statesAt(collector), added }] as const;
    });
    setTold(new Map(await Promise.all(asked)));
  }, []);
  useEffect(() => void look(), [look]);
  const remove = (survey: Published) => {
    forget(survey);
    setSurveys(published());
  };
  const found = () => {
    setSurveys(published());
    void look();
  };
  const write = (value: string) => {
    setToken(value);
    sessionStorage.setItem(TOKEN, value);
  };
  return (
    <section aria-label={words.run} class="publish">
      <div class="card-of">
        <h2>{words.mySurveys}</h2>
        <p class="note">{surveys.length === 0 ? words.noSurveys : words.mySurveysNote}</p>
        <label class="named">
          {words.token}
          <input
            type="password"
            class="wide"
            dir="ltr"
            autocomplete="off"
            value={token}
            aria-describedby="run-token-note"
            onInput={({ currentTarget: { value } }) => write(value)}
            onChange={() => void look()}
          />
        </label>
        <p id="run-token-note" class="note">
          {words.runTokenNote}
        </p>
        {surveys.length > 0 && (
          <p class="more">
            <button type="button" class="button" onClick={() => void look()}>
              {words.lookAgain}
            </button>
          </p>
        )}
        <Find token={token} found={found} />
      </div>
      {surveys.map((survey) => (
        <SurveyCard
          key={survey.collector + survey.fingerprint}
          survey={survey}
          token={token}
          state={told && stateOf(survey, told.get(survey.collector)?.states)}
          added={told?.get(survey.collector)?.added.get(survey.fingerprint)}
          changed={look}
          remove={() => remove(survey)}
        />
      ))}
      <PapersOf />
    </section>
  );
}

/** The state of a survey, or why there is none. */
function stateOf(
  { fingerprint }: Published,
  states: readonly State[] | undefined,
): State | "unreachable" | "deleted" {
  if (states === undefined) return "unreachable";
  return states.find((each) => each.fingerprint === fingerprint) ?? "deleted";
}
