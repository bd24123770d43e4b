import { useTranslation } from 'react-i18next';
import type { PracticalAssessmentResponse } from '@contract/practical.responses';
import { StatusTag } from '@/components/status-tag';

/** The state of an assessment; once confirmed, its outcome. */
export function StateTag({ row: { state, outcome } }: { row: PracticalAssessmentResponse }) {
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
