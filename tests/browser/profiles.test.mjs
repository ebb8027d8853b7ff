/** Ring: pages. What Chromium writes into its profile while surveys are answered. */

import { chromium } from "playwright-core";
import { CHROMIUM } from "./chromium.mjs";
import { tests } from "./profiles.mjs";

tests(async (profile) => {
  const context = await chromium.launchPersistentContext(profile, CHROMIUM);
  const [page] = context.pages();
  return { page, close: () => context.close() };
});
