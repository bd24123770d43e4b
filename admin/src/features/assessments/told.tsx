import { useTranslation } from 'react-i18next';
import type { CriterionMark, MarkedCriterion, PracticalAnswer } from '@contract/practical-answers';
import { formatCount, formatInstant } from '@/components/format';
import { useMe } from '@/crud/kit-context';
import { StatusTag } from '@/components/status-tag';

/** What a filled checklist says: how much was met, what was missing, and what was noted. */
export function Told({ row }: { row: PracticalAnswer }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useMe();
  const count = (value: number) => formatCount(value, i18n.language);
  const met = row.criteria.filter(({ mark }) => mark === 'met').length;
  const isAnswered = row.outcome !== null;
  return (
    <>
      {isAnswered && (
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
          <Line key={at} no={count(at + 1)} criterion={criterion} />
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

function Line({ no, criterion }: { no: string; criterion: MarkedCriterion }) {
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
        <Mark mark={criterion.mark} />
      </div>
      {criterion.note && (
        <p className="sg-small sg-soft">
          <bdi>{criterion.note}</bdi>
        </p>
      )}
    </li>
  );
}

function Mark({ mark }: { mark: CriterionMark | null }) {
  const { t } = useTranslation();
  if (mark === null) return <StatusTag tone="neutral">{t('assessments.marks.none')}</StatusTag>;
  if (mark === 'met') return <StatusTag tone="success">{t('assessments.marks.met')}</StatusTag>;
  return mark === 'not_met' ? (
    <StatusTag tone="error">{t('assessments.marks.not_met')}</StatusTag>
  ) : (
    <StatusTag tone="warning">{t('assessments.marks.not_seen')}</StatusTag>
  );
}
