const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

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
  let text = "";
  let [bits, held] = [0, 0];
  for (const number of numbers) {
    for (let byte = 24; byte >= 0; byte -= 8) {
      bits = (bits << 8) | ((number >>> byte) & 255);
      for (held += 8; held >= 6; held -= 6) text += DIGITS[(bits >> (held - 6)) & 63];
      bits &= 255;
    }
  }
  return held > 0 ? text + DIGITS[(bits << (6 - held)) & 63] : text;
}
