import { useCallback, useEffect, useRef, useState } from "react";
import { CandorError } from "../errors.js";
import { Delivery } from "../form/delivery.js";
import { leaveUnsaved } from "../form/unsaved.js";
import { chosen, isFunction, refuseOther, taken } from "../options.js";
import type { Plan } from "../plan.js";
import { refused } from "../refused.js";
import type { SubmitOptions } from "../submit.js";
import type { Answers, Receipt } from "../types.js";

/** Where the report is sent, and how its answers are forgotten. */
export interface ReportOptions extends SubmitOptions {
  /** Empties the fields, as `reset` of form libraries does: called once the report is kept, and when the page is left. */
  readonly forget: () => void;
}

/** What React is told of a form. */
export interface FormProperties {
  /** Tells of the form's element once it is there. */
  readonly ref: (form: HTMLFormElement | null) => void;
  // Firefox fills in again, after a reload, what it was not told of when the form came into the page.
  readonly autoComplete: "off";
}

/** How far the report is, and what is still to be done for it. */
export interface Reporting {
  /** The properties of the form around all questions, `<form {...fields}>`: browsers leave its fields out of their session files. */
  readonly fields: FormProperties;
  /**
   * Draws the report of these answers, keeps and sends it. Rejects, with nothing kept, where an answer is refused or nothing can
   * be kept; that sending failed is told by `stage` and `error`. Rejects with `form-mismatch` where no form has `fields`.
   */
  readonly send: (answers: Answers) => Promise<void>;
  /** Sends the report that is kept once more, as is done by itself when the network is back. */
  readonly resend: () => Promise<void>;
  /** "kept": the report did not arrive, and is sent later; the answers are forgotten by then. */
  readonly stage: "open" | "sending" | "kept" | "received";
  /** Why the report is only kept. */
  readonly error?: CandorError;
  readonly receipt?: Receipt;
}

/** How far the report is. */
type Told = Pick<Reporting, "stage" | "error" | "receipt">;

/** The report of the person who answers in this component. Options are those of the first rendering with the plan. */
export function useReport(plan: Plan | undefined, options: ReportOptions): Reporting {
  const [state, setState] = useState<Told>({ stage: "open" });
  const delivery = useRef<Delivery | CandorError>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: options are those of the first rendering
  useEffect(() => {
    if (plan === undefined) return;
    try {
      const [made, forget] = begun(plan, options, setState);
      delivery.current = made;
      setState({ stage: "open" });
      // A browser may show a page that is gone back to as it was left.
      addEventListener("pagehide", forget);
      return () => {
        made.end();
        removeEventListener("pagehide", forget);
      };
    } catch (thrown) {
      delivery.current = refused(thrown, "invalid-options", "the plan or the options cannot be used");
      return undefined;
    }
  }, [plan]);
  const [fields, send] = useSending(delivery);
  const resend = useCallback(async () => {
    if (delivery.current instanceof Delivery) await delivery.current.resend();
  }, []);
  return { fields, send, resend, ...state };
}

/** The way of a plan's report, as it is told, and what empties the fields. */
function begun(plan: Plan, options: ReportOptions, tell: (told: Told) => void): [Delivery, () => void] {
  refuseOther(plan);
  const { forget: empty, ...sending } = taken(options);
  chosen({ empty }, { empty: isFunction });
  const forget = () => empty();
  const made = new Delivery(plan, sending, {
    kept() {
      forget();
      tell({ stage: "sending" });
    },
    received: (receipt) => tell({ stage: "received", receipt }),
    failed: (error) => tell({ stage: "kept", error }),
  });
  return [made, forget];
}

/** The properties of the form, and what sends its answers once they are given. */
function useSending(delivery: {
  readonly current: Delivery | CandorError | undefined;
}): [FormProperties, Reporting["send"]] {
  const watching = useRef<() => void>(undefined);
  const ref = useCallback((form: HTMLFormElement | null) => {
    watching.current?.();
    watching.current = form === null ? undefined : leaveUnsaved(form);
  }, []);
  const send = useCallback(
    async (answers: Answers) => {
      if (watching.current === undefined)
        throw new CandorError("form-mismatch", "give the form around the questions `fields`: <form {...fields}>");
      const { current } = delivery;
      if (current === undefined) throw new CandorError("invalid-options", "there is no verified plan yet");
      if (current instanceof CandorError) throw current;
      await current.send(answers);
    },
    [delivery],
  );
  return [{ ref, autoComplete: "off" }, send];
}
