/**
 * Ring: package. Random surveys of SurveyJS: a survey that `protect` accepts shows, requests and stores the same whatever somebody answers to private
 * questions. Many of the others differ, which shows that the comparison detects leaks.
 */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as second from "survey-core";
import * as third from "survey-core-3";
import { every } from "../nightly.mjs";
import { Project } from "./installed.mjs";

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();
const { protect, surveyOf } = await project.import("surveyjs");

const SURVEYS = every(100, 40);
const SMOKER = { type: "radiogroup", name: "smoker", isRequired: true, choices: ["no", "yes"] };
const CIGARETTES = { type: "text", inputType: "number", name: "cigarettes" };
const HOW = { type: "checkbox", name: "how", choices: ["words", "yes", { value: "none", isExclusive: true }] };
const CLIMATE = { type: "matrix", name: "climate", rows: ["safe", "heard"], columns: ["no", "yes"] };
const PRIVATE = [SMOKER, CIGARETTES, HOW, CLIMATE].map(({ name }) => name);
const imported = surveyOf(
  { elements: [SMOKER, CIGARETTES, HOW, CLIMATE] },
  { survey: "random", privacy: { record_epsilon: 2 }, bins: { cigarettes: [0, 10, null] } },
);
/** Whether the checkbox is visible may depend on answers. */
const attributes = imported.attributes.map((asked) => (asked.name === "how" ? { ...asked, optional: true } : asked));
const plan = project.design({ ...imported, attributes });

/** Numbers from 0 to below 1 from a seed (mulberry32). */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Writes surveys: open elements and four private questions, which refer to each other at random. */
class Writer {
  #next;
  #names = 0;

  constructor(seed) {
    this.#next = random(seed);
  }

  #of(list) {
    return list[Math.floor(this.#next() * list.length)];
  }

  #chance(share) {
    return this.#next() < share;
  }

