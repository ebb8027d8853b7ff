/** The studio’s texts of the step "Choose" in English, with numbers as they are written there. */

import { percent, whole } from "../../../page/numbers";
import type { GuessOutlook } from "../../choose/outlook";

export const people = (n: number) => `${whole(n)} ${n === 1 ? "person" : "people"}`;
const points = (margin: number) => (margin * 100 < 10 ? (margin * 100).toFixed(1) : whole(margin * 100));

export const choosing = {
  respondents: "How many people will answer?",
  tells: "How much may one report reveal?",
  tellsNote: "A report is what leaves one device: the answers, changed at random by it.",
  tellsValue: (from: number, least: number, most: number) =>
    `from ${from} of 100 to between ${least} and ${most} of 100`,
  before: "Somebody thinks",
  beforeFigure: (from: number) => `${from} of 100`,
  beforeNote: "people like this one would give certain answers.",
  after: "Then they see the report",
  afterFigure: (least: number, most: number) => `${least} to ${most} of 100`,
  afterNote: "is as far as they can have reason to move, whatever else they know.",
  odds: (factor: string) => `Odds change by a factor of at most ${factor}.`,
  lessTold: "reveals less",
  moreTold: "reveals more",
  exactLevel: "As record ε",
  exactNote: "ε (epsilon) is the usual measure of this limit: odds change at most by the factor e to the power of ε.",
  strengths: ["very strong", "strong", "good", "moderate", "weak", "hardly any"],
  strength: (name: string) => `Protection: ${name}`,
  read: "What will be read?",
  readPairs: "Every question, and every two together",
  readSingles: "Every question alone",
  readPicked: "Every question, and these two together",
  reads: "What will people look at?",
  readsTables: "Each table by itself, without bias",
  readsGuess: "The best guess of all tables together",
  readsNote: ({ guess, tables, usual }: GuessOutlook) =>
    `Designed for the best guess, a cell of it would typically be off by ${points(guess)} points instead of ${points(usual.guess)}, if most questions hardly depend on each other; a cell of a table by itself by ${points(tables)} instead of ${points(usual.tables)}.`,
  readsLimit: "How much wider may margins of tables by themselves become for that?",
  readsLimited: (wider: number, { guess, tables }: GuessOutlook) =>
    `By ${percent(wider, 0)} or less: ${points(guess)} points for the best guess, ${points(tables)} for a table by itself`,
  pickedGrid: "Questions to be read together",
  pair: (one: string, other: string) => `${one} and ${other}`,
  withItself: (question: string) => `${question}, every two parts of it`,
  ask: "What does a device ask?",
  askAll: "Every question",
  askDrawn: "Only the questions that it draws and uses",
  partial: "People may stop midway",
  partialCost:
    "Whoever stops sends one report all the same, in which the other questions are “not reached”. That costs one more answer per question, over which the noise is spread: errors grow, most for questions with few answers.",
  who: "Who may answer?",
  whoNote: "The collector is the server to which devices send their reports, and which counts them.",
  everybody: "Everybody who has the address",
  invitedBlind: "Only the invited, each once; the collector cannot tell whose invitation a report came with",
  invitedPlain: "Only the invited, each once; the collector can tell which invitation a report came with",

  wanted: "What do you want to know?",
  wantedNote:
    "Name a difference that matters: an answer that one group gives more often than another. You see how many people it takes to find it, and which tables to read for it. Each further table makes all tables less exact.",
  addWanted: "Name a difference",
  wantedOf: (place: number) => `Difference ${place}`,
  removeWanted: (place: number) => `Remove difference ${place}`,
  wantedOutcome: "Question that is compared",
  wantedAnswer: "Its answer",
  wantedBy: "Question that makes the groups",
  group: (place: number) => `Group ${place}`,
  groupSize: "Of 100 people, in this group",
  groupShare: "Of 100 in this group, who give the answer",
  wantedUnfinished:
    "Choose two different groups of at most 100 of 100 people together, and say how many of 100 give the answer in each: two different numbers.",
  wantedTables: "Tables that are read",
  wantedPeople: "People needed",
  wantedFound: (n: number) => `With ${people(n)}`,
  wantedWays: {
    proposed: "Only those that this takes",
    chosen: "Those that are chosen now",
    pairs: "Every two questions together",
  },
  foundIn: (share: number) => `found in ${whole(share * 100)} of 100 surveys`,
  noneEnough: "no number is enough",
  expectThese: (n: number) => `Expect ${people(n)}`,
  wantedHow:
    "Needed are so many people that 80 of 100 surveys find that the two questions go together: a difference so large that, where there is none, at most 5 of 100 surveys would show it. Further groups are assumed to lie between the two, other answers to be equally frequent, and everybody to answer.",
  proposed: (tables: readonly string[]) => `Proposed are the tables of every question alone, and: ${tables.join("; ")}`,
  propose: "Read the proposed tables",
  proposedRead: "These are the tables that are read.",
  further: "What each further table costs",
  furtherNote:
    "Each is added, alone, to the tables that are proposed and those that you have picked. Shown is the difference that it costs most. The typical error (standard error) is that of its table.",
  furtherTable: "Further table",
  furtherPeople: (before: number, after: number) => `${whole(after)} in place of ${whole(before)}`,
  furtherError: "Typical error",
  change: (times: number) => `${times < 1 ? "−" : "+"} ${percent(Math.abs(times - 1), 0)}`,
  readToo: "Read it, too",
  computedOf: (done: number, of: number) => `${whole(done)} of ${whole(of)} computed`,

  expect: "What to expect",
  designing: "Designing …",
  weighing: (forms: number) => `Designing: ${whole(forms)} ways to change answers compared`,
  stop: "Stop",
  stopped: "Stopped. What is below belongs to earlier choices.",
  designAgain: "Design",
  designRefused: "This cannot be designed",
  fixFirst: "Some questions need a change before this can be designed.",
  backToWrite: "Back to the questions",
  designedNow: "Designed.",
  ofRespondents: (n: number) => `With ${people(n)}, in 95 of 100 surveys the true share is within:`,
  example: (from: string, to: string) => `A share of 23 % could be read as anything from ${from} to ${to}.`,
  margin: "Margin",
  plusMinus: (margin: number) => `± ${points(margin)} points`,
  unreadable: "cannot be read",
  neededFor: "People for ± 3 points",
  people: whole,
  aloneTitle: "Each question",
  togetherTitle: "Two questions together",
  togetherNote: "Margins of a cell, a combination of two answers, in points of all respondents.",
  verdictGood: "This works.",
  verdictFair: "This works for large differences.",
  verdictPoor: "This asks too much of too few people.",
  verdictSentence: (margin: number, n: number) =>
    `With ${people(n)}, shares are known to ${points(margin)} points or better.`,
  verdictWorst: (margin: number, n: number, table: string) =>
    `With ${people(n)}, “${table}” is known only to ± ${points(margin)} points.`,
  helpTitle: "What would help",
  helpPeople: (n: number) => `${people(n)} in all, for ± 5 points everywhere`,
  helpTables: "Reading fewer questions together",
  helpCategories: "Fewer choices in the questions that have most",
  helpEpsilon: (from: number, most: number) => `Letting a report reveal a little more: ${from} to ${most} of 100`,
  apply: "Apply",
  lineTitle: "How good the design is",
  lineBest: "least error of any protocol",
  lineIndependent: "each question by itself",
  lineTimes: (times: string) => `${times} ×`,
  lineSentence: (own: string, independent: string) =>
    `Its error is ${own} times the least that any protocol with this privacy can have; changing every answer by itself would have ${independent} times.`,
  lineSentenceAlone: (own: string) =>
    `Its error is ${own} times the least that any protocol with this privacy can have.`,
  promisesTitle: "The three promises",
  promiseRecord: "The whole report",
  promiseAttribute: "One answer, seen in the report",
  promiseColumn: "One answer, seen alone",
  promiseRange: (from: number, least: number, most: number) => `${from} → ${least} to ${most} of 100`,
  promiseRecordNote: "Whoever sees a whole report, about all answers together.",
  promiseAttributeNote:
    "Whoever sees a whole report and knows all the other answers, about the answer of which most is revealed.",
  promiseColumnNote: "Whoever sees one question’s column alone, about the answer of which most is revealed.",
  goToSee: "See it",
};

/** The type of these texts in every language. */
export type Choosing = typeof choosing;
