/**
 * A questionnaire of forty questions in two languages (`tests/cases/forty.survey.json`), answered by keyboard alone along different paths, in any
 * browser; and where what was answered is looked for afterwards.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { audited } from "./enclosed.mjs";
import { traces } from "./stage.mjs";

export const FORTY = fileURLToPath(new URL("../cases/forty.survey.json", import.meta.url));
const SURVEY = JSON.parse(readFileSync(FORTY, "utf8"));

/** A number that occurs nowhere else. */
const CANARY = "271828182845904";

/** The answers of somebody of whom no follow-up is asked. */
const NOTHING_MORE = {
  contract: "permanent",
  sector: "public",
  size: "large",
  leads: "no",
  shifts: "no",
  second: "no",
  tenure: "20",
  found: "advert",
  hours: "38.5",
  overtime: "never",
  home: "2",
  commute: "25",
  reached: ["none"],
  breaks: "never",
  leave: "yes",
  plan: "month",
  climate: ["4", "4", "4", "4", "1", "4", "unknown", "3"],
  change: ["pay"],
  stay: "never",
  council: "yes",
  talk: "yes",
  harassed: "no",
  accident: "no",
  unsafe: "refused",
  aches: [],
  strain: ["never", "never", "never", "sometimes", "never", "never", "refused", "often"],
  sick: "0",
  health: "good",
  pills: "never",
  doctor: "unknown",
  sex: "f",
  age: "52",
  school: "university",
  children: "0",
  pay: "yes",
};

/**
 * Ways through the survey: the answers, and at some questions other ones before these, which are answered first, with what hangs on them, and are
 * then taken back.
 */
export const PATHS = {
  "nothing more is asked": { answers: NOTHING_MORE },
  "all follow-ups are asked": {
    answers: {
      ...NOTHING_MORE,
      contract: "other",
      sector: "care",
      leads: "yes",
      led: CANARY,
      shifts: "yes",
      hours: "refused",
      overtime: "often",
      "made-up": "not",
      commute: "unknown",
      reached: ["messages", "mail", "visits"],
      "answers-mail": "often",
      climate: ["1", "1", "2", "2", "4", "3", "1", "unknown"],
      change: ["staff", "leaders", "training"],
      stay: "often",
      harassed: "yes",
      by: "superior",
      reported: "outside",
      aches: ["back", "sleep"],
      sick: CANARY,
      sex: "d",
      age: "refused",
    },
  },
  "what was asked is taken back": {
    answers: { ...NOTHING_MORE, leads: "no", harassed: "refused", reached: ["calls"], aches: ["eyes"] },
    before: {
      leads: [{ leads: "yes", led: CANARY }, { leads: "no" }, { leads: "yes", led: CANARY }],
      reached: [{ reached: ["mail", "visits"], "answers-mail": "sometimes" }, { reached: ["none"] }],
      harassed: [{ harassed: "yes", by: "superior", reported: "outside" }],
    },
  },
};

/** What a person is asked with these answers, by the names of the questions. */
export function askedWith(answers) {
  const has = ([name, wanted]) => {
    const [question, part] = name.split(".");
    const given = answers[question];
    return part === undefined ? wanted.includes(given) : given?.includes(part);
  };
  return SURVEY.attributes.filter(({ asked_if = {} }) => Object.entries(asked_if).every(has)).map(({ name }) => name);
}

/** The questions and answers that are read in a language, by their texts. */
function questionsIn(language) {
  const read = (text) => text[language];
  return new Map(
    SURVEY.attributes.map(({ name, question, rows = [], categories = [] }) => [
      read(question),
      {
        name,
        rows: rows.map((row) => read(row.question)),
        values: new Map(categories.map(({ value, label }) => [read(label), value])),
      },
    ]),
  );
}

/** What has the focus in a document: its kind, and the texts around it. */
const focused = (frame) =>
  frame.evaluate(() => {
    const control = document.activeElement;
    const text = (element) => element?.textContent ?? "";
    const named = (control.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id));
    return {
      kind: control.closest(".consent") ? "consent" : (control.type ?? control.localName),
      question: text(control.closest("fieldset")?.querySelector("legend > span")),
      row: named.length > 1 ? text(named[0]) : "",
      label: named.length > 1 ? text(named[1]) : text(control.closest("label")?.querySelector("span")),
      isChecked: control.checked === true,
      typed: control.type === "number" ? control.value : "",
    };
  });

/** Presses a key, perhaps with a modifier: `Shift+Tab`. */
async function press(page, keys) {
  const [modifier, key] = keys.includes("+") ? keys.split("+") : [undefined, keys];
  if (modifier) await page.keyboard.down(modifier);
  await page.keyboard.press(key);
  if (modifier) await page.keyboard.up(modifier);
}

