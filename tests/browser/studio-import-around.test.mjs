/** What stands around the questions of other programs, as the studio reads it: headings, texts, orders at random, and the limits of numbers. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { FORMS, writeSheets } from "../imports/xlsforms.mjs";
import { openStudioStage } from "./studio.mjs";
import { assertQuestions, imported, ready, reasons } from "./studio-imported.mjs";

const stage = await openStudioStage();
const { inStudio } = stage;
const example = (name) => fileURLToPath(new URL(`../imports/${name}`, import.meta.url));

function file(name, text) {
  const path = join(stage.folder, name);
  writeFileSync(path, text);
  return path;
}

const order = "random";
const shuffled =
  "stands in a part whose order, or whose questions, are drawn at random: it is asked of everybody, in the order of the file";
const note = "shows a text, and asks nothing";
const piped = (code) => `its text has ${code}, in whose place something else stood: write it anew`;

/** Compares sections one by one, so that a failure names the question that one begins with. */
function assertSections(sections, wanted) {
  for (const [place, section] of wanted.entries()) assert.deepEqual(sections[place], section, section.before);
  assert.equal(sections.length, wanted.length);
}

/** A question about yes and no, with its answers in the languages of `said`. */
const asking = (no, yes) => (name, question, more) => ({
  name,
  question,
  categories: [
    { value: no[0], label: no[1] },
    { value: yes[0], label: yes[1] },
  ],
  ...more,
});

test("LimeSurvey's welcome and end, groups with names and descriptions, texts, and limits of numbers", () =>
  inStudio(async (page) => {
    const survey = await imported(page, example("household.lss"));
    const said = (en, es = en) => ({ en, es });
    const own = asking(["Yes", said("Yes")], ["No", said("No")]);
    assert.deepEqual(survey.texts, {
      welcome: said(
        "For everybody who lives there.\n\nWelcome!\n\nIt takes five minutes.\n\nTake your time.",
        "Para todas las personas que viven en él.\n\n¡Bienvenidas!\n\nTómese su tiempo.",
      ),
      thanks: said("Thank you for {SURVEYNAME}."),
    });
    assertQuestions(survey.attributes, [
      { name: "age", question: said("Your age", "Su edad"), bins: [18, 100] },
      asking(["No", said("No")], ["Yes", said("Yes", "Sí")])("rents", said("Do you rent?", "¿Alquila?")),
      { name: "rent", question: said("Your rent", "Su alquiler"), bins: [null, 1501], asked_if: { rents: ["Yes"] } },
      own("heat", said("Is it warm?", "¿Hace calor?")),
      own("damp", said("Is it damp?", "¿Es húmeda?")),
      own("works", said("Do you work?", "¿Trabaja?")),
      { name: "hours", question: said("Hours a week", "Horas por semana"), bins: [null, null] },
      own("fair", said("Is it fair?", "¿Es justo?")),
    ]);
    assertSections(survey.sections, [
      {
        before: "age",
        title: said("Your home", "Su hogar"),
        text: said("About where you live:\n\ntoday,\nnot last year.", "Sobre dónde vive."),
      },
      { before: "rent", title: said("Money", "Dinero") },
      { before: "heat", order },
      { before: "works", title: said("Work & pay", "Trabajo y sueldo"), text: said("First line\nsecond line") },
      { before: "hours", text: said("Now your pay.") },
    ]);
    const english = "some of its answers are in English: translate them";
    assert.deepEqual(await reasons(page), {
      missing: ["words: is answered with words of one’s own", `some: ${note}`],
      partly: [
        `heat: ${english}`,
        `damp: ${english}`,
        `works: ${shuffled}`,
        `works: ${english}`,
        `fair: ${shuffled}`,
        `fair: ${english}`,
        `Thank you for {SURVEYNAME}.: ${piped("{SURVEYNAME}")}`,
      ],
    });
    await page.getByText("3 questions need a change.").waitFor();
    const age = page.locator(".written").first();
    await age.getByRole("textbox", { name: "Limit 2 of the ranges" }).fill("60");
    await page.getByText("2 questions need a change.").waitFor();
  }));

