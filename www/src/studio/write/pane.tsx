/** The step "Write": the questions, in order. */

import { Fragment } from "preact";
import { useStudio } from "../context";
import { isBlank, newQuestion, withMovedQuestion } from "../draft";
import { Icon } from "../parts/icon";
import { focusOn } from "../parts/focus";
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
  const add = () => {
    const added = newQuestion();
    change((before) => ({ ...before, questions: [...before.questions, added] }));
    focusOn(`#question-${added.id} textarea`);
  };
  const blanks = questions.filter(isBlank).length;
  const beside = faultBeside(checked);
  const faults = questions.filter((question, place) => checked.questions.has(place) && !isBlank(question)).length;
  return (
    <section aria-label={words.questions} class="write">
      <LanguageBar />
      <MissingTexts />
      <ol class="questions" data-list>
        {questions.map((question, place) => (
          <Fragment key={question.id}>
            <SectionCard question={question} place={place} />
            <QuestionCard question={question} place={place} move={move} />
          </Fragment>
        ))}
      </ol>
      <button type="button" class="add" onClick={add}>
        <Icon name="add" />
        {words.addQuestion}
      </button>
      <Texts />
      <Scores />
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
