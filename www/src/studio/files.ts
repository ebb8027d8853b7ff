/** Opens and saves files, without any network. */

/** The maximum size in bytes of a file that is opened. */
const MOST_BYTES = 4_000_000;

/** The error for a file that is too long to be a survey. */
export class TooLong extends Error {
  readonly megabytes: string;

  constructor(bytes: number) {
    super("too long");
    this.megabytes = (bytes / 1_000_000).toFixed(1);
  }
}

/** Throws `TooLong` for a file that is too long. */
export function checkLength({ size }: File): void {
  if (size > MOST_BYTES) throw new TooLong(size);
}

/** Reads the text of a file. Throws `TooLong`. */
export async function textOfFile(file: File): Promise<string> {
  checkLength(file);
  return (await file.text()).replace(/^\uFEFF/, "");
}

/** Has the browser save a text as a file. */
export function download(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
