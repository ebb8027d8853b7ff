import { useCallback, useEffect, useRef, useState } from "react";
import { CandorError } from "../../common/errors.js";
import { chosen, isBoolean, isFunction, refuseOther, taken } from "../../common/options.js";
import { refused } from "../../common/refusal.js";
import type { Answers, Receipt } from "../../common/types.js";
import type { RespondOptions, SubmitOptions } from "../../http/submit.js";
import type { Plan } from "../../plan/plan.js";
import { Delivery } from "../form/delivery.js";
import { leaveUnsaved } from "../form/unsaved.js";

/** Where the report is sent, and how the fields are cleared. */
export interface ReportOptions extends SubmitOptions {
  /** Empties the fields, as `reset` of form libraries does: called once the report is kept, and when the page is left. */
  readonly forget: () => void;
}

/** The properties of a form element. */
export interface FormProperties {
  /** Receives the form's element. */
  readonly ref: (form: HTMLFormElement | null) => void;
  // Set from the first rendering on: otherwise Firefox refills the form after a reload.
  readonly autoComplete: "off";
}

/** The state of a report, and the functions that send it. */
export interface Reporting {
  /**
   * The properties of the form around all questions, `<form {...fields}>`: they keep browsers from saving its fields into their
   * session files.
   */
  readonly fields: FormProperties;
  /**
   * Draws, keeps and sends the report of these answers, of those that were `reached` if the person `stopped` midway. Rejects, with
   * nothing kept, where an answer is refused or nothing can be kept; a failure to send shows in `stage` and `error`. Rejects with
   * `form-mismatch` where no form has `fields`.
   */
  readonly send: (answers: Answers, how?: Pick<RespondOptions, "stopped">) => Promise<void>;
  /** Sends the kept report again; this also happens automatically when the network is back. */
  readonly resend: () => Promise<void>;
  /** "kept": the report did not arrive and will be sent later; the answers have already been cleared. */
  readonly stage: "open" | "sending" | "kept" | "received";
  /** Why the report is kept but not received. */
  readonly error?: CandorError;
  readonly receipt?: Receipt;
}

/** The part of the state that changes. */
type Told = Pick<Reporting, "stage" | "error" | "receipt">;

/** Delivers the report of the person who answers in this component. The options of the first rendering with a plan apply. */
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
      // A browser may restore a page from its back/forward cache as it was left.
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

/** Starts the delivery of a plan's report, which updates the state; returns it with the function that clears the fields. */
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

/** Returns the form's properties, and the function that sends its answers. */
function useSending(delivery: {
  readonly current: Delivery | CandorError | undefined;
}): [FormProperties, Reporting["send"]] {
  const watching = useRef<() => void>(undefined);
  const ref = useCallback((form: HTMLFormElement | null) => {
    watching.current?.();
    watching.current = form === null ? undefined : leaveUnsaved(form);
  }, []);
  const send = useCallback(
    async (answers: Answers, how: Pick<RespondOptions, "stopped"> = {}) => {
      if (watching.current === undefined)
        throw new CandorError("form-mismatch", "give the form around the questions `fields`: <form {...fields}>");
      const { current } = delivery;
      if (current === undefined) throw new CandorError("invalid-options", "there is no verified plan yet");
      if (current instanceof CandorError) throw current;
      await current.send(answers, chosen(how, { stopped: isBoolean }));
    },
    [delivery],
  );
  return [{ ref, autoComplete: "off" }, send];
}
