/** The panel from which a survey is begun: an empty one, or one of the templates, in some of their languages. */

import { useState } from "preact/hooks";
import { useStudio } from "../context";
import { draftOf } from "../document/read";
import { blank, type Draft } from "../draft";
import { languageName } from "../write/languages";
import { TEMPLATES, type Template, WRITTEN_IN } from ".";

interface Props {
  take(draft: Draft, sentence: string): void;
  close(): void;
}

/** The templates with what they ask and where that is from. */
export function TemplatesPanel({ take, close }: Props) {
  const { words, language } = useStudio();
  const [wanted, setWanted] = useState<readonly string[]>([language]);
  const [fault, setFault] = useState("");
  const begin = (draft: Draft, sentence: string) => {
    take(draft, sentence);
    close();
  };
  const beginWith = async ({ load, name }: Template) => {
    try {
      const draft = draftOf((await load()).default, language);
      begin({ ...draft, languages: wanted }, words.startedTemplate(words.templates[name].title));
    } catch (failure) {
      setFault(words.importUnread(words.templates[name].title, String(failure)));
    }
  };
  const toggle = (tag: string, isWanted: boolean) => {
    const others = wanted.filter((each) => each !== tag);
    setWanted(isWanted ? [...others, tag] : others);
  };
  return (
    <section class="import templates" aria-labelledby="templates-title">
      <h2 id="templates-title">{words.beginWith}</h2>
      <p>
        <button type="button" class="button small" onClick={() => begin(blank(language), words.startedNew)}>
          {words.beginEmpty}
        </button>
      </p>
      <p class="note">{words.templatesNote}</p>
      <fieldset class="template-languages">
        <legend>{words.templateLanguages}</legend>
        {WRITTEN_IN.map((tag) => (
          <label key={tag} class="check">
            <input
              type="checkbox"
              checked={wanted.includes(tag)}
              // A survey has at least one language.
              disabled={wanted.length === 1 && wanted.includes(tag)}
              onChange={({ currentTarget: { checked } }) => toggle(tag, checked)}
            />
            <bdi lang={tag}>{languageName(tag)}</bdi>
          </label>
        ))}
      </fieldset>
      <ul>
        {TEMPLATES.map((template) => (
          <li key={template.name} class="template">
            <h3>{words.templates[template.name].title}</h3>
            <p>{words.templates[template.name].asks}</p>
            <div class="note">
              {words.follows}
              <ul lang="en" dir="ltr">
                {template.sources.map(({ by, title, year, address }) => (
                  <li key={address}>
                    {by}:{" "}
                    <a href={address} target="_blank" rel="noreferrer">
                      {title}
                    </a>
                    , {year}
                  </li>
                ))}
              </ul>
            </div>
            <button
              type="button"
              class="button small"
              onClick={() => void beginWith(template)}
            >
              {words.beginWithTemplate(words.templates[template.name].title)}
            </button>
          </li>
        ))}
      </ul>
      {fault && (
        <p class="error" role="alert">
          {fault}
        </p>
      )}
      <p>
        <button type="button" class="button small" onClick={close}>
          {words.close}
        </button>
      </p>
    </section>
  );
}
