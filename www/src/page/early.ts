/**
 * Runs in the head of the pages that stand in English, before anything of them is painted. A reader of another language sees them when
 * their words have been written, or in English where that takes too long.
 */

import { mark, openLanguage, SURVEY_LANGUAGES } from "./language";

const TOO_LONG = 3000;

const { dataset } = document.documentElement;
if (openLanguage(SURVEY_LANGUAGES) !== "en") {
  dataset.words = "coming";
  setTimeout(() => {
    if (dataset.words === undefined) return;
    delete dataset.words;
    mark("en");
  }, TOO_LONG);
}
