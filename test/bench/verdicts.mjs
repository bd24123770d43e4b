// The goals of a row and whether they are met.

/** @param most the upper limit of `value`; or `least`, the lower one */
export const verdict = (what, value, { most, least, unit = '' }) => ({
  what,
  value,
  unit,
  ...(most === undefined ? { least } : { most }),
  met: most === undefined ? value >= least : value <= most,
});

/** Verdicts of an operation compared with its baseline: ratios of CPU and requests per second, statements. */
export function operationVerdicts(goal, { cpu, rps, sides: [{ sql }] }) {
  return [
    ...(goal.cpu && cpu ? [verdict('CPU', cpu.median, { most: goal.cpu, unit: '×' })] : []),
    ...(goal.rps && rps ? [verdict('rps', rps.median, { least: goal.rps, unit: '×' })] : []),
    // Less than 0.6 of a statement is tolerated: periodic work of the product, independent of the request.
    ...(goal.sql ? [verdict('SQL', Math.floor(sql + 0.4), { most: goal.sql })] : []),
  ];
}

export const isMet = ({ verdicts }) => verdicts.every(({ met }) => met);
