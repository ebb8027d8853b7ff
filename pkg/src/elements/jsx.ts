/**
 * What JSX knows of the elements: attributes as they are written in HTML, so that the same names hold in React (19 and later, for the
 * events), Preact and Solid. Of a framework that is not installed nothing is said.
 */
import type { ElementEvents } from "./events.js";

/** Of every element, and of whatever a framework adds. */
interface OfEvery {
  readonly id?: string | undefined;
  readonly class?: string | undefined;
  readonly className?: string | undefined;
  readonly dir?: string | undefined;
  readonly hidden?: boolean | undefined;
  readonly lang?: string | undefined;
  readonly slot?: string | undefined;
  readonly title?: string | undefined;
  readonly style?: unknown;
  readonly children?: unknown;
  readonly key?: unknown;
  readonly ref?: unknown;
}

/** A listener by either way of naming it: `oncandor-sent` (React, Preact) and `on:candor-sent` (Solid). */
type Listeners<Names extends keyof ElementEvents> = {
  readonly [Name in Names as `on${Name}` | `on:${Name}`]?: ((event: ElementEvents[Name]) => void) | undefined;
};

/** Which plan is accepted, and what the page fills in. */
interface OfPlan {
  readonly fingerprint?: string | undefined;
  readonly "public-key"?: string | undefined;
  /** Plain columns that the page fills in, like a query: `region=north&arm=call`. */
  readonly plain?: string | undefined;
}

/** The attributes of `<candor-survey>`; `plan`, `endpoint` and `max-record-epsilon` are needed unless the page calls `open`. */
export interface SurveyAttributes extends OfEvery, OfPlan, Listeners<keyof ElementEvents> {
  readonly plan?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly "max-record-epsilon"?: number | string | undefined;
  readonly pace?: "all" | "one" | undefined;
  readonly mode?: "own" | "kiosk" | "interviewer" | undefined;
}

/** The attributes of `<candor-form>`. */
export interface FormAttributes extends OfEvery, OfPlan, Listeners<"candor-ready" | "candor-failed"> {
  readonly name: string;
  readonly plan: string;
  readonly "max-record-epsilon": number | string;
  readonly mode?: "own" | "kiosk" | undefined;
  readonly form?: string | undefined;
  readonly disabled?: boolean | undefined;
}

/** The attributes of `<candor-question>`. */
export interface QuestionAttributes extends OfEvery {
  readonly name: string;
}

/** The elements by tag, for the `IntrinsicElements` of any JSX. */
export interface CandorIntrinsicElements {
  readonly "candor-survey": SurveyAttributes;
  readonly "candor-form": FormAttributes;
  readonly "candor-question": QuestionAttributes;
}

// biome-ignore lint/suspicious/noTsIgnore: an error is expected only where it is not installed
/** @ts-ignore React need not be there. */
declare module "react" {
  namespace JSX {
    interface IntrinsicElements extends CandorIntrinsicElements {}
  }
}

// biome-ignore lint/suspicious/noTsIgnore: an error is expected only where it is not installed
/** @ts-ignore Preact need not be there. */
declare module "preact" {
  namespace JSX {
    interface IntrinsicElements extends CandorIntrinsicElements {}
  }
}

// biome-ignore lint/suspicious/noTsIgnore: an error is expected only where it is not installed
/** @ts-ignore Solid need not be there. */
declare module "solid-js/jsx-runtime" {
  namespace JSX {
    interface IntrinsicElements extends CandorIntrinsicElements {}
  }
}
