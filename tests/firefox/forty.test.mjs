/** Ring: pages. Forty questions on a published survey's page in Firefox, by keyboard alone and 360 pixels wide, along three paths. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Collector } from "../browser/collector.mjs";
import { showing } from "../browser/enclosed.mjs";
import {
  answerByKeyboard,
  askedWith,
  assertNowhere,
  assertSound,
  FORTY,
  firstIn,
  PATHS,
  shownIn,
  thanksIn,
} from "../browser/forty.mjs";
import { nightly } from "../nightly.mjs";
import { openFirefox, openPage } from "./firefox.mjs";

const collector = await Collector.open({ survey: FORTY });
after(() => collector.close());
const address = `${collector.origin}/answer.html#${(await collector.plan()).fingerprint}`;

/** Firefox of somebody who reads this language. */
const reading = (language) => openFirefox({ extraPrefsFirefox: { "intl.accept_languages": language } });

for (const [place, language] of ["en", "de"].entries())
  test(`every path is answered in ${language}`, async (t) => {
    const firefox = await reading(language);
    t.after(() => firefox.close());
    // Every path in one language; nightly in both.
    const paths = Object.entries(PATHS).filter((_, i) => nightly || i % 2 === place);
    for (const [path, way] of paths) {
      const stored = await collector.reports();
      const { page, faults, lines, close } = await openPage(firefox);
      await page.setViewport({ width: 360, height: 740 });
      await page.goto(address);
      const frame = await showing(page, firstIn(language));
      await assertSound(page, frame, `${path}, empty`);
      await answerByKeyboard(page, frame, way, language);
      assert.deepEqual((await shownIn(frame, language)).toSorted(), askedWith(way.answers).toSorted());
      await assertSound(page, frame, `${path}, filled in`);
      await page.keyboard.press("Enter");
      const thanks = await showing(page, thanksIn(language));
      await assertSound(page, thanks, `${path}, sent`);
      const told = await Promise.all(lines);
      assert.equal(told.filter((line) => line.startsWith("POST")).length, 1);
      assert.equal(await collector.reports(), stored + 1);
      await assertNowhere(page, told, language);
      assert.deepEqual(faults, []);
      await close();
    }
  });
