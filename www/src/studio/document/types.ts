/** Survey documents, as far as the studio writes them. */

import type { Role } from "candor";
import type { Around, Text } from "../draft";

/** A text in one language, or in several by tag. */
export type Written = string | Text;

/** The answers after which a question is asked: values, or numbers from one edge to below another. */
export type ConditionDocument = readonly string[] | { readonly from?: number; readonly below?: number };

/** A choice: its value, which is also its label, or both. */
export type CategoryDocument =
  | string
  | {
      readonly value: string;
      readonly label?: Written;
      readonly role?: Role;
      readonly excludes?: "others";
    };

/** A row of a grid. */
export interface RowDocument {
  readonly name: string;
  readonly question?: Written;
}

/** A question of a survey document. */
export interface AttributeDocument {
  readonly name: string;
  readonly question?: Written;
  /** The choices; beside `bins`, what can be answered in place of a number. */
  readonly categories?: readonly CategoryDocument[];
  readonly bins?: readonly (number | null)[];
  /** Whether several choices can be made, and how many. */
  readonly choose?: "any";
  readonly at_least?: number;
  readonly at_most?: number;
  /** The items that are put in order, instead of categories, and how many of them are. */
  readonly rank?: readonly CategoryDocument[];
  readonly places?: number;
  readonly rows?: readonly RowDocument[];
  readonly optional?: boolean;
  readonly order?: "random";
  /** Conditions by the names of earlier questions, or of choices, items and rows of these. */
  readonly asked_if?: Readonly<Record<string, ConditionDocument>>;
}

/** A heading before a question. */
export interface SectionDocument {
  readonly before: string;
  readonly title?: Written;
  readonly text?: Written;
  readonly order?: "random";
}

/** A score of questions, or of choices or rows of these, by name. */
export interface ScoreDocument {
  readonly name: string;
  readonly of: readonly string[];
  readonly codes?: readonly number[];
  readonly reversed?: readonly string[];
}

/** A group of a comparison, with shares from 0 to 1. */
export interface ComparedGroupDocument {
  readonly answer: string;
  readonly size: number;
  readonly share: number;
}

/** A difference to find, by the names of two questions, or of choices or rows of these. */
export interface ComparisonDocument {
  readonly of: string;
  readonly answer: string;
  readonly by: string;
  readonly groups: readonly [ComparedGroupDocument, ComparedGroupDocument];
}

/** The part of a survey document that the studio writes. */
export interface SurveyDocument {
  readonly survey: string;
  readonly title?: Written | undefined;
  readonly attributes: readonly AttributeDocument[];
  readonly privacy: { readonly record_epsilon: number; readonly reads?: string } & Readonly<Record<string, unknown>>;
  readonly tables?: readonly (readonly string[])[];
  readonly respondents?: number;
  readonly ask?: "drawn";
  readonly partial?: boolean;
  readonly invitations?: "blind" | "plain";
  readonly texts?: Readonly<Partial<Record<Around, Written>>> | undefined;
  readonly sections?: readonly SectionDocument[] | undefined;
  readonly scores?: readonly ScoreDocument[] | undefined;
  readonly comparisons?: readonly ComparisonDocument[];
}
