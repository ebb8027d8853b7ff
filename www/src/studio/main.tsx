/** The studio, in which authors write a survey, choose its privacy, see it as respondents will, and publish it. */

import { render } from "preact";
import { byId } from "../page/element";
import { LANGUAGES, type Language, openLanguage } from "../page/language";
import { installNavigation } from "../page/author-navigation";
import { App } from "./app";

function show(language: Language): void {
  render(<App language={language} />, byId("studio"));
}

const language = openLanguage(LANGUAGES);
installNavigation(byId("top"), "write", language, show);
byId("studio").replaceChildren();
show(language);
