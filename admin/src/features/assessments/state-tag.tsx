import { useTranslation } from 'react-i18next';
import type { PracticalAnswer } from '@contract/practical-answers';
import { StatusTag } from '@/components/status-tag';

/** Where an assessment stands; once it is confirmed, how it ended. */
export function StateTag({ row: { state, outcome } }: { row: PracticalAnswer }) {
  const { t } = useTranslation();
  if (state === 'open') return <StatusTag tone="info">{t('assessments.states.open')}</StatusTag>;
  if (state === 'given') return <StatusTag tone="warning">{t('assessments.states.given')}</StatusTag>;
  if (state === 'withdrawn') return <StatusTag tone="neutral">{t('assessments.states.withdrawn')}</StatusTag>;
  return outcome === 'passed' ? (
    <StatusTag tone="success">{t('assessments.outcomes.passed')}</StatusTag>
  ) : (
    <StatusTag tone="error">{t('assessments.outcomes.failed')}</StatusTag>
  );
}
