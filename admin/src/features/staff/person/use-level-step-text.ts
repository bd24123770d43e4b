import { useTranslation } from 'react-i18next';
import type { LevelStep } from '@contract/evidence.responses';
import { formatDay } from '@/components/format';
import { evidenceDetails } from '@/features/reports/explain/explanation-texts';

/** Formats a step: "1 Mar 2025 – 4 Oct 2025: level 3, Forklift basics (attempt 2, 95 %)". */
export function useLevelStepText(): (step: LevelStep) => string {
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  return ({ from_date, to_date, level, cause, evidence }) => {
    const from = formatDay(from_date, language);
    const when = to_date
      ? t('person.line.between', { from, to: formatDay(to_date, language) })
      : t('person.line.since', { from });
    const origin =
      cause === 'revoked' || cause === 'lapsed' || !evidence
        ? t(`reports.choices.proof.${cause}`)
        : (evidence.training_title ?? t(`reports.choices.kind.${evidence.kind}`));
    const more = evidence && cause !== 'lapsed' ? evidenceDetails(evidence, t, language) : [];
    const originText = more.length ? t('person.line.details', { origin, more: more.join(t('kit.joint')) }) : origin;
    return t('person.line.step', { when, level, given: originText });
  };
}
