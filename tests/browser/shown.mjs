/** What should be shown of an estimate that the program writes, by the rule of docs/estimates.md and not by the program's own result. */

const within = ({ estimate, lower, upper }) => (estimate < lower ? lower : estimate > upper ? upper : estimate);

/** The share to show; `null` where there are too few reports to tell. */
export function shownShare(cell) {
  return cell.standard_error >= 0.5 || cell.upper - cell.lower > 0.95 ? null : within(cell);
}

/** The differences to show for a table, in its order. */
export function shownDifferences({ differences }) {
  return differences.map((apart) => {
    const tells = apart.standard_error < 1 && apart.upper - apart.lower <= 1.9;
    return tells ? within(apart) : null;
  });
}
