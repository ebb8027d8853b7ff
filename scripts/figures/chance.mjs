/** Random numbers that are the same in every run. */

/** A number from 0 to 1, by a linear congruential generator. */
export function generator(seed) {
  let state = BigInt(seed);
  return () => {
    state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
    return Number(state >> 11n) / 2 ** 53;
  };
}
