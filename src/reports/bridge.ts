import type { BridgeAnswer } from '../contract/report-answers';

/** One pair at one end of the window. */
export interface BridgeEnd {
  /** Employed on that day. */
  active: boolean;
  level: number;
  held_level: number;
  revoked: boolean;
  /** null: nothing required, or exempt. */
  target: number | null;
}

type BridgeStep = Exclude<keyof BridgeAnswer, 'opening' | 'closing' | 'retargeted'>;
export type PairChange = { step: BridgeStep | 'retargeted'; by: 1 | -1 };

/**
 * Decides how the compliant pairs at the opening became those at the closing (reports.md §4 the bridge): "opening +
 * gains − expiries − downgrades − revocations ± joiners/leavers = closing". Each pair is counted once, by what made it
 * change. A pair may also change because the requirement did (a target set, raised or ended, an exemption): the page
 * names no term for that and the sum would not balance, so `retargeted` carries it, above or below zero.
 * @returns what happened to one pair; null when it is compliant at both ends, or at neither
 */
export function pairChange(opening: BridgeEnd, closing: BridgeEnd): PairChange | null {
  const was = isCompliant(opening);
  const is = isCompliant(closing);
  if (was === is) return null;
  return is ? risen(opening, closing) : fallen(opening, closing);
}

/** Add every pair once, also those of staff who were there at one end only; then read `figures`. */
export class Bridge {
  readonly figures: BridgeAnswer = {
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
    const change = pairChange(opening, closing);
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

function risen(opening: BridgeEnd, closing: BridgeEnd): PairChange {
  if (!opening.active) return { step: 'joiners', by: 1 };
  // The level was there before, and only now it is asked for.
  return isMet(opening, closing.target) ? { step: 'retargeted', by: 1 } : { step: 'gains', by: 1 };
}

function fallen(opening: BridgeEnd, closing: BridgeEnd): PairChange {
  if (!closing.active) return { step: 'leavers', by: -1 };
  const target = opening.target ?? 0;
  if ((closing.target ?? 0) <= 0 || closing.level >= target) return { step: 'retargeted', by: -1 };
  if (closing.revoked) return { step: 'revocations', by: -1 };
  return closing.held_level >= target ? { step: 'expiries', by: -1 } : { step: 'downgrades', by: -1 };
}
