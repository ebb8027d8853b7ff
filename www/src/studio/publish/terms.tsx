/** Until when reports are kept, and whether people can take theirs back: what the survey's page says about that. */

import { isDay, type Terms } from "../../answer/terms";
import { useStudio } from "../context";

interface Props {
  readonly terms: Terms;
  set(terms: Terms): void;
}

/** The fields. */
export function TermsField({ terms, set }: Props) {
  const { words } = useStudio();
  const { kept, withdraw } = terms;
  const withDay = (day: string) => set({ ...(withdraw && { withdraw }), ...(isDay(day) && { kept: day }) });
  const withWithdrawal = (is: boolean) => set({ ...(kept !== undefined && { kept }), ...(is && { withdraw: true }) });
  return (
    <div class="card-of">
      <h2>{words.termsTitle}</h2>
      <p class="note">{words.termsNote}</p>
      <label class="named">
        {words.keptUntil}
        <input
          type="date"
          class="number"
          value={kept ?? ""}
          onInput={({ currentTarget: { value } }) => withDay(value)}
        />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={withdraw === true}
          onChange={({ currentTarget: { checked } }) => withWithdrawal(checked)}
        />
        {words.canWithdraw}
      </label>
      <p class="note">{words.withdrawalNote}</p>
    </div>
  );
}
