import { bridgeSteps } from '../../admin/src/report-kit/charts/bridge-steps';

describe('the bridge', () => {
  // Row 3 of the acceptance table in docs/skill-levels.md.
  const figures = {
    opening: 4,
    gains: 1,
    expiries: 1,
    downgrades: 1,
    revocations: 0,
    joiners: 0,
    leavers: 1,
    retargeted: 0,
    closing: 2,
  };

  it('steps from the opening to the closing', () => {
    const steps = bridgeSteps(figures);
    expect(steps.map(({ key, value }) => [key, value])).toEqual([
      ['opening', 4],
      ['gains', 1],
      ['expiries', -1],
      ['downgrades', -1],
      ['revocations', -0],
      ['joiners', 0],
      ['leavers', -1],
      ['retargeted', 0],
      ['closing', 2],
    ]);
    expect(steps.at(-2)!.span).toEqual([2, 2]);
    expect(steps[1]!.span).toEqual([4, 5]);
  });
});
