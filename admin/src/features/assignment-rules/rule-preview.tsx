import { useState } from 'react';
import { Pagination, Skeleton } from 'antd';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  RULE_OUTCOMES,
  type RuleOutcome,
  type RulePreviewResponse as RulePreviewAnswer,
} from '@contract/rule.responses';
import type { ApiError } from '@/api/api-error';
import { http } from '@/api/http';
import { dataKey } from '@/api/query-keys';
import { formatCount } from '@/components/format';
import type { Row } from '@/crud/resource-module';
import { useDebouncedValue } from '@/components/use-debounced-value';
import { FailedState } from '@/components/state-panels';
import type { Tone } from '@/components/status';
import { StatusTag } from '@/components/status-tag';
import './rules.css';

const PAGE_SIZE = 10;
/** Each preview evaluates all staff of the customer, so drafts are debounced. */
const DEBOUNCE_MS = 300;
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

/** Dry run of a rule against the current assignments: counts and affected people. */
export function RulePreview({ draft }: { draft: Readonly<Record<string, unknown>> }) {
  const { t, i18n } = useTranslation();
  const draftJson = useDebouncedValue(JSON.stringify(draft), DEBOUNCE_MS);
  // A new draft starts at the first page.
  const [pageState, setPageState] = useState({ draftJson, page: 1 });
  const page = pageState.draftJson === draftJson ? pageState.page : 1;
  const { training_id } = JSON.parse(draftJson) as typeof draft;
  const enabled = Array.isArray(training_id) && training_id.length > 0;
  const query = useQuery<RulePreviewAnswer, ApiError>({
    queryKey: dataKey('assignment-rules', 'preview', draftJson, page),
    queryFn: async () =>
      (
        await http.post<RulePreviewAnswer>(
          `/api/assignment-rules/preview?_start=${(page - 1) * PAGE_SIZE}&_end=${page * PAGE_SIZE}`,
          JSON.parse(draftJson),
        )
      ).data,
    enabled,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const formatNumber = (value: number) => formatCount(value, i18n.language);
  const preview = enabled ? query.data : undefined;
  return (
    <section className="sg-card sg-stack sg-gap-12" aria-label={t('assignment-rules.preview.title')}>
      <h3>{t('assignment-rules.preview.title')}</h3>
      {!enabled && <p className="sg-soft">{t('assignment-rules.preview.choose')}</p>}
      {enabled && query.isError && <FailedState error={query.error} retry={() => void query.refetch()} />}
      {enabled && query.isPending && <Skeleton active paragraph={{ rows: 3 }} />}
      {/* Rendered empty first: screen readers do not announce a live region inserted with its content. */}
      <div role="status">
        {preview && (
          <dl className="rul-counts sg-wrap sg-gap-8-16">
            <div>
              <dt className="sg-small sg-soft">{t('assignment-rules.preview.people')}</dt>
              <dd className="sg-number">{formatNumber(preview.people)}</dd>
            </div>
            {RULE_OUTCOMES.filter((outcome) => outcome === 'new' || preview.counts[outcome] > 0).map((outcome) => (
              <div key={outcome}>
                <dt className="sg-small sg-soft">{t(`assignment-rules.preview.outcomes.${outcome}`)}</dt>
                <dd className="sg-number">{formatNumber(preview.counts[outcome])}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {preview?.total === 0 && <p className="sg-soft">{t('assignment-rules.preview.nothing')}</p>}
      {preview && preview.rows.length > 0 && (
        <ul className="rul-rows">
          {preview.rows.map(({ staff_id, training_id, person, training, outcome }) => (
            <li key={staff_id + training_id} className="sg-row sg-between sg-gap-8">
              <span className="sg-any">
                <bdi>{person}</bdi> · <bdi>{training}</bdi>
              </span>
              <StatusTag tone={TONES[outcome]}>{t(`assignment-rules.preview.outcomes.${outcome}`)}</StatusTag>
            </li>
          ))}
        </ul>
      )}
      {preview && preview.total > PAGE_SIZE && (
        <div className="sg-row sg-between sg-wrap sg-gap-8">
          <span className="sg-small sg-soft">
            {t('assignment-rules.preview.shown', {
              shown: formatNumber(preview.rows.length),
              total: formatNumber(preview.total),
            })}
          </span>
          <Pagination
            simple={{ readOnly: true }}
            size="small"
            current={page}
            pageSize={PAGE_SIZE}
            total={preview.total}
            onChange={(next) => setPageState({ draftJson, page: next })}
          />
        </div>
      )}
    </section>
  );
}

/** Preview of a saved rule. */
export function RulePreviewTab({ row: { rule_id, training_id } }: { row: Row }) {
  return <RulePreview draft={{ rule_id, training_id }} />;
}
