/** Ring: pages. What Firefox writes into its profile while surveys are answered. */

import { tests } from "../browser/profiles.mjs";
import { openFirefox } from "./firefox.mjs";

/** Makes Firefox save the state of pages every second. */
const OFTEN = { "browser.sessionstore.interval": 1000, "browser.sessionstore.interval.idle": 1000 };

tests(async (profile) => {
  const firefox = await openFirefox({
    userDataDir: profile,
    extraPrefsFirefox: { ...OFTEN, "browser.sessionstore.resume_from_crash": true },
  });
  return { page: await firefox.newPage(), close: () => firefox.close() };
});
