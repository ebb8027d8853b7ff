/** The studio's texts about looks, shared devices and published surveys, in English; their type is the one that every other language must have. */

export const publishing = {
  looksTitle: "Looks",
  looksNote:
    "Colour, font and logo of your surveys’ pages. They are no part of a plan: its fingerprint and its promises stay the same. Nothing is loaded for them from anywhere.",
  accent: "Colour",
  usualLooks: "Usual looks",
  onLight: "On a light page",
  onDark: "On a dark page",
  sample: "Send",
  enough: (contrast: string) => `Contrast ${contrast}:1, enough for text.`,
  notEnough: (contrast: string, shown: string, nearest: string) =>
    `Contrast ${contrast}:1, too little for text (4.5:1). The page shows ${nearest} instead, the nearest with enough: ${shown}:1.`,
  font: "Font",
  fonts: { usual: "Usual", serif: "Serif", humanist: "Humanist", rounded: "Rounded" },
  logo: "Logo",
  chooseLogo: "Choose an image…",
  removeLogo: "Remove the logo",
  logoName: "What the logo says",
  logoNote:
    "PNG, JPEG, WebP or SVG, at most 20 KB. Only a page of its own shows it: into an address anybody could write another logo.",
  noLogo: (file: string) => `“${file}” is not such an image, or has more than 20 KB.`,

  termsTitle: "Keeping and withdrawing",
  termsNote:
    "The survey’s page says this before the questions. When that day is over (UTC), the collector deletes all reports, the totals with them, and takes no more: save your results before. By publishing again you can set an earlier day, and no later one.",
  canWithdraw: "People can take their report back, from the device that sent it",
  withdrawalNote:
    "A withdrawn report leaves the totals with their next step. Where people can withdraw, the collector keeps a random number beside each report.",

  kioskLink: "On a device that several people use, such as a tablet at an entrance:",
  kioskNote:
    "Each finds an empty survey, nothing shows who answered before, and the device keeps only reports that are not sent yet.",
  kioskQr: "QR code of the address for a shared device",

  run: "Run",
  mySurveys: "My surveys",
  noSurveys: "What you publish from this browser is listed here, with its addresses and its totals.",
  mySurveysNote: "Your surveys that this browser knows. The list is kept here and nowhere else.",
  runTokenNote:
    "Needed to close a survey, to invite more people, to find surveys published elsewhere, and to see how many reports were added today. It stays in this tab until the tab is closed.",
  findSurveys: "Surveys that you published from another browser",
  find: "Find them",
  foundSurveys: (count: string) => `Surveys found and added to the list: ${count}.`,
  notFound: "They were not found.",
  writeVersion: "Write a new version",
  versionNote:
    "Opens its questions in place of those written now, which “Undo” brings back. The new version has an address and totals of its own.",
  versionOpened: "The questions of the published survey are open.",
  newVersion: "A new version",
  questionsAdded: "New questions",
  questionsChanged: "Changed questions",
  questionsRemoved: "Questions left out",
  sameQuestions: "The questions are the same as before.",
  reportsOfVersions:
    "Reports of the version before stay in its own totals and are not added to those of this one. It takes reports until you close it in the step “Run”; whoever answered it can answer this one, too.",
  lookAgain: "Look again",
  looking: "Asking the collector …",
  results: "Read the results",
  addresses: "Addresses and QR codes",
  respondentsLink: "Respondents answer at this address:",
  removeSurvey: "Take off this list",
  removeNote: "It stays at its collector.",
  noCollector: "Its collector cannot be reached from this page.",
  isDeleted: "Its collector does not have it any more.",
  publishedOn: (day: string) => `Published on ${day}.`,
  opensOn: (day: string) => `It opens on ${day}.`,
  isOpen: (until?: string) => (until === undefined ? "It is open." : `It is open until ${until}.`),
  isClosed: "It is closed.",
  inTotals: (reports: string) => `Reports in its totals: ${reports}.`,
  keptUntilDay: (day: string) => `Reports are deleted after ${day}.`,
  reportsDeleted: (day: string) => `Its reports were deleted after ${day}.`,
  addedToday: (reports: string) => `${reports} of them were added today (UTC).`,
  toldAtClose: "Totals are released once, when it is closed.",
  toldInSteps: (after: string, step: string) =>
    `Totals are released at ${after} reports, then with every ${step} new ones: smaller steps would tell of single people.`,
  closeSurvey: "Close it",
  closeForGood: "Close it for good",
  closeNote: "No more reports will be taken, and it cannot be opened again.",
  notClosed: "It was not closed.",
  inviteMore: "Invite more people",
  invitedMore: (count: string) => `Invitations made: ${count}.`,
};

export type PublishingWords = typeof publishing;
