/** The words of the reading page in every language: a missing language is a compile-time error. */

import type { InEvery } from "../../page/language";
import { ar } from "./ar";
import { en } from "./en";
import { es } from "./es";
import { ja } from "./ja";
import type { Words } from "./words";

export const WORDS: InEvery<Words> = { en, es, ja, ar };
export type { Words };
