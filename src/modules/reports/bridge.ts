import type { ComplianceBridge } from '../../contract/report.responses';

/** State of one pair at the opening or closing. */
export interface BridgeEnd {
  /** Employed on that day. */
  active: boolean;
  level: number;
  held_level: number;
  revoked: boolean;
  /** null: nothing required, or exempt. */
  target: number | null;
}

type BridgeStep = Exclude<keyof ComplianceBridge, 'opening' | 'closing' | 'retargeted'>;
export type PairChange = { step: BridgeStep | 'retargeted'; by: 1 | -1 };

/**
 * Classifies the change of one pair for the bridge (docs/skill-levels.md): opening + gains − expiries − downgrades −
 * revocations + joiners − leavers + retargeted = closing. Each pair counts once. `retargeted` (positive or negative)
 * holds changes of the requirement, such as a new, raised or ended target or an exemption.
 * @returns null when the pair is compliant at both ends, or at neither
 */
export function classifyChange(opening: BridgeEnd, closing: BridgeEnd): PairChange | null {
  const wasCompliant = isCompliant(opening);
  const isNowCompliant = isCompliant(closing);
  if (wasCompliant === isNowCompliant) return null;
  return isNowCompliant ? classifyGain(opening, closing) : classifyLoss(opening, closing);
}

/** Add every pair once, including staff who are active at one end only; then read `figures`. */
export class Bridge {
  readonly figures: ComplianceBridge = {
    opening: 0,
    gains: 0,
    expiries: 0,
    downgrades: 0,
    revocations: 0,
    joiners: 0,
    leavers: 0,
    retargeted: 0,
    closing: 0,
  };

  add(opening: BridgeEnd, closing: BridgeEnd): PairChange | null {
    if (isCompliant(opening)) this.figures.opening++;
    if (isCompliant(closing)) this.figures.closing++;
    const change = classifyChange(opening, closing);
    if (change) this.figures[change.step] += change.step === 'retargeted' ? change.by : 1;
    return change;
  }
}

function isCompliant(end: BridgeEnd): boolean {
  return end.active && isMet(end, end.target);
}

function isMet(end: BridgeEnd, target: number | null): boolean {
  return target !== null && target > 0 && end.level >= target;
}

function classifyGain(opening: BridgeEnd, closing: BridgeEnd): PairChange {
  if (!opening.active) return { step: 'joiners', by: 1 };
  // The level existed before; only the requirement is new.
  return isMet(opening, closing.target) ? { step: 'retargeted', by: 1 } : { step: 'gains', by: 1 };
}

function classifyLoss(opening: BridgeEnd, closing: BridgeEnd): PairChange {
  if (!closing.active) return { step: 'leavers', by: -1 };
  const target = opening.target ?? 0;
  if ((closing.target ?? 0) <= 0 || closing.level >= target) return { step: 'retargeted', by: -1 };
  if (closing.revoked) return { step: 'revocations', by: -1 };
  return closing.held_level >= target ? { step: 'expiries', by: -1 } : { step: 'downgrades', by: -1 };
}
