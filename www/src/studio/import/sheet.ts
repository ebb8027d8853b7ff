/** A sheet of a workbook. */

/** Its name, and its rows of cells. */
export interface Sheet {
  readonly sheet: string;
  readonly rows: readonly (readonly string[])[];
}
