import type { TFunction } from 'i18next';
import type { EvidenceAnswer, ExplainAnswer } from '@contract/evidence-answers';
import { formatDay, formatPercent } from '@/components/format';

type Facts = Readonly<Record<string, string | number | null>>;

/** "Level 3 expired on 29 Dec 2025, now 2. Target 3.": how a cell stands, in two short sentences. Pure. */
export function summaryOf(explanation: ExplainAnswer, t: TFunction, language: string): string {
  const day = (value: string | null) => (value === null ? '' : formatDay(value, language));
  const now = nowOf(explanation);
  const { exemption, target } = explanation;
  const required = exemption
    ? { key: exemption.to_date ? 'exempt_until' : 'exempt', day: exemption.to_date }
    : { key: target ? 'target' : 'none', day: null };
  return [
    t(`reports.explain.now.${now.key}`, { level: explanation.level, was: now.was, day: day(now.day) }),
    t(`reports.explain.required.${required.key}`, { target, day: day(required.day) }),
  ].join(' ');
}

/** Key and facts of the first sentence: of several causes, the one that decides the level. */
function nowOf(explanation: ExplainAnswer): { key: string; day: string | null; was?: number } {
  const { level, valid_until, revocation, pending, cause } = explanation;
  const dayOf = (code: string, fact: string) => {
    const value = explanation.parts.find((part) => part.code === code)?.facts[fact];
    return typeof value === 'string' ? value : null;
  };
  const left = dayOf('left', 'last_active_day');
  if (left) return { key: 'left', day: left };
  const joins = dayOf('joins', 'joined');
  if (joins) return { key: 'joins', day: joins };
  if (revocation?.to_date) return { key: 'revoked_until', day: revocation.to_date };
  if (revocation) return { key: 'revoked', day: revocation.from_date };
  const lapsed = explanation.lapsed[0];
  if (lapsed) return { key: 'expired', day: lapsed.valid_until, was: explanation.held_level };
  if (pending[0]) return { key: 'pending', day: null, was: pending[0].level };
  if (level === 0) return { key: cause === null ? 'never' : 'zero', day: null };
  return { key: valid_until ? 'current_until' : 'current', day: valid_until };
}

/** Which attempt, which score, who recorded it. */
export function detailsOf(
  facts: Facts | Pick<EvidenceAnswer, 'attempt_no' | 'score' | 'recorded_by'>,
  t: TFunction,
  language: string,
): string[] {
  const { attempt_no, score, recorded_by } = facts as Facts;
  return [
    ...(attempt_no ? [t('reports.explain.attempt', { no: attempt_no })] : []),
    ...(score !== null && score !== undefined ? [formatPercent(Number(score), language)] : []),
    ...(recorded_by ? [t('reports.explain.recorded_by', { name: recorded_by })] : []),
  ];
}
