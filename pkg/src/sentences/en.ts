import type { Language } from "./language.js";

export const en: Language = {
  record: ({ from, least, most, of }) =>
    `Someone who thinks that ${from} of ${of} people like you would give certain answers can have reason to think at most ${most} of ${of}, and at least ${least}, once they see your report. That holds whatever you answer and whatever else they know about you.`,
  replaced: (chance) => `The chance that your whole answer is replaced by a random one is at least ${chance}.`,
  rarelyReplaced: (chance) => `The chance that your whole answer is replaced by a random one is below ${chance}.`,
  used: (least, most, all) =>
    `Your device draws at random which ${least === most ? least : `${least} to ${most}`} of the ${all} questions it uses. The draw does not depend on what you answer, and the report shows it. An answer that is used is protected as described here; one that is not used is not sent in any form.`,
  asks: (least, most, all) =>
    `Before you answer, your device draws at random which ${least === most ? least : `${least} to ${most}`} of the ${all} questions it asks you. The report shows which these are. Each answer to them is protected as described here.`,
  attribute: (question, { from, least, most, of }, covering) =>
    `“${question}”${covering}: suppose someone knows all your other answers, and thinks that ${from} of ${of} people like you would give a certain answer here. They can have reason to think at most ${most} of ${of}, and at least ${least}, once they see your report.`,
  covers: {
    choices: ", with all its choices",
    dependents: ", with the questions that depend on it",
    both: ", with all its choices and the questions that depend on them",
  },
  asked: (chance) =>
    `The chance that your device uses it is at most ${chance}; otherwise the report reveals nothing about it.`,
  asAnswered: (chance) => `The chance that it is sent as you answered it is at most ${chance}.`,
  plain: (list) =>
    `These leave with your report as they are, without any noise: ${list}. Whoever has the report can read them, and they may fit only a few people.`,
  again: ({ from, least, most, of }) =>
    `Suppose this report is forgotten and you answer again. Someone who has both, and thought that ${from} of ${of} people like you would give certain answers, can have reason to think at most ${most} of ${of}, and at least ${least}.`,
  between: " ",
};
