/** Formats numbers. */

/** A formatted number with its plural form, for the words beside it. */
export interface Count {
  readonly text: string;
  readonly form: Intl.LDMLPluralRule;
}

const ENGLISH = "en";
let language = ENGLISH;

/** Sets the language in which numbers are formatted; English until then. */
export function countIn(tag: string): void {
  language = tag;
}

/** Formats 5000 as "5,000". English is formatted by hand, since the first `Intl.NumberFormat` of a cold page takes 14 ms. */
export function whole(value: number): string {
  if (language !== ENGLISH) return decimal(value, 0);
  return value.toFixed(0).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Formats 12.34 as "12.3". */
export function decimal(value: number, digits: number): string {
  if (language === ENGLISH) return value.toFixed(digits);
  return new Intl.NumberFormat(language, fixed(digits)).format(value);
}

/** Formats a ratio with three significant digits: 1.234 as "1.23", 1234 as "1,230". */
export function ratio(value: number): string {
  return new Intl.NumberFormat(language, { minimumSignificantDigits: 3, maximumSignificantDigits: 3 }).format(value);
}

/** Formats 0.1234 as "12.3 %", with a true minus sign and a no-break space. */
export function percent(share: number, digits = 1): string {
  const text = (Math.abs(share) * 100).toFixed(digits);
  const sign = share < 0 && Number(text) !== 0 ? "−" : "";
  if (language === ENGLISH) return `${sign}${text}\u00a0%`;
  const { format } = new Intl.NumberFormat(language, { style: "percent", ...fixed(digits) });
  return sign + format(Math.abs(share));
}

/** Formats a number of a score's units: −1.234 as "−1.23". */
export function measured(value: number, digits = 2): string {
  const text = decimal(Math.abs(value), digits);
  return value < 0 && Number(value.toFixed(digits)) !== 0 ? `−${text}` : text;
}

/** Formats a value that a score can have: −2 as "−2", 2.5 as "2.50". */
export function scored(value: number): string {
  return measured(value, Number.isInteger(value) ? 0 : 2);
}

/** Formats a difference of shares in percentage points, without the unit: −0.1234 as "−12.3". */
export function points(difference: number): string {
  const text = decimal(Math.abs(difference) * 100, 1);
  return difference < 0 && Number((difference * 100).toFixed(1)) !== 0 ? `−${text}` : text;
}

function fixed(digits: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: digits, maximumFractionDigits: digits };
}

/** Formats a count with its plural form, for words such as "1 report", "2 reports". */
export function counted(count: number): Count {
  const form = language === ENGLISH ? (count === 1 ? "one" : "other") : new Intl.PluralRules(language).select(count);
  return { text: whole(count), form };
}

/** Joins words to a list such as "taxes, drugs and income". */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join();
  if (language === ENGLISH) return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
  return new Intl.ListFormat(language).format(words);
}