test("a LimeSurvey text without a welcome page, whose groups show their names only", () =>
  inStudio(async (page) => {
    const head = ["class", "type/scale", "name", "relevance", "text", "language", "mandatory", "random_group"];
    const rows = [
      head,
      ["S", "", "language", "", "en"],
      ["S", "", "additional_languages", "", "fr"],
      ["S", "", "showwelcome", "", "N"],
      ["S", "", "showgroupinfo", "", "N"],
      ...["en", "fr"].flatMap((tag) => {
        const of = (...texts) => texts[tag === "en" ? 0 : 1];
        return [
          ["SL", "", "surveyls_title", "", "A day", tag],
          ["SL", "", "surveyls_welcometext", "", "Welcome", tag],
          ["SL", "", "surveyls_endtext", "", of("Thank you.", "Merci."), tag],
          ["G", "G0", of("Your day", "Votre journée"), "1", "Described", tag],
          ["Q", "5", "walks", "1", of("How far?", "Loin ?"), tag, "Y", "day"],
          ["Q", "5", "reads", "1", of("How much?", "Beaucoup ?"), tag, "Y", "day"],
          ["G", "G1", of("Your day", "Votre journée"), "1", "", tag],
          ["Q", "5", "sleeps", "1", of("How long?", "Longtemps ?"), tag, "Y", ""],
        ];
      }),
    ];
    const survey = await imported(page, file("day.txt", rows.map((row) => row.join("\t")).join("\n")));
    const said = (en, fr) => ({ en, fr });
    assert.deepEqual(survey.texts, { thanks: said("Thank you.", "Merci.") });
    const title = said("Your day", "Votre journée");
    assertSections(survey.sections, [
      { before: "walks", title, order },
      { before: "sleeps", title },
    ]);
    assert.deepEqual(await reasons(page), { missing: [], partly: [] });
    await ready(page);
  }));

test("Qualtrics' descriptive texts, blocks at random, and limits of numbers", () =>
  inStudio(async (page) => {
    const survey = await imported(page, example("household.qsf"));
    const said = (en, de = en) => ({ en, de });
    const own = asking(["No", said("No", "Nein")], ["Yes", said("Yes", "Ja")]);
    assert.deepEqual(survey.texts, { welcome: said("Welcome\n\nIt takes\nfive minutes.", "Willkommen") });
    assertQuestions(survey.attributes, [
      own("rents", said("Do you rent?", "Mieten Sie?")),
      { name: "age", question: said("Your age", "Ihr Alter"), bins: [18, 100] },
      { name: "rent", question: said("Your rent", "Ihre Miete"), bins: [-0.5, null], asked_if: { rents: ["Yes"] } },
      own("heat", said("Is it warm?", "Ist es warm?")),
      own("damp", said("Is it damp?", "Ist es feucht?")),
      own("works", said("Do you work?", "Arbeiten Sie?")),
      own("fair", said("Is your pay fair?", "Ist Ihr Lohn gerecht?")),
      own("sure", said("Are you sure?", "Sind Sie sicher?")),
      own("why", said("Do you know why?", "Wissen Sie, warum?"), { asked_if: { sure: ["Yes"] } }),
    ]);
    const code = "\u0024{q://QID4/ChoiceTextEntryValue}";
    assertSections(survey.sections, [
      { before: "rents", text: said("About your home.", "Zu Ihrer Wohnung.") },
      { before: "rent", text: said("Now your rent.", "Nun zur Miete.") },
      { before: "heat", order },
      { before: "works" },
      { before: "fair", text: said(`${code} is your age.`) },
      { before: "sure" },
    ]);
    assert.deepEqual(await reasons(page), {
      missing: ["words: is answered with words of one’s own", `works-said: ${note}`, `some: ${note}`],
      partly: [`sure: ${shuffled}`, `why: ${shuffled}`, `${code} is your…: ${piped(code)}`],
    });
  }));

