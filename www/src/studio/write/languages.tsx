/** The choice of the survey's languages. */

import { useState } from "preact/hooks";
import { useStudio } from "../context";
import { Icon } from "../parts/icon";

/** The language's own name, or its tag. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: "language", fallback: "code" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Selects the language to edit, and adds or removes languages. */
export function LanguageBar() {
  const { words, draft, writing, change, writeIn } = useStudio();
  const [tag, setTag] = useState<string>();
  const [fault, setFault] = useState("");
  const add = () => {
    const canonical = canonicalTag(tag ?? "");
    if (canonical === undefined) return setFault(words.invalidLanguage(tag ?? ""));
    change((before) => ({ ...before, languages: [...new Set([...before.languages, canonical])] }));
    writeIn(canonical);
    setTag(undefined);
    setFault("");
  };
  const remove = (removed: string) => {
    change((before) => ({ ...before, languages: before.languages.filter((each) => each !== removed) }));
  };
  return (
    <fieldset class="languages">
      <legend class="unseen">{words.languages}</legend>
      {draft.languages.map((each) => (
        <span key={each} class="segments">
          <label>
            <input type="radio" name="writing" checked={each === writing} onChange={() => writeIn(each)} />
            <span lang={each}>{languageName(each)}</span>
          </label>
          {draft.languages.length > 1 && (
            <button type="button" class="icon" aria-label={words.removeLanguage(languageName(each))} onClick={() => remove(each)}>
              <Icon name="remove" />
            </button>
          )}
        </span>
      ))}
      {tag === undefined ? (
        <button type="button" class="button small" onClick={() => setTag("")}>
          {words.addLanguage}
        </button>
      ) : (
        <form
          class="tag"
          onSubmit={(event) => {
            event.preventDefault();
            add();
          }}
        >
          <input
            type="text"
            aria-label={words.languageTag}
            placeholder={words.languageTag}
            autocomplete="off"
            autofocus
            value={tag}
            onInput={(event) => setTag(event.currentTarget.value)}
          />
          <button type="submit" class="button small">
            {words.addLanguage}
          </button>
        </form>
      )}
      {fault && (
        <p class="error" role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

function canonicalTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.trim())[0];
  } catch {
    return undefined;
  }
}
