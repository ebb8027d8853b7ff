/** The step "Write": the questions, in order. */

import { useStudio } from "../context";
import { isBlank, moved, newQuestion } from "../draft";
import { Icon } from "../parts/icon";
import { focusOn } from "../parts/focus";
import { LanguageBar } from "./languages";
import { QuestionCard } from "./question";

/** The list of questions, with the way to the next step. */
export function WritePane() {
  const { words, draft, change, announce, checked, goTo } = useStudio();
  const { questions } = draft;
  const move = (from: number, to: number) => {
    change((before) => ({ ...before, questions: moved(before.questions, from, to) }));
    announce(words.movedQuestion(from + 1, to + 1, questions.length));
    focusOn(`#question-${questions[from]?.id} .handle`);
  };
  const add = () => {
    const added = newQuestion();
    change((before) => ({ ...before, questions: [...before.questions, added] }));
    focusOn(`#question-${added.id} textarea`);
  };
  const blanks = questions.filter(isBlank).length;
  const faults = questions.filter((question, place) => checked.questions.has(place) && !isBlank(question)).length;
  return (
    <section aria-label={words.questions} class="write">
      <LanguageBar />
      <ol class="questions" data-list>
        {questions.map((question, place) => (
          <QuestionCard key={question.id} question={question} place={place} move={move} />
        ))}
      </ol>
      <button type="button" class="add" onClick={add}>
        <Icon name="add" />
        {words.addQuestion}
      </button>
      <div class="onward">
        <p class={faults > 0 || checked.rest ? "state faulty" : "state"} role="status">
          {checked.pending
            ? words.checking
            : questions.length === 0
              ? words.noQuestions
              : faults > 0
                ? words.faultsAhead(faults)
                : blanks > 0
                  ? words.blanksAhead(blanks)
                : (checked.rest?.message ?? words.ready)}
        </p>
        <button type="button" class="button primary" onClick={() => goTo("choose")}>
          {words.goToChoose}
        </button>
      </div>
    </section>
  );
}
