/** The survey's title, and the actions on the whole survey. */

import { useEffect, useState } from "preact/hooks";
import { useStudio } from "./context";
import { surveyName } from "./document/names";
import { draftOf, Unopened } from "./document/read";
import { fileOf } from "./document/write";
import type { Draft } from "./draft";
import { download, TooLong, textOfFile } from "./files";
import type { LeftOut } from "./import/reasons";
import { LeftOutList } from "./import/left-out";
import { ImportPanel } from "./import/panel";
import { FileButton } from "./parts/file-button";
import { Icon } from "./parts/icon";
import { TextField } from "./parts/text-field";
import { Toolbar } from "./parts/toolbar";
import { TemplatesPanel } from "./templates/panel";
import type { Writing } from "./use-draft";
import { Source } from "./write/source";

/** The title, undo and redo, opening and saving files. */
export function Tools({ writing }: { readonly writing: Writing }) {
  const { words, draft, writing: tag, change, announce, language } = useStudio();
  const { history, isKept, other, takeOther } = writing;
  const [panel, setPanel] = useState<"new" | "import">();
  const toggle = (which: "new" | "import") => setPanel(panel === which ? undefined : which);
  const [told, setTold] = useState<{ sentence: string; isFault: boolean; leftOut: readonly LeftOut[] }>();
  useUndoKeys(history);
  const tell = (sentence: string, isFault = false, leftOut: readonly LeftOut[] = []) =>
    setTold({ sentence, isFault, leftOut });
  const take = (taken: Draft, sentence: string, leftOut?: readonly LeftOut[]) => {
    change(() => taken);
    tell(sentence, false, leftOut);
    announce(sentence);
  };
  const open = async (file: File) => {
    try {
      const opened = draftOf(JSON.parse(await textOfFile(file)), language);
      take(opened, words.opened(opened.questions.length));
    } catch (failure) {
      tell(unopened(failure, file.name, words), true);
    }
  };
  const save = () => download(`${surveyName(draft)}.json`, "application/json", fileOf(draft));
  return (
    <div class="tools-of-survey">
      <h1>
        <TextField
          class="survey-title"
          aria-label={words.surveyTitle}
          placeholder={words.untitled}
          lang={tag}
          dir="auto"
          value={draft.title[tag] ?? ""}
          write={(title) => change((before) => ({ ...before, title: { ...before.title, [tag]: title } }), "title")}
        />
      </h1>
      <Source text={draft.title} />
      <Toolbar class="toolbar" label={words.toolsOfSurvey}>
        <button type="button" class="icon" aria-label={words.undo} title={words.undo} disabled={!history.canUndo} onClick={() => history.undo()}>
          <Icon name="undo" />
        </button>
        <button type="button" class="icon" aria-label={words.redo} title={words.redo} disabled={!history.canRedo} onClick={() => history.redo()}>
          <Icon name="redo" />
        </button>
        <button type="button" class="button small" aria-expanded={panel === "new"} onClick={() => toggle("new")}>
          {words.startNew}
        </button>
        <FileButton label={words.open} accept=".json,application/json" open={open} />
        <button type="button" class="button small" onClick={save}>
          {words.save}
        </button>
        <button type="button" class="button small" aria-expanded={panel === "import"} onClick={() => toggle("import")}>
          {words.importFrom}
        </button>
        <span class={isKept ? "note" : "error"}>{isKept ? words.kept : words.notKept}</span>
      </Toolbar>
      {other && (
        <p class="notice" role="status">
          {words.otherTab}{" "}
          <button type="button" class="button small" onClick={takeOther}>
            {words.takeOther}
          </button>
        </p>
      )}
      {told && (
        <div class={told.isFault ? "notice error" : "notice"} role={told.isFault ? "alert" : undefined}>
          <p>{told.sentence}</p>
          <LeftOutList leftOut={told.leftOut} />
        </div>
      )}
      {panel === "new" && <TemplatesPanel take={take} close={() => setPanel(undefined)} />}
      {panel === "import" && <ImportPanel take={take} close={() => setPanel(undefined)} />}
    </div>
  );
}

function unopened(failure: unknown, file: string, words: ReturnType<typeof useStudio>["words"]): string {
  if (failure instanceof TooLong) return words.tooLong(file, failure.megabytes);
  if (failure instanceof Unopened) return failure.reason === "own-levels" ? words.ownLevels(file) : words.noSurvey(file);
  return failure instanceof SyntaxError ? words.noJson(file) : words.importUnread(file, String(failure));
}

/** Handles Ctrl+Z and similar keys, unless a field has an undo of its own. */
function useUndoKeys(history: Writing["history"]): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      const redo = key === "y" || (key === "z" && event.shiftKey);
      if (!redo && key !== "z") return;
      const field = event.target instanceof Element ? event.target.closest("input, textarea") : null;
      if (field && !field.closest(".written, .section-of, .around, h1")) return;
      event.preventDefault();
      if (redo) history.redo();
      else history.undo();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [history]);
}
