/** Surveys of SurveyJS that leak the answer to a private question, each in a different way. */

/** The private answer for which tests search. */
export const ANSWER = "zqyesyes";

export const SMOKER = { type: "radiogroup", name: "smoker", isRequired: true, choices: ["no", ANSWER] };

const NOTE = { type: "text", name: "note" };
const PICTURE = { type: "image", name: "picture", imageLink: `shown/${ANSWER}.png` };
const isYes = `{smoker} = '${ANSWER}'`;
const titled = (title) => ({ elements: [{ ...NOTE, title }], says: "title" });
const expression = (text) => ({
  elements: [{ type: "expression", name: "echo", expression: text }],
  says: "expression",
});
const trigger = (written) => ({ elements: [NOTE], triggers: [written] });

/**
 * What is added to a survey that asks `SMOKER`, and the member that the refusal names. If something that contains the answer is requested or
 * posted, before the survey is sent or with its open answers, the answer `leaves`.
 */
export const LEAKS = {
  "choices by an address": {
    elements: [{ type: "dropdown", name: "place", choicesByUrl: { url: "choices/{SMOKER}" } }],
    says: "url",
    leaves: true,
  },
  "an image": { elements: [{ ...PICTURE, imageLink: "shown/{smoker}.png" }], says: "imageLink", leaves: true },
  "a name in another case, with spaces": {
    elements: [{ ...PICTURE, imageLink: "shown/{ SmOkEr }.png" }],
    says: "imageLink",
    leaves: true,
  },
  html: {
    elements: [{ type: "html", name: "words", html: "<img src='shown/{smoker}.png'>" }],
    says: "html",
    leaves: true,
  },
  "html in another language": {
    elements: [{ type: "html", name: "words", html: { default: "", de: "<img src='shown/{smoker}.png'>" } }],
    says: "html",
  },
  "a property of a question": {
    elements: [{ type: "html", name: "words", html: "<img src='shown/{$smoker.value}.png'>" }],
    says: "html",
    leaves: true,
  },
  "a property of a page": { ...expression("{$page1.elements.0.value}"), leaves: true },
  "a property of the survey": { ...expression("{$survey.jsonObj}") },
  "an expression": { ...expression("{smoker}"), leaves: true },
  "an expression that converts nothing": { ...expression("{#smoker}"), leaves: true },
  "a part of an answer": { ...expression("{smoker.length}") },
  displayValue: { ...expression("displayValue('smoker')"), leaves: true },
  "displayValue of a name that is put together": { ...expression("displayValue('smo' + 'ker')"), leaves: true },
  propertyValue: { ...expression("propertyValue('smoker', 'value')"), leaves: true },
  getComment: expression("getComment('smoker')"),
  isContainerReady: expression("isContainerReady('page1')"),
  "a function of the page": { ...expression("tell()"), leaves: true },
  "a filter that is put together": expression("sumInArray({list}, 'a', '{smo' + 'ker} notempty')"),
  "a filter in a text": expression(`sumInArray({list}, 'a', "{smoker} = '${ANSWER}'")`),
  "a calculated value in the results": {
    calculatedValues: [{ name: "echo", expression: "{smoker}", includeIntoResult: true }],
    says: "expression",
    leaves: true,
  },
  "a chain of calculated values": {
    calculatedValues: [
      { name: "last", expression: "{First} + '.png'" },
      { name: "first", expression: "{smoker}" },
    ],
    elements: [{ ...PICTURE, imageLink: "shown/{LAST}" }],
    says: "imageLink",
    leaves: true,
  },
  setValueExpression: {
    elements: [{ ...NOTE, setValueIf: isYes, setValueExpression: `'${ANSWER}'` }],
    says: "setValueIf",
    leaves: true,
  },
  resetValueIf: { elements: [{ ...NOTE, resetValueIf: isYes }], says: "resetValueIf" },
  defaultValueExpression: {
    elements: [{ ...NOTE, defaultValueExpression: "{smoker}" }],
    says: "defaultValueExpression",
    leaves: true,
  },
  copyvalue: {
    ...trigger({ type: "copyvalue", expression: "{smoker} notempty", fromName: "smoker", setToName: "note" }),
    says: "expression",
    leaves: true,
  },
  "copyvalue whenever": {
    elements: [NOTE, { type: "text", name: "colour", defaultValue: "red" }],
    triggers: [{ type: "copyvalue", expression: "{colour} notempty", fromName: "Smoker", setToName: "note" }],
    says: "fromName",
  },
  runexpression: {
    ...trigger({
      type: "runexpression",
      expression: "{smoker} notempty",
      runExpression: "{smoker}",
      setToName: "note",
    }),
    says: "expression",
    leaves: true,
  },
  setvalue: {
    ...trigger({ type: "setvalue", expression: isYes, setToName: "note", setValue: ANSWER }),
    says: "expression",
    leaves: true,
  },
  skip: { ...trigger({ type: "skip", expression: isYes, gotoName: "note" }), says: "expression" },
  complete: { ...trigger({ type: "complete", expression: isYes }), says: "expression" },
  "what a picture depends on": { elements: [{ ...PICTURE, visibleIf: isYes }], says: "visibleIf", leaves: true },
  "what a panel with a picture depends on": {
    elements: [{ type: "panel", name: "more", visibleIf: isYes, elements: [PICTURE] }],
    says: "visibleIf",
    leaves: true,
  },
  "what a page with a picture depends on": {
    pages: [
      { name: "page1", elements: [SMOKER] },
      { name: "page2", visibleIf: isYes, elements: [PICTURE] },
    ],
    says: "visibleIf",
  },
  "what a choice depends on": {
    elements: [{ type: "dropdown", name: "place", choices: [{ value: "here", visibleIf: isYes }, "there"] }],
    says: "visibleIf",
  },
  "a picture to choose": {
    elements: [{ type: "imagepicker", name: "place", choices: [{ value: "here", imageLink: "shown/{smoker}.png" }] }],
    says: "imageLink",
  },
  "choices from a question": {
    elements: [{ type: "checkbox", name: "place", choicesFromQuestion: "smoker" }],
    says: "choicesFromQuestion",
  },
  "rows by an answer": {
    elements: [{ type: "matrixdynamic", name: "list", columns: [{ name: "a" }], bindings: { rowCount: "smoker" } }],
    says: "rowCount",
  },
  "a column": {
    elements: [
      {
        type: "matrixdynamic",
        name: "list",
        columns: [{ name: "a", cellType: "text", defaultValueExpression: "{smoker}" }],
      },
    ],
    says: "defaultValueExpression",
    leaves: true,
  },
  "a panel for each": {
    elements: [
      {
        type: "paneldynamic",
        name: "each",
        panelCount: 1,
        templateElements: [{ type: "image", name: "own", imageLink: "shown/{smoker}.png" }],
      },
    ],
    says: "imageLink",
    leaves: true,
  },
  "an item of several": {
    elements: [{ type: "multipletext", name: "several", items: [{ name: "one", title: "{smoker}" }] }],
    says: "title",
  },
  "a title": titled("You said {smoker}"),
  "a title, by a part": titled("You said {smoker[0]}"),
  "a comment": titled("You said {smoker-Comment}"),
  "a title, by its panel": titled("You said {panel.smoker}"),
  "a description": { elements: [{ ...NOTE, description: "{smoker}" }], says: "description" },
  requiredIf: { elements: [{ ...NOTE, requiredIf: isYes }], says: "requiredIf" },
  enableIf: { elements: [{ ...NOTE, enableIf: isYes }], says: "enableIf" },
  validators: {
    elements: [{ ...NOTE, validators: [{ type: "expression", expression: "{smoker} = 'no'" }] }],
    says: "expression",
  },
  logo: { logo: "shown/{smoker}.png", says: "logo", leaves: true },
  navigateToUrl: { navigateToUrl: "next?{smoker}", says: "navigateToUrl", leaves: true },
  navigateToUrlOnCondition: {
    navigateToUrlOnCondition: [{ expression: isYes, url: `next?${ANSWER}` }],
    says: "expression",
    leaves: true,
  },
  completedHtml: { completedHtml: "<img src='shown/{smoker}.png'>", says: "completedHtml", leaves: true },
  completedHtmlOnCondition: {
    completedHtmlOnCondition: [{ expression: isYes, html: `<img src='shown/${ANSWER}.png'>` }],
    says: "expression",
    leaves: true,
  },
  "another name for the value": {
    smoker: { ...SMOKER, valueName: "habit" },
    says: "valueName",
    leaves: true,
  },
  "a private question with a comment": { smoker: { ...SMOKER, showCommentArea: true }, says: "showCommentArea" },
  "a choice with a comment": {
    smoker: { ...SMOKER, choices: ["no", { value: ANSWER, showCommentArea: true }] },
    says: "showCommentArea",
  },
  "a choice that shows a picture": {
    smoker: { ...SMOKER, choices: ["no", { value: ANSWER, elements: [PICTURE] }] },
    says: "elements",
    leaves: true,
  },
  "a private question that sets another": {
    smoker: { ...SMOKER, resetValueIf: "{note} = 'x'" },
    elements: [NOTE],
    says: "resetValueIf",
  },
  "a question with the same value": { elements: [{ ...NOTE, valueName: "Smoker" }], says: "valueName" },
  "a question with the same name": { elements: [{ ...NOTE, name: "SMOKER" }], says: "has the name of" },
  "how many pages there are": {
    pages: [
      { name: "page1", elements: [SMOKER, NOTE] },
      { name: "page2", visibleIf: isYes, elements: [{ type: "text", inputType: "number", name: "cigarettes" }] },
    ],
    completedHtml: "<img src='shown/{PageCount}.png'>",
    says: "completedHtml",
  },
  "how many pages there are, by a property": {
    pages: [
      { name: "page1", elements: [SMOKER, NOTE] },
      {
        name: "page2",
        visibleIf: "{$page1.elements.0.value} = 'no'",
        elements: [{ type: "text", inputType: "number", name: "cigarettes" }],
      },
    ],
    completedHtml: "<img src='shown/{PageCount}.png'>",
    says: "completedHtml",
  },
  "a type of the page": { elements: [{ type: "telling", name: "other" }], says: "type" },
  "a member of the page": { telling: true, says: "telling" },
};

/** A survey that asks `SMOKER` and has a leak. */
export function leaking({ smoker = SMOKER, elements = [], says: _, leaves: __, ...members }) {
  return "pages" in members ? members : { ...members, elements: [smoker, ...elements] };
}

/** Adds to a version of SurveyJS what the leaks need that a page itself defines. */
export function customized({ ComponentCollection, FunctionFactory, Serializer }, tell) {
  ComponentCollection.Instance.add({
    name: "telling",
    questionJSON: { type: "text", defaultValueExpression: "{smoker}" },
  });
  Serializer.addProperty("survey", "telling:boolean");
  FunctionFactory.Instance.register("tell", function () {
    const answer = this.survey.getValue("smoker");
    if (answer !== undefined) tell(answer);
    return "";
  });
}
