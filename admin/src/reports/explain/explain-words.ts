import type { TFunction } from 'i18next';
import type { EvidenceAnswer, ExplainAnswer } from '@contract/evidence-answers';
import { formatDay, formatPercent } from '@/kit/format';

type Facts = Readonly<Record<string, string | number | null>>;

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
