import type { BridgeAnswer } from '@contract/report-answers';

export interface BridgeStepShown {
  readonly key: keyof BridgeAnswer;
  /** Signed: what the step adds or takes; of a total, the total. */
  readonly value: number;
  readonly kind: 'total' | 'up' | 'down';
  /** From where to where the bar reaches, the lower end first. */
  readonly span: readonly [number, number];
}

/** opening + gains − expiries − downgrades − revocations ± joiners/leavers ± retargeted = closing (reports.md §4). Pure. */
export function bridgeSteps(bridge: BridgeAnswer): BridgeStepShown[] {
  const changes: readonly (readonly [keyof BridgeAnswer, number])[] = [
    ['gains', bridge.gains],
    ['expiries', -bridge.expiries],
    ['downgrades', -bridge.downgrades],
    ['revocations', -bridge.revocations],
    ['joiners', bridge.joiners],
    ['leavers', -bridge.leavers],
    ['retargeted', bridge.retargeted],
  ];
  let at = bridge.opening;
  const steps = changes.map(([key, value]): BridgeStepShown => {
    const before = at;
    at += value;
    return { key, value, kind: value < 0 ? 'down' : 'up', span: [Math.min(before, at), Math.max(before, at)] };
  });
  return [
    { key: 'opening', value: bridge.opening, kind: 'total', span: [0, bridge.opening] },
    ...steps,
    { key: 'closing', value: bridge.closing, kind: 'total', span: [0, bridge.closing] },
  ];
}
