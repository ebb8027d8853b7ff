/** Ring: pages. The examples of forms, React, SurveyJS and jsPsych in Firefox: what leaves them, and what stays. */

import { after } from "node:test";
import { tests } from "../browser/adapters.mjs";
import { LEAKS } from "../browser/faults.mjs";
import { openFirefox, openPage } from "./firefox.mjs";

const firefox = await openFirefox();
after(() => firefox.close());

await tests(() => openPage(firefox), { leaks: Object.entries(LEAKS).slice(0, 2) });
