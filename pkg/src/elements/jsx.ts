/**
 * JSX types of the elements, with attributes as in HTML, so that the same names work in React (19 and later, for the events),
 * Preact and Solid. The types of a framework that is not installed are ignored.
 */
import type { ElementEvents } from "./events.js";

/** Attributes of every element, and those that frameworks add. */
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

/** Listeners under both naming conventions: `oncandor-sent` (React, Preact) and `on:candor-sent` (Solid). */
type Listeners<Names extends keyof ElementEvents> = {
  readonly [Name in Names as `on${Name}` | `on:${Name}`]?: ((event: ElementEvents[Name]) => void) | undefined;
};

/** Attributes that limit which plan is accepted, and fill in plain columns. */
interface OfPlan {
  readonly fingerprint?: string | undefined;
  readonly "public-key"?: string | undefined;
  /** The plain columns that the page fills in, written like a query: `region=north&arm=call`. */
  readonly plain?: string | undefined;
}

/** The attributes of `<candor-survey>`; `plan`, `endpoint` and `max-record-epsilon` are required unless the page calls `open`. */
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

/** The elements by tag name, for the `IntrinsicElements` of any JSX. */
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
