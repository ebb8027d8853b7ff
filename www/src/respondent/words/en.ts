import type { Count } from "../../page/numbers";
import { en as page } from "../../page/words/en";
import type { Words } from "./words";

const ofAnswers = ({ text, form }: Count) => `${text} ${form === "one" ? "answer" : "answers"}`;

export const en: Words = {
  ...page,
  page: {
    title: "Candor · answer honestly",
    description:
      "A survey whose answers are changed at random on your device, with limits computed there on what they can tell about you.",
    skip: "Skip to the survey",
    headline: "Answer honestly: any answers could have led to what you send.",
    lede: "Before anything is sent, your own browser changes your answers at random. What is sent can still reveal something about you, but only up to a limit, which you can read below. From thousands of such reports the true shares can still be estimated, each with its margin of error.",
    said: "what you said",
    leaves: "what leaves",
    promises: "Three promises, computed on your device",
    survey: "The survey",
    numbers: "The numbers behind the promises",
    numbersNote:
      "Each row is about one question. It says how likely the answer is to leave changed, or to be used at all if your device draws which questions it uses. Think of somebody who thought that 10 of 100 people like you would give a certain answer. The last columns say of how many of 100 they can have reason to think it afterwards, at least and at most: when this answer is seen alone, or the whole report. Whoever sees the whole report is taken to know all your other answers.",
    recomputed:
      "All of these were recomputed in your browser from the plan’s integer weights, not copied from what anybody wrote down. The plan is [].",
    notPromised: "What is not promised",
    pageReads:
      "A page can read what is typed into it. You rely on this page being the one it says it is: its code is open and can be compared. Whoever carries your request sees that you took part, when, and from which address.",
    oneReport:
      "The promises hold for one report. Clearing this site’s storage, a private window or a second device would allow another. Each further report can reveal as much again. The promises limit what your report adds. What somebody knows about you already, or learns from the totals about people like you, they know without it.",
    foot: "A demonstration survey. [Look at the totals], where simulated people can answer too.",
  },

  record: { title: "Your whole record", figure: (before, most) => `${before} → at most ${most}` },
  each: {
    title: "Each answer",
    used: (least, most, all) => `${least} to ${most} of ${all}`,
    changed: (least, most) => `${least} to ${most}`,
    chances: (least, most) => `Every answer has its own chance of leaving changed, from ${least} to ${most}.`,
    told: (before, most, least) =>
      `To someone who knows all your other answers, ${before} of 100 can become ${most} at most, and ${least} at least, whichever the question.`,
  },
  nothing: {
    title: "Nothing else",
    drawn: (most, asItIs) =>
      `Only which questions were drawn, what is said of these, up to ${most}, ${asItIs}the plan’s fingerprint and a random id are sent.`,
    record: (most, asItIs) =>
      `Only the perturbed record of ${most} questions, ${asItIs}the plan’s fingerprint and a random id are sent.`,
    asItIs: (name) => `${name} as it is, `,
    unasked:
      "Nothing at all is requested between loading this page and pressing Send. That you sent something can be seen on the way.",
  },
  table: {
    question: "Question",
    used: "Is used",
    changed: "Leaves changed",
    alone: "Of 100, this answer seen alone",
    whole: "Of 100, the whole report seen",
    between: (least, most) => `${least} to ${most}`,
  },

  answering: "What you answer",
  example: "Example of what leaves",
  drawAgain: "Draw again",
  send: "Send the perturbed record",
  sendNote:
    "Examples never leave this page. On sending, your answers are drawn once more and for good: what leaves then is shown to you exactly.",
  nothingSent: "Nothing was sent.",
  missing: ({ text, form }) =>
    form === "one" ? "One question has no answer yet." : `${text} questions have no answer yet.`,
  drewAll: (all) => `Your device drew all ${all} questions.`,
  drewSome: ({ text }, all) => `Your device drew ${text} of the ${all} questions.`,
  showsAll: "What you send shows that.",
  showsSome: ({ form }) =>
    `Only ${form === "one" ? "this one is" : "these are"} asked here. What you send shows which were drawn, and reveals nothing about any other.`,
  drawKept: "The draw is kept: loading the page again changes nothing.",
  enterNumber: "Please enter a number.",
  choose: "Please choose one.",
  chooseOrDecline: "Please choose one. You may also prefer not to say.",
  answerAgain: "Forgotten: please answer again.",
  onlyRange: (ranges) => `Only the range counts: ${ranges}.`,
  leaveAsTheyAre: "These leave as they are",

  nothingYet: "nothing yet",
  unused: "not used in this draw",
  mightLeaveAs: "might leave as",
  mightWithUnanswered: (others) => `might leave together with ${others}, which has no answer yet`,
  mightAsShown: (others) => `might leave together with ${others}, as shown there`,
  mightLeave: (others, few) =>
    ["might leave", others && `together with ${others},`, "as", few && `one of ${few}`].filter(Boolean).join(" "),
  exampleChanged: (changed, answers) =>
    `In this example ${changed.text} of your ${ofAnswers(answers)} would leave changed.`,
  exampleDraws: (questions, named) =>
    `In this example your device draws ${questions}. It would say only this of them: ${named}.`,

  allQuestions: (all, names) => `all ${all} questions: ${names}`,
  someQuestions: ({ text }, all, names) => `${text} of the ${all} questions: ${names}`,
  fewAnswers: (named, of) => `${named.text} of ${of} answers`,
  fewCombinations: (named, of) => `${named.text} of ${of} combinations`,
  answersAbout: (few, name) => `${few} about ${name}`,
  combinationsOf: (few, names) => `${few} of ${names}`,
  oneOf: (few) => `one of ${few}`,
  statement: (about, named) => `${about}: ${named}`,
  more: (count) => `and ${count} more`,
  yours: "yours",
  among: "yours is among them",
  notAmong: "yours is not among them",
  asSaid: "as you said",
  changed: "changed",

  sending: "Sending…",
  wouldLeave: "This is what would leave",
  onlyExample: "An example: nothing was sent.",
  notReceived: "Not received yet",
  nothingLost: "Nothing is lost: the report below is kept on this device, and the next try sends the very same bytes.",
  sendAgain: "Send again",
  thanks: "Thank you",
  drew: (questions, named) => `Your device drew ${questions}. It says only this of your answers: ${named}.`,
  keptOnly: (kept) =>
    `What you answered is ${kept ? "" : "not "}named there: the report does not say so, and it counts towards the totals all the same.`,
  keptEach: (of) =>
    `By chance each of these ${of} names what you answered: the report does not say which, and it counts towards the totals all the same.`,
  keptNone: (of) =>
    `By chance none of these ${of} names what you answered: the report does not say which, and it counts towards the totals all the same.`,
  keptSome: ({ text }, of) =>
    `By chance ${text} of these ${of} names what you answered: the report does not say which, and it counts towards the totals all the same.`,
  noneChanged: (answers) =>
    `By chance none of your ${ofAnswers(answers)} left changed. The report does not say which, and it counts towards the totals all the same.`,
  someChanged: (changed, answers) =>
    `${changed.text} of your ${ofAnswers(answers)} left changed. The report does not say which, and it counts towards the totals all the same.`,
  answered: "You answered",
  sent: "Sent",
  toBeSent: "To be sent",
  togetherBelow: (others) => `together with ${others}, see below`,
  fewBelow: (few) => `${few}, see below`,
  inScore: "counts towards a score",
  noScore: "no score",
  asItIs: "As it is, without noise",
  exactlySent: "Exactly what was sent",
  exactlyToBeSent: "Exactly what is sent",
  bytes: "The report in its exact bytes",
  notes: {
    record: "Answers are category numbers counted from 0, in the order of the questions.",
    labelled:
      "The first number says which questions were drawn, and which of them are taken together. Each other number is that of an answer or of a combination, counted from 0, or has a bit set for each of those named.",
    unlabelled:
      "Each number is that of an answer or of a combination, counted from 0, or has a bit set for each of those named.",
    plan: "The plan is the fingerprint of the survey and its noise. The id is random: it only shows when a report is sent again.",
    plain: "The values that it carries in clear are categories counted from 0, in the order above.",
    nothingElse:
      "There is no time in it and no name, and nothing else that depends on your answers. Blanks at its end make all reports equally long.",
  },
  nothingAskedHere: "Nothing is asked here",
  onePerDevice:
    "Each device sends one report. No answers are kept here, and if there is anything left to send, it is sent automatically.",
  afresh: "Another person at this device? Starting afresh draws a new report. Please do so for another person only.",
  startAfresh: "Start afresh",
  seeTotals: "See the totals",

  unavailable: "The survey cannot be opened",
  nothingAsked: "Nothing was asked and nothing was sent.",
  tryAgain: "Try again",
  reasons: {
    ...page.reasons,
    "id-conflict": "The collector already holds another report with this id and keeps the first.",
    "plan-mismatch": "The collector does not accept this report. The survey may have changed since it was drawn.",
    "not-kept": "This device refused to keep the report, so none was drawn.",
  },
  notStored: (code) => `The collector could not store the report (${code}).`,
};
