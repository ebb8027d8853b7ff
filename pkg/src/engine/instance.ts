import type { Engine, Perturbing } from "./engine.js";
import { numbersOf } from "./numbers.js";

/** The module's exports: its functions read numbers from `host.number` and pass their results to `host.given`. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  sha256(): void;
  start(): number;
  perturb(sampler: number): void;
}

/** The engine of the wasm module. Every plan gets an instance of its own, so that plans share no memory. */
export function engineOf(module: WebAssembly.Module): Engine {
  return { fixedWork: true, open: () => instanceOf(module) };
}

function instanceOf(module: WebAssembly.Module): Perturbing {
  let numbers = NONE.values();
  let given: number[] = [];
  const host = {
    number: () => numbers.next().value,
    given: (number: number) => void given.push(number >>> 0),
    random(seed: number) {
      try {
        globalThis.crypto.getRandomValues(new Uint8Array(memory.buffer, seed, 32));
        return 1;
      } catch {
        return 0;
      }
    },
  };
  const { exports } = new WebAssembly.Instance(module, { host });
  const { memory, perturb, sha256, start } = exports as unknown as Exports;

  /**
   * Calls a function with these numbers and returns its results. The numbers are then overwritten, since they may contain
   * answers.
   */
  const run = (handed: Uint32Array, call: () => void): Uint32Array => {
    [numbers, given] = [handed.values(), []];
    try {
      call();
      return Uint32Array.from(given);
    } finally {
      handed.fill(0);
    }
  };

  return {
    sha256: (bytes) => run(lists(bytes), sha256),
    sampler(law, mechanism = NONE) {
      let sampler = 0;
      run(Uint32Array.from([...lists(mechanism), ...numbersOf(law)]), () => {
        sampler = start();
      });
      return {
        perturb(categories = NONE, secret = NONE, label) {
          const numbers = lists(categories, secret, label === undefined ? NONE : Uint32Array.of(label));
          return run(numbers, () => perturb(sampler));
        },
      };
    },
  };
}

const NONE = new Uint32Array();

/** Concatenates lists, each preceded by its length. */
function lists(...lists: readonly ArrayLike<number>[]): Uint32Array {
  const numbers = new Uint32Array(lists.reduce((length, list) => length + 1 + list.length, 0));
  let at = 0;
  for (const list of lists) {
    numbers[at] = list.length;
    numbers.set(list, at + 1);
    at += 1 + list.length;
  }
  return numbers;
}
