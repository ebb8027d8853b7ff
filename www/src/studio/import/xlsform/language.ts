/** The tags of languages that are given by name, as in `label::French` or `label::Français (fr)`. */

/** Languages whose names are known, in English and in the language itself. */
const TAGS = (
  "am ar az bg bn cs da de el en es et fa fi fr ha he hi hr hu hy id ig is it ja ka kk km ko ky lo lt lv mg mn ms my ne nl " +
  "no om pl ps pt ro ru rw si sk sl so sq sr sv sw ta tg th ti tl tr uk ur uz vi wo xh yo zh zu"
).split(" ");

/** The tag of a language. */
export function tagOf(language: string): string | undefined {
  const [, behind] = /\(([^()]+)\)\s*$/.exec(language) ?? [];
  return canonical(behind ?? (/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(language) ? language : "")) ?? named(language);
}

function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.trim())[0];
  } catch {
    return undefined;
  }
}

function named(language: string): string | undefined {
  const wanted = language.trim().toLowerCase();
  const called = (tag: string, inTag: string) =>
    new Intl.DisplayNames([inTag], { type: "language" }).of(tag)?.toLowerCase() === wanted;
  return TAGS.find((tag) => called(tag, "en") || called(tag, tag));
}
