/** Simulates a survey: a worker draws, perturbs and estimates, and the truth is shown beside the estimates. */

import type { PlanDocument } from "candor";
import type { Simulated } from "candor/design";
import { useEffect, useState } from "preact/hooks";
import { Analyst, Stopped } from "../analysis/analyst";
import { useStudio } from "../context";
import { Comparison } from "./comparison";
import { evenTruth, TruthFields } from "./truth";

const analyst = new Analyst();

type State = { readonly at: "idle" | "simulating" } | { readonly at: "refused"; readonly reason: string };

/** The fields for the truth and the number of people, with the results. */
export function Simulator({ plan }: { readonly plan: PlanDocument }) {
  const { words, draft } = useStudio();
  const [truth, setTruth] = useState(() => evenTruth(plan));
  const [together, setTogether] = useState(0.3);
  const [people, setPeople] = useState(draft.respondents);
  const [state, setState] = useState<State>({ at: "idle" });
  const [simulated, setSimulated] = useState<{ people: number; tables: readonly Simulated[] }>();
  useEffect(() => () => analyst.stop(), []);
  const simulate = async () => {
    setState({ at: "simulating" });
    try {
      const tables = plan.attributes.map(({ name }) => [name]);
      const found = await analyst.ask("simulate", { plan, simulation: { people, truth, together, tables } });
      setSimulated({ people, tables: found });
      setState({ at: "idle" });
    } catch (failure) {
      if (failure instanceof Stopped) return setState({ at: "idle" });
      setState({ at: "refused", reason: (failure as Error).message });
    }
  };
  return (
    <div class="card-of simulated">
      <h2>{words.simulation}</h2>
      <p class="note">{words.simulationNote}</p>
      <TruthFields plan={plan} truth={truth} set={setTruth} />
      <label class="share wide">
        <span>{words.together}</span>
        <input
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={together}
          aria-valuetext={words.togetherValue(together)}
          onInput={(event) => setTogether(event.currentTarget.valueAsNumber)}
        />
        <output>{words.togetherValue(together)}</output>
      </label>
      <p class="more">
        <label class="named">
          {words.simulatedPeople}
          <input
            type="number"
            class="number"
            min={1}
            max={1_000_000}
            value={people}
            onInput={({ currentTarget: { valueAsNumber } }) => {
              if (Number.isSafeInteger(valueAsNumber)) setPeople(valueAsNumber);
            }}
          />
        </label>
        {state.at === "simulating" ? (
          <button type="button" class="button" onClick={() => analyst.stop()}>
            {words.stop}
          </button>
        ) : (
          <button type="button" class="button primary" onClick={() => void simulate()}>
            {words.simulate}
          </button>
        )}
        <span role="status">{state.at === "simulating" ? words.simulating : ""}</span>
      </p>
      {state.at === "refused" && (
        <p class="error" role="alert">
          {state.reason}
        </p>
      )}
      {simulated && <Comparison plan={plan} people={simulated.people} tables={simulated.tables} />}
    </div>
  );
}
