/** The panel for importing questions from other programs. */

import { useState } from "preact/hooks";
import { useStudio } from "../context";
import { Unopened } from "../document/read";
import { AROUND, type Draft, type Text } from "../draft";
import { TooLong } from "../files";
import { FileButton } from "../parts/file-button";
import type { Words } from "../words/en";
import { type Imported, Unrecognised } from "./imported";
import type { LeftOut } from "./reasons";
import { LeftOutList } from "./left-out";
import { questionsOfFile, questionsOfText } from "./read";

interface Props {
  take(draft: Draft, sentence: string, leftOut: readonly LeftOut[]): void;
  close(): void;
}

/** Imports a file, or pasted rows. */
export function ImportPanel({ take, close }: Props) {
  const { words, draft, writing } = useStudio();
  const [pasted, setPasted] = useState("");
  const [fault, setFault] = useState("");
  const [left, setLeft] = useState<readonly LeftOut[]>([]);
  const receive = async (reading: Promise<Imported>, name: string) => {
    setLeft([]);
    try {
      const { title, questions, sections, scores, leftOut, languages = draft.languages, ...around } = await reading;
      if (questions.length === 0) {
        setLeft(leftOut);
        return setFault(words.importNothing);
      }
      const [first = ""] = Object.values(title ?? {});
      const titles = title ? Object.fromEntries(languages.map((tag) => [tag, title[tag] ?? first])) : draft.title;
      const texts = AROUND.map((kind) => [kind, { ...around.texts[kind], ...written(draft.texts[kind]) }]);
      const imported: Draft = {
        ...draft,
        title: { ...titles, ...written(draft.title) },
        texts: Object.fromEntries(texts) as Draft["texts"],
        languages,
        questions,
        sections,
        scores,
        tables: "pairs",
        comparisons: [],
      };
      take(imported, words.importReplaces(questions.length), leftOut);
      close();
    } catch (failure) {
      setFault(unread(words, name, failure));
    }
  };
  const open = (file: File) => void receive(questionsOfFile(file, writing), file.name);
  return (
    <section
      class="import"
      aria-label={words.importTitle}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const file = event.dataTransfer?.files[0];
        if (file) open(file);
      }}
    >
      <h2>{words.importTitle}</h2>
      <p class="note">{words.importIntro}</p>
      <p class="more">
        <FileButton label={words.importChoose} accept=".json,.qsf,.lss,.txt,.xlsx,.csv,.tsv" open={open} />
        <span class="note">{words.importDrop}</span>
      </p>
      <label class="pasted">
        {words.importPaste}
        <textarea rows={4} value={pasted} dir="auto" onInput={(event) => setPasted(event.currentTarget.value)} />
      </label>
      {fault && (
        <p class="error" role="alert">
          {fault}
        </p>
      )}
      <LeftOutList leftOut={left} />
      <p class="more">
        <button
          type="button"
          class="button small"
          disabled={pasted.trim() === ""}
          onClick={() => void receive(questionsOfText(pasted, writing), words.importPaste)}
        >
          {words.importPasted}
        </button>
        <button type="button" class="button small" onClick={close}>
          {words.close}
        </button>
      </p>
    </section>
  );
}

/** The languages in which a text is not empty. */
function written(text: Text): Text {
  return Object.fromEntries(Object.entries(text).filter(([, each]) => each.trim() !== ""));
}

function unread(words: Words, name: string, failure: unknown): string {
  if (failure instanceof TooLong) return words.tooLong(name, failure.megabytes);
  if (failure instanceof Unopened) return failure.reason === "own-levels" ? words.ownLevels(name) : words.noSurvey(name);
  if (failure instanceof Unrecognised)
    return words.importUnrecognised(failure.seen.map(({ sheet, columns }) => words.importSheet(sheet, columns)));
  return words.importUnread(name, failure instanceof Error ? failure.message : String(failure));
}
