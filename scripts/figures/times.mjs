/** Times of several runs, as they are printed. */

export function median(times) {
  return times.toSorted((one, other) => one - other)[times.length >> 1];
}

/** The median and the least of times in milliseconds, of so many runs of what is named. */
export function middleAndLeast(times, runs) {
  const [middle, least] = [median(times), Math.min(...times)].map((time) => time.toFixed(0).padStart(4));
  return `${middle} ms median, ${least} ms least, of ${times.length} ${runs}`;
}
