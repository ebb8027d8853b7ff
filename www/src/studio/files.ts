/** Files that come in and go out; none of them passes a network. */

/** The most bytes of a file that is opened. */
const MOST_BYTES = 4_000_000;

/** A file that is longer than any survey. */
export class TooLong extends Error {
  readonly megabytes: string;

  constructor(bytes: number) {
    super("too long");
    this.megabytes = (bytes / 1_000_000).toFixed(1);
  }
}

/** Refuses a file that is too long. */
export function checkLength({ size }: File): void {
  if (size > MOST_BYTES) throw new TooLong(size);
}

/** What is written in a file. Throws `TooLong`. */
export async function textOfFile(file: File): Promise<string> {
  checkLength(file);
  return (await file.text()).replace(/^\uFEFF/, "");
}

/** Offers a text as a file to keep. */
export function download(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