test("SurveyJS's start page, pages and panels with titles, orders at random, and limits of numbers", () =>
  inStudio(async (page) => {
    const survey = await imported(page, example("household.surveyjs.json"));
    const said = (en, fr = en) => ({ en, fr });
    const own = (name) => asking(["false", said("No")], ["true", said("Yes")])(name, said(name));
    const follows = { asked_if: { rents: ["true"] } };
    assert.deepEqual(survey.texts, {
      welcome: said(
        "For everybody who lives there\n\nIt takes five minutes.",
        "For everybody who lives there\n\nCinq minutes.",
      ),
      thanks: said("Thank you.\n\nThat was all.", "Merci."),
    });
    assertQuestions(survey.attributes, [
      { name: "age", question: said("age"), bins: [18, 100] },
      own("rents"),
      { name: "rent", question: said("rent"), bins: [-2.5, null], ...follows },
      ...["heat", "water"].map((name) => ({ ...own(name), ...follows })),
      ...["garden", "pets", "walks", "reads", "cooks", "sleeps"].map(own),
      { name: "hours", question: said("hours"), bins: [null, null] },
    ]);
    assertSections(survey.sections, [
      { before: "age", title: said("Your home", "Votre logement"), text: said("About where you live") },
      { before: "rent", title: said("Your rent") },
      { before: "heat", text: said("What you pay for") },
      { before: "water" },
      { before: "garden", title: said("Your home", "Votre logement") },
      { before: "pets" },
      { before: "walks", title: said("Your day"), order },
      { before: "cooks", title: said("Your day") },
      { before: "sleeps", title: said("At night") },
      { before: "hours" },
    ]);
    assert.deepEqual(await reasons(page), {
      missing: [
        "words: is answered with words of one’s own",
        ...["some", "lost", "picture", "after"].map((name) => `${name}: ${note}`),
      ],
      partly: [`cooks: ${shuffled}`, `sleeps: ${shuffled}`],
    });
  }));

test("an XLSForm's groups within groups, notes, and limits of numbers", () =>
  inStudio(async (page) => {
    const form = join(stage.folder, "household.xlsx");
    await writeSheets(form, FORMS.household);
    const survey = await imported(page, form);
    const said = (en, fr = en) => ({ en, fr });
    const answers = [["no", said("No", "Non")], ["yes", said("Yes", "Oui")]]; // biome-ignore format: a table
    const own = asking(...answers);
    assert.deepEqual(survey.texts, {
      welcome: said("Welcome\n\nIt takes five minutes.", "Bienvenue\n\nIt takes five minutes."),
    });
    assertQuestions(survey.attributes, [
      { name: "age", question: said("Your age", "Votre âge"), bins: [18, 60, 100] },
      {
        name: "rent",
        question: said("Your rent", "Votre loyer"),
        bins: [-0.5, null],
        asked_if: { age: { from: 60, below: 100 } },
      },
      own("garden", said("A garden?", "Un jardin ?")),
      own("pets", said("Pets?", "Des animaux ?")),
      { name: "rooms", question: said("Rooms", "Pièces"), bins: [1, 21] },
      { name: "odd", question: said("An odd number"), bins: [null, null] },
      { name: "turned", question: said("Turned"), bins: [null, null] },
      {
        name: "climate",
        question: said("At work", "Au travail"),
        rows: [
          { name: "safe", question: said("Safe", "En sécurité") },
          { name: "heard", question: said("Heard", "Écouté") },
        ],
        categories: answers.map(([value, label]) => ({ value, label })),
      },
    ]);
    const title = said("Your home", "Votre logement");
    assertSections(survey.sections, [
      { before: "age", title, text: said("About where you live.", "Où vous habitez.") },
      { before: "rent", title: said("Your rent", "Votre loyer") },
      { before: "garden", title },
      { before: "rooms", text: said("Now \u0024{age}.") },
      { before: "odd" },
      { before: "climate", text: said("How often?") },
    ]);
    assert.deepEqual(await reasons(page), {
      missing: [`some: ${note}`, "said: is answered with words of one’s own", `lost: ${note}`, `bye: ${note}`],
      partly: ["odd: its rule . mod 2 = 1 is left out", `Now \u0024{age}.: ${piped("\u0024{age}")}`],
    });
  }));

