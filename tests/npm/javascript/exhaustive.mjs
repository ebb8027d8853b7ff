/** The largest ratio of the chances of any report under small laws, by trying all reports of all records that somebody can give. */

/** n over m. */
const choose = (n, m) => (m === 0 ? 1 : (choose(n, m - 1) * (n - m + 1)) / m);

/** The largest number of a list, which may be too long to be the arguments of a call. */
const highest = (numbers) => numbers.reduce((most, number) => Math.max(most, number), -Infinity);

/** All ways to take one of each list. */
const product = (lists) => lists.reduce((ways, list) => ways.flatMap((way) => list.map((own) => [...way, own])), [[]]);

const subsets = (cells, size) =>
  product(Array.from({ length: cells }, () => [0, 1])).filter((bits) => bits.filter(Boolean).length === size);

/** All ways to put the attributes of a form's pool into the places of its units. */
function arrangements({ exchange, units }) {
  if (!exchange) return [units];
  const [pool] = exchange;
  const places = units.flatMap(({ attributes }) => attributes).filter((i) => pool.includes(i)).length;
  const orders = product(Array.from({ length: places }, () => pool)).filter((own) => new Set(own).size === own.length);
  return orders.map((order) => {
    const left = [...order];
    return units.map((unit) => ({
      ...unit,
      attributes: unit.attributes.map((i) => (pool.includes(i) ? left.shift() : i)),
    }));
  });
}

/** The largest log-ratio of any report between feasible records that agree on all but these questions, by trying all of them. */
export function largest({ attributes, compounds = [], forms }, joint) {
  const sizes = attributes.map(({ categories }) => categories.length);
  const feasible = product(sizes.map((size) => Array.from({ length: size }, (_, i) => i))).filter(
    (record) =>
      attributes.every(({ asked_if }, i) => {
        if (!asked_if) return true;
        const asked = asked_if.every(({ attribute, categories }) => categories.includes(record[attribute]));
        return asked === record[i] < sizes[i] - 1;
      }) && compounds.every((compound) => fits(compound, record, attributes)),
  );
  const groups = new Map();
  for (const record of feasible) {
    const rest = record.filter((_, i) => !joint.includes(i)).join();
    groups.set(rest, [...(groups.get(rest) ?? []), record]);
  }
  let most = 0;
  for (const form of forms)
    for (const units of arrangements(form)) {
      const shapes = units.map(({ attributes: own, subset_size }) => [
        own.reduce((all, i) => all * sizes[i], 1),
        subset_size,
      ]);
      const cellsOf = (record) =>
        units.map(({ attributes: own }) => own.reduce((cell, i) => cell * sizes[i] + record[i], 0));
      for (const group of groups.values()) {
        let ratio = 0;
        for (const block of form.blocks) {
          const chances = product(block.units.map((unit) => subsets(...shapes[unit]))).map((report) =>
            group.map((record) => chance(block, shapes, cellsOf(record), report)),
          );
          ratio += Math.log(highest(chances.map((own) => highest(own) / -highest(own.map((chance) => -chance)))));
        }
        // Blocks may be at their worst for different pairs of records: only one block gives the exact ratio.
        if (form.blocks.length === 1) most = Math.max(most, ratio);
        else most = Math.max(most, paired(form, shapes, group.map(cellsOf)));
      }
    }
  return most;
}

/** The largest log-ratio between two of these records over all blocks. */
function paired({ blocks }, shapes, records) {
  const reports = blocks.map((block) => product(block.units.map((unit) => subsets(...shapes[unit]))));
  const logs = blocks.map((block, at) =>
    records.map((record) => reports[at].map((report) => Math.log(chance(block, shapes, record, report)))),
  );
  let most = 0;
  for (const one of records.keys())
    for (const other of records.keys()) {
      const ratio = logs.reduce((sum, own) => sum + highest(own[one].map((log, i) => log - own[other][i])), 0);
      most = Math.max(most, ratio);
    }
  return most;
}

/** The chance of a block's report given the cells of a record. */
function chance({ classes, patterns, uniform, units }, shapes, cells, report) {
  const misses = classes.map((positions) => positions.filter((at) => !report[at][cells[units[at]]]).length);
  const all = units.reduce((count, unit) => count * choose(...shapes[unit]), 1);
  const pattern = patterns.find(({ changes }) => {
    const counts = new Map(changes);
    return misses.every((count, i) => (counts.get(i) ?? 0) === count);
  });
  const orbit = classes.reduce((count, positions, i) => {
    const [size, subset] = shapes[units[positions[0]]];
    const [held, missed] = [choose(size - 1, subset - 1), choose(size - 1, subset)];
    return count * choose(positions.length, misses[i]) * held ** (positions.length - misses[i]) * missed ** misses[i];
  }, 1);
  return (Number(uniform) / all + Number(pattern?.weight ?? 0) / orbit) / 2 ** 64;
}

/** Whether the choices or items of a compound are all asked or none, and keep to its rule. */
function fits({ at_least = 0, attributes, excluding = [], at_most = attributes.length, kind }, record, all) {
  if (kind === "rows") return true;
  const own = attributes.map((i) => record[i]);
  if (kind === "ranking") {
    const values = own.map((category, i) => all[attributes[i]].categories[category]);
    const given = values.filter((value) => value > 0).toSorted();
    const places = all[attributes[0]].categories.filter((value) => value > 0);
    const isUnanswered = new Set(values).size === 1 && ["no answer", "not reached", "not asked"].includes(values[0]);
    return (
      isUnanswered || (given.join() === places.join() && values.every((value) => value > 0 || value === "not ranked"))
    );
  }
  if (own.some((category) => category > 1)) return new Set(own).size === 1;
  const ticked = attributes.filter((i) => record[i] === 1);
  if (ticked.some((i) => excluding.includes(i))) return ticked.length === 1;
  return ticked.length >= at_least && ticked.length <= at_most;
}
