/**
 * How a survey's page looks: a colour, a font and a logo. A theme is no part of a plan or of its fingerprint. It loads nothing: fonts are those
 * of the device, and a logo is in the page. Of the colour the page takes the nearest that is legible, light on dark and dark on light.
 */

import { legible, strongest } from "./contrast";

/** The stacks of fonts that devices bring along, by name. */
export const FONTS = {
  serif: '"Iowan Old Style", "Palatino Linotype", Palatino, P052, "Noto Serif", serif',
  humanist: 'Optima, Candara, Seravek, "Gill Sans", "Noto Sans", Ubuntu, Calibri, sans-serif',
  rounded: 'ui-rounded, "Hiragino Maru Gothic ProN", "Arial Rounded MT Bold", Quicksand, Nunito, Calibri, sans-serif',
} as const;

export type FontName = keyof typeof FONTS;

/** A small image, and the name that it stands for. */
export interface Logo {
  /** The image itself, as an address that begins with `data:`. */
  readonly image: string;
  readonly name: string;
}

/** Members that are absent leave the page as it is. */
export interface SurveyTheme {
  /** A colour, `#rrggbb`. */
  readonly accent?: string;
  readonly font?: FontName;
  readonly logo?: Logo;
}

/** The backgrounds of a survey's page that are nearest to the colours on them, in light and in dark colours. */
export const [LIGHT, DARK] = ["#fbfaf7", "#1b1e21"] as const;

/** The colours of texts on the accent: its own complement in light and dark. */
const ON_ACCENT = ["#ffffff", "#101214"] as const;

/** The most bytes of a logo. */
export const MOST_LOGO_BYTES = 20_000;

/** The kinds of images that a logo can be; none of them runs scripts or loads anything in a page's `img`. */
export const LOGO_TYPES = ["image/png", "image/jpeg", "image/webp", "image/svg+xml"];

/** The theme that settings of an address name; what is no colour or font is left out. An address has no logo, since anybody can write one. */
export function themeIn(settings: URLSearchParams): SurveyTheme {
  const accent = `#${settings.get("accent")}`;
  const font = settings.get("font") ?? "";
  return { ...(isColour(accent) && { accent }), ...(isFont(font) && { font }) };
}

/** The settings that name a theme in an address, each with `&` before it. */
export function settingsOf({ accent, font }: SurveyTheme): string {
  return [accent && `&accent=${accent.slice(1)}`, font && `&font=${font}`].join("");
}

/** The accent as it is shown on light and on dark backgrounds, with the colour of the text on it. */
export function shades(accent: string): readonly { readonly shown: string; readonly on: string }[] {
  return [LIGHT, DARK].map((background) => {
    const shown = legible(accent, background);
    return { shown, on: strongest(shown, ...ON_ACCENT) };
  });
}

/** The accent and the colour of the text on it, as CSS writes them for light and dark backgrounds. */
export function accentColours(accent: string): readonly [shown: string, on: string] {
  const both = shades(accent);
  const either = (of: "shown" | "on") => `light-dark(${both.map((shade) => shade[of])})`;
  return [either("shown"), either("on")];
}

/** Gives an element, and the survey in it, the colour and the font of a theme. */
export function applyTheme({ style }: HTMLElement, { accent, font }: SurveyTheme): void {
  const [shown, on] = accent === undefined ? ["", ""] : accentColours(accent);
  style.setProperty("--candor-accent", shown);
  style.setProperty("--candor-on-accent", on);
  style.fontFamily = font === undefined ? "" : FONTS[font];
}

export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

export function isFont(name: string): name is FontName {
  return Object.hasOwn(FONTS, name);
}
