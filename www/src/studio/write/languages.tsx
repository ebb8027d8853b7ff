/** The choice of the survey's languages. */

import { useState } from "preact/hooks";
import { useStudio } from "../context";
import { tagged } from "../document/tags";
import { missingIn } from "../document/translated";
import { Icon } from "../parts/icon";

/** The language's own name, or its tag. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: "language", fallback: "code" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** How many texts are missing in a language, if any are. */
function Lacking({ language }: { readonly language: string }) {
  const { words, draft } = useStudio();
  const { length } = missingIn(draft, language);
  if (draft.languages.length < 2 || length === 0) return null;
  return <small class="lacking">{` · ${words.missingCount(length)}`}</small>;
}

/** Selects the language to edit, and adds or removes languages. */
export function LanguageBar() {
  const { language, words, draft, writing, change, writeIn } = useStudio();
  const [tag, setTag] = useState<string>();
  const [fault, setFault] = useState("");
  const add = () => {
    const canonical = tagOfName(tag ?? "", language) ?? tagged(tag ?? "");
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
            <span>
              <bdi lang={each}>{languageName(each)}</bdi>
              <Lacking language={each} />
            </span>
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

/** Languages that are found by their names. */
const NAMED = `af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr
 ms my nb ne nl pa pl ps pt ro ru si sk sl so sq sr sv sw ta te th ti tl tr uk ur uz vi zh zu`.split(/\s+/);

/** The tag of a language that is named in this language, in English, or in itself. */
function tagOfName(name: string, language: string): string | undefined {
  const wanted = name.trim().toLowerCase();
  const named = (tag: string, shown: string) => new Intl.DisplayNames([shown], { type: "language" }).of(tag)?.toLowerCase();
  return NAMED.find((tag) => [language, "en", tag].some((shown) => named(tag, shown) === wanted));
}
