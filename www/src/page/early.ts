/**
 * Runs in the head of the pages whose HTML is in English, before they are painted. Readers of other languages see the page once
 * its words are in their language, or in English if that takes too long.
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
