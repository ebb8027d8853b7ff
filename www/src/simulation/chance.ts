/** Random draws for the simulation, from the browser's cryptographic generator. */

const words = new Uint32Array(4096);
let used = words.length;

/** Draws a uniform number from the open interval (0, 1). */
export function uniform(): number {
  if (used === words.length) {
    crypto.getRandomValues(words);
    used = 0;
  }
  const word = words[used++] ?? 0;
  return (word + 0.5) / 2 ** 32;
}

/** Draws a standard normal number, by the Box–Muller transform. */
export function normal(): number {
  return Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** Draws `true` with the probability that has these log-odds. */
export function happens(logOdds: number): boolean {
  return uniform() < 1 / (1 + Math.exp(-logOdds));
}

/** Draws one of the values, with probabilities proportional to the weights. */
export function pick<Value>(weighted: readonly (readonly [value: Value, weight: number])[]): Value {
  let left = uniform() * weighted.reduce((total, [, weight]) => total + weight, 0);
  const within = ([, weight]: readonly [Value, number]): boolean => {
    left -= weight;
    return left < 0;
  };
  const chosen = weighted.find(within) ?? weighted.at(-1);
  if (!chosen) throw new RangeError("a choice needs at least one value");
  return chosen[0];
}
