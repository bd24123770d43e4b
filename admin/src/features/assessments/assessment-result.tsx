import { useTranslation } from 'react-i18next';
import type { CriterionMark, MarkedCriterion, PracticalAssessmentResponse } from '@contract/practical.responses';
import { formatCount, formatInstant } from '@/components/format';
import { useAccount } from '@/crud/crud-context';
import { StatusTag } from '@/components/status-tag';

/** A submitted checklist: outcome, marks and notes. */
export function AssessmentResult({ row }: { row: PracticalAssessmentResponse }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  const count = (value: number) => formatCount(value, i18n.language);
  const met = row.criteria.filter(({ mark }) => mark === 'met').length;
  const hasOutcome = row.outcome !== null;
  return (
    <>
      {hasOutcome && (
        <p>
          <strong>{t(row.outcome === 'passed' ? 'assessments.said.passed' : 'assessments.said.failed')}</strong>{' '}
          {t('assessments.met', { met: count(met), all: count(row.criteria.length), needed: count(row.needed) })}
        </p>
      )}
      {row.note && (
        <blockquote className="asm-said">
          <bdi>{row.note}</bdi>
        </blockquote>
      )}
      <ol className="asm-criteria">
        {row.criteria.map((criterion, at) => (
          <CriterionResult key={at} no={count(at + 1)} criterion={criterion} />
        ))}
      </ol>
      {row.confirmed_at && (
        <p className="sg-small sg-soft">
          {row.confirmed_how === 'own'
            ? t('assessments.confirmed_own', {
                name: row.staff_name,
                at: formatInstant(row.confirmed_at, i18n.language, time_zone),
              })
            : t('assessments.confirmed_in_person', {
                name: row.staff_name,
                at: formatInstant(row.confirmed_at, i18n.language, time_zone),
              })}
        </p>
      )}
    </>
  );
}

function CriterionResult({ no, criterion }: { no: string; criterion: MarkedCriterion }) {
  const { t } = useTranslation();
  return (
    <li className="sg-stack sg-gap-4">
      <div className="sg-row sg-between sg-gap-12">
        <p className="sg-flex sg-gap-8">
          <span className="sg-number sg-soft">{no}.</span>
          <span>
            <bdi>{criterion.text}</bdi>{' '}
            {criterion.critical && <span className="sg-pill">{t('assessments.critical')}</span>}
          </span>
        </p>
        <MarkTag mark={criterion.mark} />
      </div>
      {criterion.note && (
        <p className="sg-small sg-soft">
          <bdi>{criterion.note}</bdi>
        </p>
      )}
    </li>
  );
}

function MarkTag({ mark }: { mark: CriterionMark | null }) {
  const { t } = useTranslation();
  if (mark === null) return <StatusTag tone="neutral">{t('assessments.marks.none')}</StatusTag>;
  if (mark === 'met') return <StatusTag tone="success">{t('assessments.marks.met')}</StatusTag>;
  return mark === 'not_met' ? (
    <StatusTag tone="error">{t('assessments.marks.not_met')}</StatusTag>
  ) : (
    <StatusTag tone="warning">{t('assessments.marks.not_seen')}</StatusTag>
  );
}
