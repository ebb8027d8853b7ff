import type { Block, Pattern } from "../verify/document.js";
import type { Form, Law } from "../verify/forms.js";

/** Writes a law as the wasm module reads it: the numbers of `src/device/numbers.rs`, in the same order. */
export function numbersOf({ forms, scores, sizes }: Law): readonly number[] {
  const numbers: number[] = [];
  const list = <T>(elements: readonly T[], write: (element: T) => void) => {
    numbers.push(elements.length);
    elements.forEach(write);
  };
  const one = (number: number) => void numbers.push(number);
  const all = (elements: readonly number[]) => list(elements, one);
  const weight = (weight: bigint) => void numbers.push(Number(weight >> 32n), Number(weight & 0xffff_ffffn));
  const pattern = ({ changes, weight: own }: Pattern) => {
    list(changes, (change) => change.forEach(one));
    weight(own);
  };
  const block = ({ classes, patterns, units }: Block) => {
    all(units);
    list(classes, all);
    list(patterns, pattern);
  };
  const form = ({ blocks, exchange, units, weight: own }: Form) => {
    weight(own - 1n);
    list(exchange, all);
    list(units, ({ attributes, subset_size }) => {
      all(attributes);
      one(subset_size);
    });
    list(blocks, block);
  };
  all(sizes);
  list(scores, ({ attributes, levels, steps }) => {
    all(attributes);
    // Raised by 1: 0 stands for none.
    list(steps, (own) => all(own.map((step = -1) => step + 1)));
    all(levels);
  });
  list(forms, form);
  return numbers;
}
