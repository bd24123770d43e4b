// What a row promises and whether it is so. The goals: speed.md and the issue about lean requests.

/** @param most of `value` no more than that; or `least`. */
export const verdict = (what, value, { most, least, unit = '' }) => ({
  ...{ what, value, unit },
  ...(most === undefined ? { least } : { most }),
  met: most === undefined ? value >= least : value <= most,
});

/** Of an operation beside its floor: the ratio of its CPU, of its requests a second, and its statements. */
export function ofOperation(goal, { cpu, rps, sides: [{ sql }] }) {
  return [
    ...(goal.cpu && cpu ? [verdict('CPU', cpu.median, { most: goal.cpu, unit: '×' })] : []),
    ...(goal.rps && rps ? [verdict('rps', rps.median, { least: goal.rps, unit: '×' })] : []),
    // Half a statement is the product's own: what it does once in a while, whoever asks.
    ...(goal.sql ? [verdict('SQL', Math.floor(sql + 0.4), { most: goal.sql })] : []),
  ];
}

export const isMet = ({ verdicts }) => verdicts.every(({ met }) => met);
