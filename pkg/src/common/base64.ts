import { needed } from "./runtime.js";

/** Decodes short base64url without padding. */
export function fromBase64url(base64url: string): Uint8Array<ArrayBuffer> {
  const text = needed("atob")(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Encodes 32-bit numbers, big-endian, as base64url without padding. A loop, since it runs for every report. */
export function toBase64url(numbers: Uint32Array): string {
  let bytes = "";
  for (const number of numbers)
    bytes += String.fromCharCode(number >>> 24, (number >> 16) & 255, (number >> 8) & 255, number & 255);
  return inUrl(bytes);
}

/** Encodes few bytes as base64url without padding. */
export function base64url(bytes: Uint8Array): string {
  return inUrl(String.fromCharCode(...bytes));
}

/** Encodes a text of characters below 256, one a byte, as base64url without padding. */
function inUrl(bytes: string): string {
  return needed("btoa")(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
