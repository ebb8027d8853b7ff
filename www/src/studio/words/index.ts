/** The studio's words, in every language of the pages for authors. */

import type { InEvery } from "../../page/language";
import { ar } from "./ar";
import { en, type Words } from "./en";
import { es } from "./es";
import { ja } from "./ja";

export const WORDS: InEvery<Words> = { en, es, ja, ar };
