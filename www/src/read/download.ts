/** Files that the page writes to the reader's disk and nowhere else. */

/** A name that every system takes for a file. */
export function fileName(name: string): string {
  return name.replace(/[^\p{L}\p{N}._ -]+/gu, "-");
}

/** Saves a file under a name. */
export function downloaded(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName(name);
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Writes the document like `candor estimate --format json`. */
export function json(document: object): Blob {
  return new Blob([`${JSON.stringify(document, null, 2)}\n`], { type: "application/json" });
}

/** Comma-separated values as a file. */
export function csv(text: string): Blob {
  return new Blob([text], { type: "text/csv" });
}
