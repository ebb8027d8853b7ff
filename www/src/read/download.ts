/** Files that the page writes, and that go nowhere but to the reader's disk. */

import type { EstimatesDocument } from "candor/analysis";

/** Saves a file under a name. */
export function downloaded(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name.replace(/[^\p{L}\p{N}._ -]+/gu, "-");
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The document as `candor estimate --format json` writes it. */
export function json(document: object): Blob {
  return new Blob([`${JSON.stringify(document, null, 2)}\n`], { type: "application/json" });
}

/** A sheet for every table, numbers as numbers; what writes it is loaded now. */
export async function xlsx({ n, confidence, tables }: EstimatesDocument): Promise<Blob> {
  const { default: write } = await import("write-excel-file/universal");
  const bold = (value: string) => ({ value, fontWeight: "bold" as const });
  const sheets = tables.map(({ attributes, method, cells }, place) => ({
    sheet: sheetName(attributes, place),
    data: [
      [...attributes, "estimate", "standard_error", "lower", "upper", "confidence", "n", "method"].map(bold),
      ...cells.map(({ categories, estimate, standard_error, lower, upper }) =>
        [...categories, estimate, standard_error, lower, upper, confidence, n, method].map((value) => ({ value })),
      ),
    ],
  }));
  return write(sheets).toBlob();
}

/** At most 31 characters, none of those that a sheet's name may not have, and none twice. */
function sheetName(attributes: readonly string[], place: number): string {
  return `${place + 1} ${attributes.join(" x ")}`.replace(/[\\/?*[\]:]/g, " ").slice(0, 31);
}
