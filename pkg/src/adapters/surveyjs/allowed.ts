/** Allowlists of the parts of SurveyJS 2 and 3 that are known to leave private answers alone. Anything not listed is refused. */

const words = (text: string) => new Set(text.trim().split(/\s+/));

/** Types whose code reads the answer to another question only where one of their texts refers to it. */
export const TYPES = words(`
  boolean buttongroup checkbox comment dropdown empty expression file html image imagemap imagepicker matrix matrixdropdown
  matrixdynamic multipletext panel paneldynamic radiogroup ranking rating signaturepad slider tagbox text
  complete copyvalue runexpression setvalue skip visible
  answercount email numeric regex
  currency datetime none pattern`);

/** Members of a survey that cannot send answers on the way. */
export const SURVEY = words(`
  $schema allowResizeComment autoAdvanceAllowComplete autoAdvanceEnabled autoFocusFirstError autoFocusFirstQuestion
  autoGrowComment backgroundImage backgroundImageAttachment backgroundImageFit backgroundOpacity calculatedValues
  checkErrorsMode clearInvisibleValues commentAreaRows completeText completedBeforeHtml completedHtml completedHtmlOnCondition
  cookieName description editText elements firstPageIsStartPage fitToContainer gridLayoutEnabled headerView loadingHtml locale
  logo logoFit logoHeight logoPosition logoWidth matrixDragHandleArea maxCommentLength maxTextLength navigateToUrl
  navigateToUrlOnCondition navigationButtonsLocation pageNextText pagePrevText pages previewMode previewText
  progressBarInheritWidthFrom progressBarLocation progressBarNavigationTextLocation progressBarShowNavigationText
  progressBarShowPageNumbers progressBarShowPageTitles progressBarType questionDescriptionLocation questionErrorLocation
  questionOrder questionStartIndex questionTitleLocation questionTitlePattern questionsOnPageMode readOnly regionalFormat
  requiredMark showBrandInfo showCompletePage showNavigationButtons showPageNumbers showPageTitles showPrevButton
  showPreviewBeforeComplete showProgressBar showQuestionNumbers showTOC showTimer showTitle sjsVersion startSurveyText
  storeOthersAsComment textUpdateMode timeLimit timeLimitPerPage timerInfoMode timerLocation title tocItemComponent tocLocation
  triggers validateVisitedEmptyFields width widthMode`);

/** Members of a private question. None of them stores its value under another name, or in two places. */
export const PRIVATE = words(`
  allowClear alternateRows autoGenerate autocomplete choices choicesOrder closeOnSelect colCount colSpan columnMinWidth columns
  defaultValue description descriptionLocation displayMode displayRateDescriptionsAsExtremeItems dontKnowText eachRowRequired
  errorLocation hideSelectedItems indent innerIndent inputSize inputType isRequired labelFalse labelTrue max maxErrorText
  maxLength maxRateDescription maxSelectedChoices maxWidth min minErrorText minRateDescription minSelectedChoices minWidth name
  noneText otherText placeholder rateColorMode rateCount rateDescriptionLocation rateMax rateMin rateStep rateType rateValues
  longTap refuseText renderAs requiredErrorText rowOrder rowTitleWidth rows scaleColorMode searchEnabled searchMode selectAllText
  selectToRankAreasLayout selectToRankEmptyRankedAreaText selectToRankEmptyUnrankedAreaText selectToRankEnabled
  selectToRankSwapAreas separateSpecialChoices showDontKnowItem showHeader showLabel showNoneItem showNumber showOtherItem showRefuseItem
  showSelectAllItem size startWithNewLine state step swapOrder textWrapEnabled title titleLocation type useTitleAsLabel
  validators valueFalse valueTrue verticalAlign visible visibleIf width`);

/** Members of the choices of a private question: none of them asks for more once one is chosen. */
const CHOICE = words("enableIf isExclusive text value visibleIf");

/** Members of its rows and columns, which are always asked. */
const LINE = words("text value");

/** The members of what a private question lists. */
export const LISTED: Readonly<Record<string, ReadonlySet<string>>> = {
  choices: CHOICE,
  columns: LINE,
  rateValues: CHOICE,
  rows: LINE,
};

/** Members that SurveyJS shows or loads as texts, in which it replaces `{…}`. */
export const TEXTS = words(`
  addPanelText addRowText altText backgroundImage cellHint commentPlaceholder commentText completeText completedBeforeHtml
  completedHtml confirmDeleteText description dontKnowText editText fileOrPhotoPlaceholder filePlaceholder format height html
  imageLink keyDuplicationError labelFalse labelTrue loadingHtml logo maxErrorText maxRateDescription maxWidth minErrorText
  minRateDescription minWidth navigateToUrl navigationDescription navigationTitle nextPanelText noEntriesText noRowsText noneText
  otherErrorText otherPlaceholder otherText pageNextText pagePrevText photoPlaceholder placeholder prevPanelText previewText
  refuseText removePanelText removeRowText requiredErrorText selectAllText selectToRankEmptyRankedAreaText
  selectToRankEmptyUnrankedAreaText startSurveyText tabTitlePlaceholder
  templateDescription templateTabTitle templateTitle text title totalFormat totalText url width`);

/** Members that are values, which may be turned into texts. */
export const VALUES = words(
  "correctAnswer dataList defaultPanelValue defaultRowValue defaultValue value valueFalse valueTrue",
);

/** Lists of values, or of objects with further members. */
export const LISTS = words("choices columns rateValues rows");

/** Members that SurveyJS runs as expressions. */
export const EXPRESSIONS = words(`
  choicesEnableIf choicesVisibleIf columnsVisibleIf defaultValueExpression enableIf expression maxValueExpression
  minValueExpression panelCountExpression requiredIf resetValueIf rowCountExpression rowsVisibleIf runExpression
  setValueExpression setValueIf templateVisibleIf totalExpression visibleIf`);

/** Functions that read nothing but their parameters. */
export const FUNCTIONS = words(`
  age avg count currentDate currentYear dateAdd dateDiff day diffDays getDate getYear iif isDisplayMode max min month round
  substring sum today trunc weekday year`);

/** Functions that look up a name given as a parameter, or run a parameter as an expression. */
export const LOOKUPS = words("avgInArray countInArray displayValue maxInArray minInArray sumInArray");

/** Variables with which SurveyJS counts visible pages and questions. */
export const COUNTS = words(`
  pageno pagecount questioncount correctanswers correctedanswercount correctedanswers incorrectanswers incorrectedanswercount
  incorrectedanswers`);
