/** The choice of a colour, a font and a logo for the pages of surveys, with the contrast of the colour. */

import { useState } from "preact/hooks";
import { decimal } from "../../page/numbers";
import { contrast, ENOUGH } from "../../survey-theme/contrast";
import {
  DARK,
  FONTS,
  isFont,
  LIGHT,
  LOGO_TYPES,
  type Logo,
  MOST_LOGO_BYTES,
  shades,
  type SurveyTheme,
} from "../../survey-theme/theme";
import { useStudio } from "../context";
import { FileButton } from "../parts/file-button";

/** The colour of pages without one of their own, on a light background. */
const USUAL = "#0a6c5f";

/** The fields; what they say is kept at once. */
export function Looks() {
  const { words, looks, setLooks } = useStudio();
  const { accent, font, logo } = looks;
  return (
    <div class="card-of">
      <h2>{words.looksTitle}</h2>
      <p class="note">{words.looksNote}</p>
      <p class="more">
        <label class="named">
          {words.accent}
          <input
            type="color"
            value={accent ?? USUAL}
            onInput={({ currentTarget: { value } }) => setLooks({ ...looks, accent: value })}
          />
        </label>
        <label class="named">
          {words.font}
          <select
            value={font ?? ""}
            onChange={({ currentTarget: { value } }) => setLooks(withFont(looks, value))}
          >
            <option value="">{words.fonts.usual}</option>
            {Object.keys(FONTS).map((name) => isFont(name) && <option value={name}>{words.fonts[name]}</option>)}
          </select>
        </label>
        {Object.keys(looks).length > 0 && (
          <button type="button" class="button small" onClick={() => setLooks({})}>
            {words.usualLooks}
          </button>
        )}
      </p>
      <div role="status">{accent !== undefined && <Contrasts accent={accent} />}</div>
      <LogoField logo={logo} set={(next) => setLooks(withLogo(looks, next))} />
    </div>
  );
}

function withFont({ font: _, ...others }: SurveyTheme, name: string): SurveyTheme {
  return isFont(name) ? { ...others, font: name } : others;
}

function withLogo({ logo: _, ...others }: SurveyTheme, logo: Logo | undefined): SurveyTheme {
  return logo ? { ...others, logo } : others;
}

/** The colour on a light and on a dark page, and whether it has enough contrast with them. */
function Contrasts({ accent }: { readonly accent: string }) {
  const { words } = useStudio();
  // Rounded down, so that no contrast is said to be enough that is not.
  const said = (one: string, other: string) => decimal(Math.floor(contrast(one, other) * 10) / 10, 1);
  const [light, dark] = shades(accent);
  const pages = [
    { name: words.onLight, background: LIGHT, ...light },
    { name: words.onDark, background: DARK, ...dark },
  ];
  return (
    <ul class="contrasts">
      {pages.map(({ name, background, shown = accent, on }) => (
        <li key={name}>
          <span class="swatch" aria-hidden="true" style={{ background }}>
            <span style={{ background: shown, color: on }}>{words.sample}</span>
          </span>
          <span>
            <strong>{name}</strong>
            <br />
            {contrast(accent, background) >= ENOUGH
              ? words.enough(said(accent, background))
              : words.notEnough(said(accent, background), said(shown, background), shown)}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface LogoProps {
  readonly logo: Logo | undefined;
  set(logo: Logo | undefined): void;
}

function LogoField({ logo, set }: LogoProps) {
  const { words } = useStudio();
  const [refused, setRefused] = useState<string>();
  const open = async (file: File) => {
    const isLogo = LOGO_TYPES.includes(file.type) && file.size <= MOST_LOGO_BYTES;
    setRefused(isLogo ? undefined : file.name);
    if (isLogo) set({ image: await addressOf(file), name: logo?.name ?? "" });
  };
  return (
    <fieldset class="logo-field">
      <legend>{words.logo}</legend>
      <p class="note">{words.logoNote}</p>
      <p class="more">
        <FileButton label={words.chooseLogo} accept={LOGO_TYPES.join()} open={(file) => void open(file)} />
        {logo && (
          <>
            <img class="chosen-logo" src={logo.image} alt={logo.name} />
            <button type="button" class="button small" onClick={() => set(undefined)}>
              {words.removeLogo}
            </button>
          </>
        )}
      </p>
      {logo && (
        <label class="named">
          {words.logoName}
          <input
            type="text"
            class="wide"
            dir="auto"
            value={logo.name}
            onInput={({ currentTarget: { value } }) => set({ ...logo, name: value })}
          />
        </label>
      )}
      {refused !== undefined && (
        <p class="error" role="alert">
          {words.noLogo(refused)}
        </p>
      )}
    </fieldset>
  );
}

/** A file as an address that contains it. */
function addressOf(file: File): Promise<string> {
  const reader = new FileReader();
  return new Promise((read, failed) => {
    reader.onload = () => read(String(reader.result));
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(file);
  });
}
