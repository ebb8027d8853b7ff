/** Summarises the times of several runs for printing. */

export function median(times) {
  return times.toSorted((one, other) => one - other)[times.length >> 1];
}

/** The median and the least of these times in milliseconds, and how many there are; `runs` says of what. */
export function middleAndLeast(times, runs) {
  const [middle, least] = [median(times), Math.min(...times)].map((time) => time.toFixed(0).padStart(4));
  return `${middle} ms median, ${least} ms least, of ${times.length} ${runs}`;
}
