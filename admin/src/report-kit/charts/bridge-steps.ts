import type { ComplianceBridge } from '@contract/report.responses';

export interface BridgeStep {
  readonly key: keyof ComplianceBridge;
  /** Signed change of the step; for a total, the total. */
  readonly value: number;
  readonly kind: 'total' | 'up' | 'down';
  /** Start and end of the bar, the lower value first. */
  readonly span: readonly [number, number];
}

/** opening + gains − expiries − downgrades − revocations ± joiners/leavers ± retargeted = closing. */
export function bridgeSteps(bridge: ComplianceBridge): BridgeStep[] {
  const changes: readonly (readonly [keyof ComplianceBridge, number])[] = [
    ['gains', bridge.gains],
    ['expiries', -bridge.expiries],
    ['downgrades', -bridge.downgrades],
    ['revocations', -bridge.revocations],
    ['joiners', bridge.joiners],
    ['leavers', -bridge.leavers],
    ['retargeted', bridge.retargeted],
  ];
  let at = bridge.opening;
  const steps = changes.map(([key, value]): BridgeStep => {
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
