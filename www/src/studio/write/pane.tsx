/** The step "Write": the questions, in order. */

import { Fragment } from "preact";
import { useStudio } from "../context";
import { isBlank, newQuestion, withMovedQuestion } from "../draft";
import { Icon } from "../parts/icon";
import { focusOn } from "../parts/focus";
import { Exchange } from "../exchange/fold";
import { faultBeside } from "./checked";
import { LanguageBar } from "./languages";
import { MissingTexts } from "./missing";
import { QuestionCard } from "./question";
import { Scores } from "./scores";
import { SectionCard } from "./section";
import { Texts } from "./texts";

/** The list of questions, with the way to the next step. */
export function WritePane() {
  const { words, draft, change, announce, checked, goTo } = useStudio();
  const { questions } = draft;
  const move = (from: number, to: number) => {
    change((before) => withMovedQuestion(before, from, to));
    announce(words.movedQuestion(from + 1, to + 1, questions.length));
    focusOn(`#question-${questions[from]?.id} .handle`);
  };
  const add = (place: number) => {
    const added = newQuestion();
    change((before) => ({ ...before, questions: before.questions.toSpliced(place, 0, added) }));
    focusOn(`#question-${added.id} textarea`);
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !(event.target instanceof Element)) return;
    event.preventDefault();
    const card = event.target.closest(".written");
    add(questions.findIndex(({ id }) => card?.id === `question-${id}`) + 1);
  };
  const blanks = questions.filter(isBlank).length;
  const beside = faultBeside(checked);
  const faults = questions.filter((question, place) => checked.questions.has(place) && !isBlank(question)).length;
  return (
    <section aria-label={words.questions} class="write">
      <LanguageBar />
      <MissingTexts />
      <ol class="questions" data-list onKeyDown={pressed}>
        {questions.map((question, place) => (
          <Fragment key={question.id}>
            <SectionCard question={question} place={place} />
            <QuestionCard question={question} place={place} move={move} />
          </Fragment>
        ))}
      </ol>
      <button type="button" class="add" aria-keyshortcuts="Control+Enter" onClick={() => add(questions.length)}>
        <Icon name="add" />
        {words.addQuestion}
      </button>
      <p class="note keys">{words.keys}</p>
      <Texts />
      <Scores />
      <Exchange />
      <div class="onward">
        <p class={faults > 0 || beside ? "state faulty" : "state"} role="status">
          {checked.pending
            ? words.checking
            : questions.length === 0
              ? words.noQuestions
              : faults > 0
                ? words.faultsAhead(faults)
                : blanks > 0
                  ? words.blanksAhead(blanks)
                : (beside?.message ?? words.ready)}
        </p>
        <button type="button" class="button primary" onClick={() => goTo("choose")}>
          {words.goToChoose}
        </button>
      </div>
    </section>
  );
}
