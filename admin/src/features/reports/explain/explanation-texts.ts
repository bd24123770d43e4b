import type { TFunction } from 'i18next';
import type { EvidenceResponse, ExplanationResponse } from '@contract/evidence.responses';
import { formatDay, formatPercent } from '@/components/format';

type EvidenceFacts = Readonly<Record<string, string | number | null>>;

/** Two short sentences about a cell: "Level 3 expired on 29 Dec 2025, now 2. Target 3." */
export function summarizeExplanation(explanation: ExplanationResponse, t: TFunction, language: string): string {
  const day = (value: string | null) => (value === null ? '' : formatDay(value, language));
  const current = describeCurrentLevel(explanation);
  const { exemption, target } = explanation;
  const requirement = exemption
    ? { key: exemption.to_date ? 'exempt_until' : 'exempt', day: exemption.to_date }
    : { key: target ? 'target' : 'none', day: null };
  return [
    t(`reports.explain.now.${current.key}`, {
      level: explanation.level,
      was: current.previousLevel,
      day: day(current.day),
    }),
    t(`reports.explain.required.${requirement.key}`, { target, day: day(requirement.day) }),
  ].join(' ');
}

/** Key and values of the first sentence. If several causes apply, the first match here decides the level. */
function describeCurrentLevel(explanation: ExplanationResponse): {
  key: string;
  day: string | null;
  previousLevel?: number;
} {
  const { level, valid_until, revocation, pending, cause } = explanation;
  const findDay = (code: string, fact: string) => {
    const value = explanation.parts.find((part) => part.code === code)?.facts[fact];
    return typeof value === 'string' ? value : null;
  };
  const lastActiveDay = findDay('left', 'last_active_day');
  if (lastActiveDay) return { key: 'left', day: lastActiveDay };
  const joiningDay = findDay('joins', 'joined');
  if (joiningDay) return { key: 'joins', day: joiningDay };
  if (revocation?.to_date) return { key: 'revoked_until', day: revocation.to_date };
  if (revocation) return { key: 'revoked', day: revocation.from_date };
  const lapsed = explanation.lapsed[0];
  if (lapsed) return { key: 'expired', day: lapsed.valid_until, previousLevel: explanation.held_level };
  if (pending[0]) return { key: 'pending', day: null, previousLevel: pending[0].level };
  if (level === 0) return { key: cause === null ? 'never' : 'zero', day: null };
  return { key: valid_until ? 'current_until' : 'current', day: valid_until };
}

/** The attempt number, the score and who recorded the evidence, as far as present. */
export function evidenceDetails(
  evidence: EvidenceFacts | Pick<EvidenceResponse, 'attempt_no' | 'score' | 'recorded_by'>,
  t: TFunction,
  language: string,
): string[] {
  const { attempt_no, score, recorded_by } = evidence as EvidenceFacts;
  return [
    ...(attempt_no ? [t('reports.explain.attempt', { no: attempt_no })] : []),
    ...(score !== null && score !== undefined ? [formatPercent(Number(score), language)] : []),
    ...(recorded_by ? [t('reports.explain.recorded_by', { name: recorded_by })] : []),
  ];
}
