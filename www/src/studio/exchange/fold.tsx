/** The texts of the survey as files that translators work on, and what comes back. */

import { useState } from "preact/hooks";
import { useStudio } from "../context";
import { surveyName } from "../document/names";
import { download, TooLong, textOfFile } from "../files";
import { FileButton } from "../parts/file-button";
import { Toolbar } from "../parts/toolbar";
import { Fold } from "../write/fold";
import { languageName } from "../write/languages";
import { fromSheet, sheetOf } from "./sheet";
import { type NotFit, take } from "./take";
import { fromXliff, xliffOf } from "./xliff";

interface Told {
  readonly sentence: string;
  readonly isFault?: boolean;
  readonly notFit?: readonly NotFit[];
}

/** Downloads of a sheet and of XLIFF for each further language, and the file that is taken in. */
export function Exchange() {
  const { words, draft, change, announce } = useStudio();
  const [told, setTold] = useState<Told>();
  const name = surveyName(draft);
  const [, ...further] = draft.languages;
  const open = async (file: File) => {
    try {
      const text = await textOfFile(file);
      const found = text.trimStart().startsWith("<") ? fromXliff(text) : await fromSheet(text, draft);
      if (found === undefined) return setTold({ sentence: words.noTexts(file.name), isFault: true });
      const { counts, notFit } = take(draft, found);
      change((before) => take(before, found).draft);
      const sentence = words.takenTexts([...counts].map(([tag, texts]) => [languageName(tag), texts] as const));
      setTold({ sentence, notFit });
      announce(sentence);
    } catch (failure) {
      const isLong = failure instanceof TooLong;
      const sentence = isLong ? words.tooLong(file.name, failure.megabytes) : words.importUnread(file.name, String(failure));
      setTold({ sentence, isFault: true });
    }
  };
  return (
    <Fold title={words.exchange} isUsed={false}>
      <p class="note">{words.exchangeNote}</p>
      <Toolbar class="more" label={words.exchange}>
        <button
          type="button"
          class="button small"
          onClick={() => void sheetOf(draft).then((text) => download(`${name}.csv`, "text/csv", text))}
        >
          {words.sheetFile}
        </button>
        {further.map((tag) => (
          <button
            key={tag}
            type="button"
            class="button small"
            onClick={() => download(`${name}.${tag}.xlf`, "application/xliff+xml", xliffOf(draft, tag))}
          >
            {words.xliffFile(languageName(tag))}
          </button>
        ))}
        <FileButton label={words.takeTexts} accept=".csv,.tsv,.txt,.xlf,.xliff,.xml" open={(file) => void open(file)} />
      </Toolbar>
      {told && (
        <div class={told.isFault ? "notice error" : "notice"} role={told.isFault ? "alert" : undefined}>
          <p>{told.sentence}</p>
          <NotFitList notFit={told.notFit ?? []} />
        </div>
      )}
    </Fold>
  );
}

function NotFitList({ notFit }: { readonly notFit: readonly NotFit[] }) {
  const { words } = useStudio();
  if (notFit.length === 0) return null;
  return (
    <div class="left-out">
      <p>{words.notFitting}</p>
      <ul aria-label={words.notFitting}>
        {notFit.map(({ name, why }) => (
          <li key={`${why} ${name}`}>
            <bdi>{name}</bdi>: {words.notFit[why]}
          </li>
        ))}
      </ul>
    </div>
  );
}