/** Answers whatever has the focus, if these answers say how; returns what that is then. */
async function answer(page, frame, questions, answers) {
  const control = await focused(frame);
  const { name, rows, values } = questions.get(control.question) ?? {};
  if (name === undefined || answers[name] === undefined) return control;
  const wanted = rows.length > 0 ? answers[name][rows.indexOf(control.row)] : answers[name];
  const value = values.get(control.label);
  assert.equal(control.typed, "", `${name} is empty when it is asked`);
  if (control.kind === "number" && ![...values.values()].includes(wanted)) await page.keyboard.type(wanted);
  if (control.kind === "checkbox" && [wanted].flat().includes(value) !== control.isChecked) await press(page, " ");
  if (control.kind === "radio") {
    if (!control.isChecked) await press(page, " ");
    for (let moves = 0; values.get((await focused(frame)).label) !== wanted; moves += 1) {
      assert.ok(moves < values.size, `${name} has no answer ${wanted}`);
      await press(page, "ArrowDown");
    }
  }
  return control;
}

/** How many times Tab is pressed at most: twice for each control of the survey. */
const MOST = 400;

/** Moves the focus with a key until something is so; returns what then has the focus. */
async function until(page, frame, key, isThere) {
  for (let moves = 0; moves < MOST; moves += 1) {
    await press(page, key);
    const control = await focused(frame);
    if (isThere(control)) return control;
  }
  throw new Error(`${key} leads nowhere`);
}

/** Answers some questions from the one that has the focus on, and returns to its first control. */
async function answerAndReturn(page, frame, questions, answers) {
  const { question } = await focused(frame);
  const names = Object.keys(answers);
  for (let moves = 0; ; moves += 1) {
    assert.ok(moves < MOST, "Tab leads nowhere");
    const control = await answer(page, frame, questions, answers);
    const next = questions.get(control.question)?.name;
    if (!names.includes(next) && SURVEY.attributes.findIndex(({ name }) => name === next) > lastOf(names)) break;
    await press(page, "Tab");
  }
  await until(page, frame, "Shift+Tab", (control) => control.question === question);
  await until(page, frame, "Shift+Tab", (control) => control.question !== question);
  await press(page, "Tab");
}

const lastOf = (names) => Math.max(...names.map((own) => SURVEY.attributes.findIndex(({ name }) => name === own)));

/** Answers the whole survey from its first question to its consent, by keyboard; the button then has the focus. */
export async function answerByKeyboard(page, frame, { answers, before = {} }, language) {
  const questions = questionsIn(language);
  const rest = new Map(Object.entries(before));
  let control = await until(page, frame, "Tab", ({ question }) => question !== "");
  while (control.kind !== "submit" && control.kind !== "button") {
    const { name } = questions.get(control.question) ?? {};
    for (const first of rest.get(name) ?? []) await answerAndReturn(page, frame, questions, first);
    rest.delete(name);
    if (control.kind === "consent") await press(page, " ");
    else await answer(page, frame, questions, answers);
    assert.deepEqual(await overflow(frame), [], control.question);
    control = await until(page, frame, "Tab", () => true);
  }
}

/** How many pixels a document is too wide, if it is. */
export const overflow = async (frame) => {
  const pixels = await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return pixels > 0 ? [pixels] : [];
};

/** The names of the questions that are shown. */
export async function shownIn(frame, language) {
  const texts = await frame.evaluate(() =>
    [...document.querySelectorAll("fieldset:not(.apart) > legend > span:first-child")].map(
      ({ textContent }) => textContent,
    ),
  );
  return texts.map((text) => questionsIn(language).get(text).name);
}

/** Fails unless a document and the page around it are sound: nothing is too wide, and axe finds nothing. */
export async function assertSound(page, frame, state) {
  assert.deepEqual(
    [await overflow(page.mainFrame()), await overflow(frame), await audited(frame)],
    [[], [], []],
    state,
  );
}

/** Fails if what was answered is anywhere: in what was sent or printed, stored, in addresses or the history, or in a document. */
export async function assertNowhere(page, told, language) {
  const seen = await page.evaluate(() => [
    location.href,
    history.length,
    JSON.stringify(history.state),
    document.title,
  ]);
  const kept = await traces(page);
  assert.deepEqual(
    kept.map(([key]) => key.split(" ")[0]).toSorted(),
    ["candor", "order", "report"],
    "nothing else is kept",
  );
  const documents = await Promise.all(page.frames().map((frame) => frame.content()));
  const places = [...told, ...seen.map(String), JSON.stringify(kept), ...documents];
  for (const place of places) assert.ok(!place.includes(CANARY), place.slice(0, 500));
  const shown = await Promise.all(page.frames().map((frame) => frame.evaluate(() => document.body.innerText)));
  const texts = SURVEY.attributes.flatMap(({ question, categories = [] }) => [
    question,
    ...categories.map(({ label }) => label),
  ]);
  // Shorter ones, such as "No", are parts of other words.
  for (const text of texts.map((each) => each[language]).filter(({ length }) => length > 8))
    for (const place of shown) assert.ok(!place.includes(text), `${text} in ${place}`);
}

/** The plan's thanks in a language. */
export const thanksIn = (language) => SURVEY.texts.thanks[language];
/** The first question in a language. */
export const firstIn = (language) => SURVEY.attributes[0].question[language];
