import { useState } from 'react';
import { Pagination, Skeleton } from 'antd';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { RULE_OUTCOMES, type RuleOutcome, type RulePreview as Answer } from '@contract/rule-answers';
import type { ApiError } from '@/api/api-error';
import { http } from '@/api/http';
import { dataKey } from '@/api/query-keys';
import { formatCount } from '@/components/format';
import type { Row } from '@/crud/module';
import { useSettled } from '@/components/settled';
import { FailedState } from '@/components/states';
import type { Tone } from '@/components/status';
import { StatusTag } from '@/components/status-tag';
import './rules.css';

const PAGE = 10;
/** Of a draft that is being changed: the whole organisation is counted through for each one that is asked about. */
const PAUSE_MS = 300;
const TONES: Readonly<Record<RuleOutcome, Tone>> = {
  new: 'success',
  returns: 'success',
  goes: 'warning',
  already: 'neutral',
  completed: 'neutral',
  removed_by_hand: 'neutral',
  waived: 'neutral',
  not_published: 'warning',
  suspended: 'warning',
};

/** What the rule would change, of the present state: figures, and whom it concerns. Nothing is written. */
export function RulePreview({ draft }: { draft: Readonly<Record<string, unknown>> }) {
  const { t, i18n } = useTranslation();
  const asked = useSettled(JSON.stringify(draft), PAUSE_MS);
  // Another draft begins at its first page.
  const [at, turn] = useState({ asked, page: 1 });
  const page = at.asked === asked ? at.page : 1;
  const { training_id } = JSON.parse(asked) as typeof draft;
  const enabled = Array.isArray(training_id) && training_id.length > 0;
  const query = useQuery<Answer, ApiError>({
    queryKey: dataKey('assignment-rules', 'preview', asked, page),
    queryFn: async () =>
      (
        await http.post<Answer>(
          `/api/assignment-rules/preview?_start=${(page - 1) * PAGE}&_end=${page * PAGE}`,
          JSON.parse(asked),
        )
      ).data,
    enabled,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const number = (value: number) => formatCount(value, i18n.language);
  const found = enabled ? query.data : undefined;
  return (
    <section className="sg-card sg-stack sg-gap-12" aria-label={t('assignment-rules.preview.title')}>
      <h3>{t('assignment-rules.preview.title')}</h3>
      {!enabled && <p className="sg-soft">{t('assignment-rules.preview.choose')}</p>}
      {enabled && query.isError && <FailedState error={query.error} retry={() => void query.refetch()} />}
      {enabled && query.isPending && <Skeleton active paragraph={{ rows: 3 }} />}
      {/* Stands before the figures are there: what comes with its region is not heard. */}
      <div role="status">
        {found && (
          <dl className="rul-counts sg-wrap sg-gap-8-16">
            <div>
              <dt className="sg-small sg-soft">{t('assignment-rules.preview.people')}</dt>
              <dd className="sg-number">{number(found.people)}</dd>
            </div>
            {RULE_OUTCOMES.filter((outcome) => outcome === 'new' || found.counts[outcome] > 0).map((outcome) => (
              <div key={outcome}>
                <dt className="sg-small sg-soft">{t(`assignment-rules.preview.outcomes.${outcome}`)}</dt>
                <dd className="sg-number">{number(found.counts[outcome])}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {found?.total === 0 && <p className="sg-soft">{t('assignment-rules.preview.nothing')}</p>}
      {found && found.rows.length > 0 && (
        <ul className="rul-rows">
          {found.rows.map(({ staff_id, training_id, person, training, outcome }) => (
            <li key={staff_id + training_id} className="sg-row sg-between sg-gap-8">
              <span className="sg-any">
                <bdi>{person}</bdi> · <bdi>{training}</bdi>
              </span>
              <StatusTag tone={TONES[outcome]}>{t(`assignment-rules.preview.outcomes.${outcome}`)}</StatusTag>
            </li>
          ))}
        </ul>
      )}
      {found && found.total > PAGE && (
        <div className="sg-row sg-between sg-wrap sg-gap-8">
          <span className="sg-small sg-soft">
            {t('assignment-rules.preview.shown', { shown: number(found.rows.length), total: number(found.total) })}
          </span>
          <Pagination
            simple={{ readOnly: true }}
            size="small"
            current={page}
            pageSize={PAGE}
            total={found.total}
            onChange={(next) => turn({ asked, page: next })}
          />
        </div>
      )}
    </section>
  );
}

/** Of a rule as it is saved: what is still to be done, and what stands in its way. */
export function RuleTab({ row: { rule_id, training_id } }: { row: Row }) {
  return <RulePreview draft={{ rule_id, training_id }} />;
}
