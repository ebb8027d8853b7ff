/** The types of questions in XLSForms. */

import type { Takes } from "../comparison";
import type { LeftOut, Why } from "../reasons";

/** A question that can be imported: with choices of a list, to which "other" may be added, or which are put in order, or a number. */
export type Asked =
  | { readonly kind: "one" | "several" | "ranking"; readonly list: string; readonly other: boolean }
  | { readonly kind: "number"; readonly takes: Takes };

/** A type that cannot be, with the reason. */
export type Refused = Pick<LeftOut, "why" | "said">;

const SELECT = /^select[ _](one|multiple|1|all that apply)(?: from)?\s+(\S+)(\s+or[ _](?:specify[ _])?other)?$/i;

const REASONS: Readonly<Partial<Record<Why, readonly string[]>>> = {
  text: ["text", "string", "barcode"],
  date: ["date", "time", "datetime"],
  file: ["geopoint", "geotrace", "geoshape", "image", "photo", "audio", "video", "file"],
  slider: ["range"],
  note: ["note"],
  few: ["acknowledge", "trigger"],
};

const COMPUTED =
  /^(calculate|hidden|start|end|today|deviceid|username|email|phonenumber|simserial|subscriberid|audit|background-audio|start-geopoint|(xml|csv)-external)$/i;

/** What a row of this type asks for. */
export function typeOf(type: string): Asked | Refused {
  const [, count, list, other] = SELECT.exec(type) ?? [];
  if (list !== undefined) {
    const kind = /^(one|1)$/i.test(count ?? "") ? "one" : "several";
    return { kind, list, other: other !== undefined };
  }
  const [, ranked] = /^(?:odk:)?rank\s+(\S+)$/i.exec(type) ?? [];
  if (ranked !== undefined) return { kind: "ranking", list: ranked, other: false };
  const name = type.toLowerCase();
  if (name === "integer" || name === "int") return { kind: "number", takes: "whole" };
  if (name === "decimal") return { kind: "number", takes: "fractions" };
  if (/^select_(one|multiple)_(from_file|external)\b/.test(name)) return { why: "elsewhere" };
  if (COMPUTED.test(name)) return { why: "computed" };
  const known = Object.entries(REASONS).find(([, types]) => types.includes(name));
  return known ? { why: known[0] as Why } : { why: "type", said: type };
}