test("limits of numbers as files write them: some are none", () =>
  inStudio(async (page) => {
    const wanted = [
      [{ min: "0", max: "120" }, [0, 121]],
      [{ min: 0.5, max: 2.5 }, [0.5, 3]],
      [{ min: -10, max: -1 }, [-10, 0]],
      [{ min: 5, max: 5 }, [5, 6]],
      [{ min: 6, max: 5 }, [null, null]],
      [{ min: "", max: null }, [null, null]],
      [{ min: "1e3", max: "NaN" }, [null, null]],
      [{ min: "1234567890123456", max: "Infinity" }, [null, null]],
      [{ min: "today()", max: { default: 9 } }, [null, null]],
      [{ max: 50, validators: [{ type: "numeric", minValue: 10, maxValue: 90 }, { type: "expression" }] }, [10, 51]],
    ];
    const elements = wanted.map(([limits], place) => ({
      type: "text",
      name: `n${place}`,
      inputType: "number",
      isRequired: true,
      ...limits,
    }));
    const last = { type: "rating", name: "last", isRequired: true, rateMax: 2 };
    const { attributes } = await imported(page, file("limits.json", JSON.stringify({ elements: [...elements, last] })));
    assertQuestions(attributes, [
      ...wanted.map(([, bins], place) => ({ name: `n${place}`, question: `n${place}`, bins })),
      { name: "last", question: "last", categories: ["1", "2"] },
    ]);
    assert.deepEqual(await reasons(page), { missing: [], partly: [] });
  }));

test("a survey document has its sections, texts and scores; what is imported after it has its own", () =>
  inStudio(async (page) => {
    const questions = ["calm", "sure"].map((name) => ({ name, question: `${name}?`, categories: ["no", "yes"] }));
    const around = {
      texts: { welcome: "Welcome", consent: "I agree", thanks: "Thanks" },
      sections: [{ before: "sure", title: "On", text: "A text" }],
      scores: [{ name: "ease", of: ["calm", "sure"] }],
    };
    const document = {
      survey: "ease",
      title: "Ease",
      attributes: questions,
      privacy: { record_epsilon: 1 },
      ...around,
    };
    const { texts, sections, scores } = await imported(page, file("ease.json", JSON.stringify(document)));
    assert.deepEqual({ texts, sections, scores }, around);
    const long = "é𝄞 ".repeat(5000).trim();
    const elements = [{ type: "boolean", name: "next", title: "next?", isRequired: true }];
    const pages = [{ name: "p", title: long, description: "<b>1 < 2</b>", elements }];
    const next = await imported(page, file("next.json", JSON.stringify({ completedHtml: "<p>Bye</p>", pages })));
    assert.deepEqual(next.texts, around.texts);
    assert.deepEqual(next.sections, [{ before: "next", title: long, text: "<b>1 < 2</b>" }]);
    assert.equal(next.scores, undefined);
    await ready(page);
  }));

test("characters that documents must not have are taken out of texts", () =>
  inStudio(async (page) => {
    const choices = [{ value: "\u2066left\u2069", text: "left\u0007" }, "right"];
    const element = { type: "radiogroup", name: "hand", title: "\u202bWhich hand?\u202c", isRequired: true, choices };
    const pages = [{ name: "p", title: "\u202eHands", elements: [element] }];
    const { attributes, sections } = await imported(page, file("hands.json", JSON.stringify({ pages })));
    assert.deepEqual(attributes, [{ name: "hand", question: "Which hand?", categories: ["left", "right"] }]);
    assert.deepEqual(sections, [{ before: "hand", title: "Hands" }]);
    await ready(page);
  }));

