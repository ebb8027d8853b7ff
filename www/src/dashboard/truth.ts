/**
 * The true answers of the simulated people. Only this tab knows them, because it made these people up; the answers of real people
 * do not leave their devices.
 */

import type { Attribute } from "candor";
import type { TableEstimate } from "./estimates";

/** The true categories of the simulated people whose reports the collector has stored. */
export class SimulatedTruth {
  readonly #attributes: readonly Attribute[];
  readonly #records: Uint8Array[] = [];
  #people = 0;

  constructor(attributes: readonly Attribute[]) {
    this.#attributes = attributes;
  }

  /** The number of simulated people so far. */
  get people(): number {
    return this.#people;
  }

  /** Adds people: their categories one person after the other, in the order of the attributes. */
  add(records: Uint8Array): void {
    this.#records.push(records);
    this.#people += records.length / this.#attributes.length;
  }

  /** The true shares of a table's cells, in the table's order; undefined while nobody was simulated. */
  shares(table: TableEstimate): number[] | undefined {
    if (this.#people === 0) return undefined;
    const axes = table.attributes.map((name) => this.#attributes.findIndex((each) => each.name === name));
    const counts = new Array<number>(table.cells.length).fill(0);
    for (const records of this.#records) {
      for (let person = 0; person < records.length; person += this.#attributes.length) {
        const cell = this.#cell(records, person, axes);
        counts[cell] = (counts[cell] ?? 0) + 1;
      }
    }
    return counts.map((count) => count / this.#people);
  }

  #cell(records: Uint8Array, person: number, axes: readonly number[]): number {
    return axes.reduce(
      (cell, axis) => cell * (this.#attributes[axis]?.categories.length ?? 1) + (records[person + axis] ?? 0),
      0,
    );
  }
}

/** How many of the tables' intervals cover the simulated truth. */
export interface Coverage {
  readonly covering: number;
  readonly intervals: number;
}

/** Counts the intervals that cover the truth; undefined while nobody was simulated. */
export function coverage(tables: readonly TableEstimate[], truth: SimulatedTruth): Coverage | undefined {
  if (truth.people === 0) return undefined;
  const covered = tables.flatMap((table) => {
    const shares = truth.shares(table) ?? [];
    return table.cells.map(({ lower, upper }, cell) => {
      const share = shares[cell] ?? 0;
      return lower <= share && share <= upper;
    });
  });
  return { covering: covered.filter(Boolean).length, intervals: covered.length };
}
