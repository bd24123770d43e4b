import type { TFunction } from 'i18next';
import type { EvidenceAnswer, ExplainAnswer } from '@contract/evidence-answers';
import { formatDay, formatPercent } from '@/kit/format';

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

/** The sentence of an explanation in the reader's language, from its parts (code and facts). Pure. */
export function sentenceOfParts(parts: ExplainAnswer['parts'], t: TFunction, language: string): string {
  const sentences = parts.map(({ code, facts }) => t(`reports.explain.say.${code}`, wordsOf(facts, t, language)));
  return t('reports.explain.sentence', { said: sentences.join(t('reports.explain.joint')) });
}

function wordsOf(facts: Facts, t: TFunction, language: string): Record<string, unknown> {
  const day = (value: unknown) => (typeof value === 'string' ? formatDay(value, language) : '');
  const from = day(facts.from_date);
  return {
    ...facts,
    on: day(facts.on),
    last_active_day: day(facts.last_active_day),
    joined: day(facts.joined),
    valid_until: day(facts.valid_until),
    origin: 'kind' in facts ? originOf('origin', facts, t, language) : '',
    by_origin: 'kind' in facts ? originOf('by_origin', facts, t, language) : '',
    lasting: facts.valid_until
      ? t('reports.explain.lasting_until', { day: day(facts.valid_until) })
      : t('reports.explain.lasting_ever'),
    period: facts.to_date
      ? t('reports.explain.from_to', { from, to: day(facts.to_date) })
      : t('reports.explain.from_on', { from }),
  };
}

/**
 * "the training “Forklift basics” of 12 Mar 2026 (attempt 2, 95.45 %, recorded by Ines Brandt)", and the same with its "by":
 * languages with cases need two texts.
 */
function originOf(as: 'origin' | 'by_origin', facts: Facts, t: TFunction, language: string): string {
  const title = facts.training_title ?? '';
  const day = formatDay(String(facts.effective_date), language);
  const origin = t(`reports.explain.${as}.${title ? 'training_named' : String(facts.kind)}`, {
    title,
    day,
  });
  const more = detailsOf(facts, t, language);
  return more.length ? t('reports.explain.details', { origin, more: more.join(t('kit.joint')) }) : origin;
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
