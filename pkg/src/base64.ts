/** The bytes of base64. Without `Uint8Array.fromBase64`, a loop: `Uint8Array.from` with a function takes ten times as long. */
export function fromBase64(base64: string): Uint8Array<ArrayBuffer> {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** The bytes of base64url without padding. */
export function fromBase64url(base64url: string): Uint8Array<ArrayBuffer> {
  return fromBase64(base64url.replaceAll("-", "+").replaceAll("_", "/"));
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
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
