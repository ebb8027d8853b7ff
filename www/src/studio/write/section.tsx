/** The editor of a section: the heading of the questions from one on, a text below it, and their order. */

import { useStudio } from "../context";
import { sorted } from "../document/around";
import type { Question, Section } from "../draft";
import { focusOn } from "../parts/focus";
import { Icon } from "../parts/icon";
import { TextField } from "../parts/text-field";
import { Source } from "./source";

interface Props {
  /** The first question of the section. */
  readonly question: Question;
  readonly place: number;
}

/** The section that begins with a question, if one does. */
export function SectionCard({ question, place }: Props) {
  const { words, draft, writing, change, checked } = useStudio();
  const section = draft.sections.find(({ before }) => before === question.id);
  if (section === undefined) return null;
  const { id, title, text, random } = section;
  const fault = checked.parts.get(`section ${sorted(draft).indexOf(section)}`);
  const write = (changed: Partial<Section>, field?: string) =>
    change(
      ({ sections, ...rest }) => ({
        ...rest,
        sections: sections.map((each) => (each.id === id ? { ...each, ...changed } : each)),
      }),
      field && `${field}-${id}`,
    );
  const remove = () => {
    change(({ sections, ...rest }) => ({ ...rest, sections: sections.filter((each) => each.id !== id) }));
    focusOn(`#question-${question.id} textarea`);
  };
  return (
    <li id={`section-${id}`} class={fault ? "section-of faulty" : "section-of"} aria-label={words.section(place + 1)}>
      <div class="asked">
        <TextField
          class="text"
          aria-label={words.sectionTitle}
          aria-describedby={`fault-${id}`}
          aria-invalid={fault ? "true" : undefined}
          placeholder={words.sectionTitle}
          lang={writing}
          dir="auto"
          value={title[writing] ?? ""}
          write={(typed) => write({ title: { ...title, [writing]: typed } }, "title")}
        />
        <button type="button" class="icon" aria-label={words.removeSection(place + 1)} title={words.removeSection(place + 1)} onClick={remove}>
          <Icon name="remove" />
        </button>
      </div>
      <Source text={title} />
      <TextField
        lines
        class="wide"
        aria-label={words.sectionText}
        placeholder={words.sectionText}
        lang={writing}
        dir="auto"
        value={text[writing] ?? ""}
        write={(typed) => write({ text: { ...text, [writing]: typed } }, "text")}
      />
      <Source text={text} />
      <label class="check" title={words.randomNote}>
        <input type="checkbox" checked={random} onChange={({ currentTarget: { checked: isRandom } }) => write({ random: isRandom })} />
        {words.randomQuestions}
      </label>
      <p id={`fault-${id}`} class="error fault">
        {fault?.message}
      </p>
    </li>
  );
}
