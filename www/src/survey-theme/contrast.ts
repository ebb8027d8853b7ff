/**
 * Contrast of colours, as the Web Content Accessibility Guidelines 2.2 define it: (L₁ + 0.05)/(L₂ + 0.05) of the relative luminances of
 * the lighter and the darker one, from 1 to 21. Colours are written `#rrggbb`.
 */

/** The least contrast of text with what is behind it (success criterion 1.4.3). */
export const ENOUGH = 4.5;

/** The contrast of two colours. */
export function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/**
 * The colour nearest to this one that has enough contrast with a background: itself, or else its mixture with as little as possible of black
 * or white, of which the background is further from.
 */
export function legible(colour: string, background: string): string {
  const end = strongest(background, "#000000", "#ffffff");
  for (let part = 0; part < MIXTURES; part += 1) {
    const mixed = mixture(colour, end, part / MIXTURES);
    if (contrast(mixed, background) >= ENOUGH) return mixed;
  }
  return end;
}

/** The one of several colours that has the most contrast with a background. */
export function strongest(background: string, ...colours: readonly [string, ...string[]]): string {
  return colours.reduce((best, each) => (contrast(each, background) > contrast(best, background) ? each : best));
}

/** How many mixtures with black or white are tried. */
const MIXTURES = 256;

function mixture(colour: string, other: string, part: number): string {
  const ends = channels(other);
  const mixed = channels(colour).map((channel, i) => Math.round(channel * (1 - part) + (ends[i] ?? 0) * part));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/** The relative luminance of a colour of sRGB, from 0 for black to 1 for white. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Red, green and blue, each from 0 to 255. */
function channels(colour: string): readonly number[] {
  return [1, 3, 5].map((place) => Number.parseInt(colour.slice(place, place + 2), 16));
}
