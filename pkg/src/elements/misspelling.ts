/**
 * Returns the known name that an unknown one was probably meant to be: the nearest by edit distance (insertions, deletions,
 * replacements and swaps of neighbours, ignoring dashes) if at most a third of it differs, or else one that shares a word with
 * it. Ties go to the longest name, of which the smallest part differs.
 */
export function probablyMeant(name: string, known: readonly string[]): string | undefined {
  const [bare, ...others] = [name, ...known].map((each) => each.replace(/[-_]/g, ""));
  const near = others
    .map(({ length }, i) => ({ i, length, distance: edits(bare!, others[i]!) }))
    .filter(({ length, distance }) => distance <= Math.max(1, Math.floor(length / 3)))
    .sort((one, two) => one.distance - two.distance || two.length - one.length);
  const words = name.split(/[-_]/);
  return known[near[0]?.i ?? -1] ?? known.find((other) => other.split("-").some((word) => words.includes(word)));
}

/** The optimal string alignment distance. */
function edits(one: string, two: string): number {
  const rows = [Array.from({ length: two.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= two.length; j += 1) {
      const replaced = rows[i - 1]![j - 1]! + (one[i - 1] === two[j - 1] ? 0 : 1);
      const swapped = one[i - 1] === two[j - 2] && one[i - 2] === two[j - 1] ? rows[i - 2]![j - 2]! + 1 : replaced;
      row.push(Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, replaced, swapped));
    }
    rows.push(row);
  }
  return rows.at(-1)!.at(-1)!;
}