  #name() {
    this.#names += 1;
    return `open${this.#names}`;
  }

  /** A name to refer to: rarely a private one, mostly a calculated or open one. */
  #read() {
    if (this.#chance(0.15)) return this.#of(["smoker", "SMOKER", "Cigarettes", "how", "climate.safe"]);
    return this.#of(["note", "NOTE", "first", "second", "open1", "open2", "pagecount", "colour"]);
  }

  #reference() {
    const name = this.#read();
    if (this.#chance(0.7)) return name;
    return this.#of([` ${name} `, `${name}.length`, `${name}[0]`, `$${name}.value`, `${name}-Comment`, `#${name}`]);
  }

  #expression() {
    const variable = `{${this.#reference()}}`;
    return this.#of([
      variable,
      `${variable} notempty`,
      `${variable} = 'yes'`,
      `${variable} contains 'yes'`,
      `${variable} + 'x'`,
      `iif(${variable} = 'yes' or ${variable} > 5, 'a', 'b')`,
      `displayValue('${this.#read()}')`,
    ]);
  }

  #text() {
    return this.#of(["words", `about {${this.#reference()}}`, "smoker"]);
  }

  #open() {
    const name = this.#name();
    const image = { type: "image", name, imageLink: `shown/{${this.#reference()}}.png` };
    return this.#of([
      { type: "text", name, title: this.#text(), defaultValueExpression: this.#expression() },
      { type: "text", name, setValueIf: this.#expression(), setValueExpression: this.#expression() },
      { type: "expression", name, expression: this.#expression() },
      { type: "html", name, html: this.#text(), visibleIf: this.#expression() },
      { type: "comment", name, description: this.#text(), requiredIf: this.#expression() },
      { type: "dropdown", name, choicesByUrl: { url: `choices/{${this.#reference()}}` } },
      { type: "checkbox", name, choices: ["a", { value: "b", text: this.#text(), visibleIf: this.#expression() }] },
      { type: "radiogroup", name, choices: ["a", "yes"], title: this.#text(), enableIf: this.#expression() },
      { type: "multipletext", name, items: [{ name: "one", title: this.#text() }] },
      { type: "paneldynamic", name, panelCount: 1, templateElements: [{ ...image, name: "inner" }] },
      {
        type: "panel",
        name,
        title: this.#text(),
        visibleIf: this.#expression(),
        elements: [{ ...image, name: `${name}in` }],
      },
      { type: "checkbox", name, choicesFromQuestion: this.#read() },
      { type: "text", name, valueName: this.#read() },
      image,
    ]);
  }

  #private(question) {
    return this.#chance(0.5)
      ? { ...question, visibleIf: this.#of([this.#expression(), "{smoker} = 'yes'", "{how} contains 'yes'"]) }
      : question;
  }

  #trigger() {
    const [expression, setToName] = [this.#expression(), "note"];
    return this.#of([
      { type: "copyvalue", expression, fromName: this.#read(), setToName },
      { type: "setvalue", expression, setToName, setValue: "set" },
      { type: "runexpression", expression, runExpression: this.#expression(), setToName },
      { type: "skip", expression, gotoName: "note" },
    ]);
  }

  survey() {
    const open = () => Array.from({ length: this.#of([0, 1, 1, 2]) }, () => this.#open());
    const pages = [
      { name: "page1", elements: [SMOKER, { type: "text", name: "note", defaultValue: "yes" }, ...open()] },
      {
        name: "page2",
        title: this.#text(),
        elements: [this.#private(CIGARETTES), HOW, this.#private(CLIMATE), ...(this.#chance(0.5) ? [] : open())],
      },
      { name: "page3", elements: [{ type: "text", name: "colour", defaultValue: "red" }, ...open()] },
    ];
    if (this.#chance(0.2)) pages[1].visibleIf = this.#expression();
    return {
      pages,
      ...(this.#chance(0.4) && {
        calculatedValues: ["first", "second"].map((name) => ({
          name,
          expression: this.#expression(),
          includeIntoResult: this.#chance(0.2),
        })),
      }),
      ...(this.#chance(0.3) && { triggers: [this.#trigger()] }),
      ...(this.#chance(0.2) && { completedHtml: this.#text() }),
      ...(this.#chance(0.2) && { navigateToUrl: `next?{${this.#reference()}}` }),
    };
  }
}

/** Everything that a question shows, holds or loads. */
function shown(question) {
  const { name, isVisible, isReadOnly, isRequired, value, visibleChoices } = question;
  return {
    ...{ name, isVisible, isReadOnly, isRequired, value },
    texts: ["locTitle", "locDescription", "locHtml", "locImageLink"].map((text) => question[text]?.renderedHtml),
    choices: visibleChoices?.map((choice) => [choice.value, choice.locText.renderedHtml]),
    inside: [
      ...(question.items ?? []).flatMap(({ editor = [] }) => editor),
      ...(question.panels ?? []).flatMap((panel) => panel.questions),
    ].map(shown),
  };
}

/** What a survey requests, shows and stores outside of its private questions, while somebody answers and completes it. */
function outside(model, answers) {
  const told = [];
  globalThis.XMLHttpRequest = class {
    open(_, address) {
      told.push(address);
    }
    setRequestHeader() {}
    send() {}
  };
  model.onNavigateToUrl.add((_, options) => {
    told.push(options.url);
    options.allow = false;
    options.url = "";
  });
  model.onComplete.add((sender) => told.push(isolated(sender.data)));
  const look = () => {
    const pages = model.pages
      .filter(({ name }) => name !== "page2")
      .map((page) => [page.isVisible, page.locTitle.renderedHtml]);
    const questions = model.getAllQuestions().filter(({ name }) => !PRIVATE.includes(name));
    told.push([pages, questions.map(shown), isolated(model.data)]);
  };
  for (const [name, answer] of Object.entries(answers)) {
    model.setValue(name, answer);
    look();
  }
  model.doComplete();
  told.push(model.processedCompletedHtml);
  return JSON.stringify(told);
}

/** The data without the private questions, which `protect` removes. */
function isolated(data) {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !PRIVATE.includes(name)));
}

const ANSWERS = [
  { smoker: "no", cigarettes: 1, how: ["none"], climate: { safe: "no", heard: "no" } },
  { smoker: "yes", cigarettes: 20, how: ["words", "yes"], climate: { safe: "yes", heard: "no" } },
];

for (const [version, { Model }] of [
  [2, second],
  [3, third],
])
  test(`version ${version}: what is taken is the same outside, whatever is answered to private questions`, async () => {
    const count = { taken: 0, steered: 0, refused: 0, telling: 0 };
    for (let seed = 1; seed <= SURVEYS; seed += 1) {
      const written = new Writer(seed).survey();
      const [one, other] = ANSWERS.map((answers) => outside(new Model(written), answers));
      const taken = await protect(new Model(written), loadPlan(plan, { storage: "memory" }), {
        endpoint: "http://collector.test/",
      }).then(
        () => true,
        ({ code }) => {
          assert.equal(code, "form-mismatch");
          return false;
        },
      );
      if (taken) assert.equal(one, other, `survey ${seed}: ${JSON.stringify(written)}`);
      count[taken ? "taken" : "refused"] += 1;
      if (!taken && one !== other) count.telling += 1;
      if (taken && /"visibleIf":"[^"]*(smoker|cigarettes|how|climate)/i.test(JSON.stringify(written)))
        count.steered += 1;
    }
    assert.ok(
      count.taken >= every(30, 9) && count.steered >= every(5, 1) && count.telling >= every(20, 8),
      JSON.stringify(count),
    );
  });
