import { needed } from "./runtime.js";

/** The bytes of base64url without padding, of which there are few. */
export function fromBase64url(base64url: string): Uint8Array<ArrayBuffer> {
  const text = needed("atob")(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** The bytes of the numbers, the first the most significant, without padding. A loop, as it runs for every report. */
export function toBase64url(numbers: Uint32Array): string {
  let bytes = "";
  for (const number of numbers)
    bytes += String.fromCharCode(number >>> 24, (number >> 16) & 255, (number >> 8) & 255, number & 255);
  return inUrl(bytes);
}

/** Short bytes in base64url without padding. */
export function base64url(bytes: Uint8Array): string {
  return inUrl(String.fromCharCode(...bytes));
}

/** Bytes in base64url without padding, given as the text of characters below 256. */
function inUrl(bytes: string): string {
  return needed("btoa")(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
