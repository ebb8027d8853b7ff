/** The step "Run": the author's surveys, and what can be done with them. */

import { useCallback, useEffect, useState } from "preact/hooks";
import { useStudio } from "../context";
import { Find } from "./find";
import { forget, type Published, published } from "./published";
import { type State, statesAt } from "../../page/states";
import { SurveyCard } from "./survey-card";

/** The author's token, kept only in this tab's session. */
const TOKEN = "candor-author";

/** The states of all plans by collector; a collector that did not answer has none. */
type States = ReadonlyMap<string, readonly State[] | undefined>;

/** Shows one card for every survey. */
export function RunPane() {
  const { words } = useStudio();
  const [surveys, setSurveys] = useState(published);
  const [states, setStates] = useState<States>();
  const [token, setToken] = useState(() => sessionStorage.getItem(TOKEN) ?? "");
  const look = useCallback(async () => {
    const collectors = [...new Set(published().map(({ collector }) => collector))];
    const found = collectors.map(async (collector) => [collector, await statesAt(collector)] as const);
    setStates(new Map(await Promise.all(found)));
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
          state={states && stateOf(survey, states)}
          changed={look}
          remove={() => remove(survey)}
        />
      ))}
    </section>
  );
}

/** The state of a survey, or why there is none. */
function stateOf({ collector, fingerprint }: Published, states: States): State | "unreachable" | "deleted" {
  const all = states.get(collector);
  if (all === undefined) return "unreachable";
  return all.find((each) => each.fingerprint === fingerprint) ?? "deleted";
}