test("an XLSForm's groups three deep, one that does not end, and rules of numbers that are limits or none", () =>
  inStudio(async (page) => {
    const form = join(stage.folder, "deep.xlsx");
    const ask = (name, relevant = "") => ["select_one yes_no", name, `${name}?`, relevant, "", "yes"];
    const number = (type, name, rule) => [type, name, `${name}?`, "", rule, "yes"];
    const begin = (kind, label) => [`begin_${kind}`, label, label];
    const rules = [
      ["integer", ". >= -5 and . <= -1", [-5, -3, 0]],
      ["integer", ".>=18", [null, 10, null]],
      ["integer", ". > 17.5", [18, null]],
      ["decimal", ". > 0 and .<1", [0, 1]],
      ["integer", "18 <= .", [null, null]],
      ["integer", ". >= 18 or . = -99", [null, null]],
      ["integer", ". >= '18' and . != 20", [null, null]],
    ];
    await writeSheets(form, {
      survey: [
        ["type", "name", "label", "relevant", "constraint", "required"],
        ...[begin("group", "A"), begin("group", "B"), begin("group", "C"), ask("q1"), ["end_group"]],
        ...[ask("q2"), ["end_group"], ["end_group"], ["end_group"], ask("q3"), begin("group", "A")],
        ...[begin("repeat", "R"), ["note", "n", "Of each"], ask("q4"), ["end_repeat"], ask("q5")],
        ...rules.map(([type, rule], place) => number(type, `n${place}`, rule)),
        ...[ask("low", "\u0024{n0} < -3"), ask("few", "\u0024{n1} < 10")],
      ],
      choices: [["list_name", "name", "label"], ["yes_no", "no", "No"], ["yes_no", "yes", "Yes"]], // biome-ignore format: a table
    });
    const { attributes, sections } = await imported(page, form);
    assertSections(sections, [
      { before: "q1", title: "C" },
      { before: "q2", title: "B" },
      { before: "q3" },
      { before: "q5", title: "A" },
    ]);
    const bins = attributes.flatMap((attribute) => (attribute.bins ? [attribute.bins] : []));
    assert.deepEqual(
      bins,
      rules.map(([, , wanted]) => wanted),
    );
    assert.deepEqual(
      attributes.slice(-2).map(({ asked_if }) => asked_if),
      [{ n0: { from: -5, below: -3 } }, { n1: { below: 10 } }],
    );
    assert.deepEqual(await reasons(page), {
      missing: ["n: is asked any number of times", "q4: is asked any number of times"],
      partly: rules.slice(4).map(([, rule], place) => `n${place + 4}: its rule ${rule} is left out`),
    });
  }));

test("a SurveyJS survey all of whose pages are at random but one, and texts that are none", () =>
  inStudio(async (page) => {
    const ask = (name, visibleIf) => ({ type: "boolean", name, isRequired: true, ...(visibleIf && { visibleIf }) });
    const html = "<p>Well <script>alert(1)</script><img src='/missing.png'></p>";
    const pages = [
      { name: "a", title: "Same", elements: [{ type: "html", name: "h", html }, ask("a1"), ask("a2")] },
      { name: "b", title: "Same", questionsOrder: "initial", elements: [ask("b1"), ask("b2")] },
      { name: "c", title: {}, description: 5, elements: [ask("c1"), ask("c2", "{c1} = true")] },
      { name: "d", title: "Empty", elements: [{ type: "panel", name: "p", title: "Empty", elements: [] }] },
    ];
    const survey = { title: 5, questionOrder: "random", completedHtml: ["x"], pages };
    const { texts, sections } = await imported(page, file("mixed.json", JSON.stringify(survey)));
    assert.equal(texts, undefined);
    assertSections(sections, [
      { before: "a1", title: "Same", text: "Well", order },
      { before: "b1", title: "Same" },
      { before: "c1" },
    ]);
    assert.deepEqual(await reasons(page), { missing: [], partly: [`c1: ${shuffled}`, `c2: ${shuffled}`] });
    await ready(page);
  }));
