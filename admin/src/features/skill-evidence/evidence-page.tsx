import { useMemo } from 'react';
import { Segmented } from 'antd';
import { useList, type CrudFilter, type HttpError } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useVisibilityScope } from '@/api/account';
import { useSession } from '@/api/use-session';
import { todayIn } from '@/components/dates';
import { useAccount } from '@/crud/crud-context';
import type { Row } from '@/crud/resource-module';
import { PageHeader } from '@/components/page-header';
import { RouteTabs } from '@/crud/show/related-tabs';
import { ResourceList } from '@/crud/list/resource-list';
import { StatePanel } from '@/components/state-panels';
import { skillEvidenceModule } from '.';

const WAITING_FILTER: CrudFilter[] = [{ field: 'waiting_for', operator: 'eq', value: 'me' }];

/** The list. Its filters (`?staff_id=…&skill_id=…`) preset a new row. Approvers get a second view, "waiting". */
export function EvidencePage() {
  const { role, user } = useSession();
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const scope = useVisibilityScope();
  const singleValue = (key: string): string | undefined => {
    const values = query.getAll(key);
    return values.length === 1 ? values[0] : undefined;
  };
  const { time_zone } = useAccount();
  const isLearner = role === 'user';
  const staff_id = isLearner ? (user?.staff_id ?? undefined) : singleValue('staff_id');
  const skill_id = singleValue('skill_id');
  const preset = useMemo(
    () => ({
      kind: isLearner ? 'self' : 'assessment',
      effective_date: todayIn(time_zone),
      ...(staff_id && { staff_id }),
      ...(skill_id && { skill_id }),
    }),
    [isLearner, staff_id, skill_id, time_zone],
  );
  const canDecide = role === 'admin' || scope === 'line';
  if (!canDecide) return <ResourceList module={skillEvidenceModule} preset={preset} />;
  const showsWaiting = query.get('waiting_for') === 'me';
  const handleViewChange = (next: string) =>
    setQuery((current) => {
      const nextQuery = new URLSearchParams(current);
      for (const key of ['state', 'page', 'waiting_for']) nextQuery.delete(key);
      if (next === 'waiting') nextQuery.set('waiting_for', 'me');
      return nextQuery;
    });
  return (
    <>
      <PageHeader title={t('skill-evidence.title')} sentence={t('skill-evidence.sentence')} />
      <RouteTabs />
      <Segmented
        className="sg-mb-16"
        aria-label={t('skill-evidence.view')}
        value={showsWaiting ? 'waiting' : 'all'}
        options={['all', 'waiting'].map((each) => ({ value: each, label: t(`skill-evidence.views.${each}`) }))}
        onChange={handleViewChange}
      />
      {showsWaiting ? (
        <WaitingEvidence preset={preset} />
      ) : (
        <ResourceList embedded module={skillEvidenceModule} preset={preset} />
      )}
    </>
  );
}

/** Evidence that waits for the current user; its empty state offers no creation. */
function WaitingEvidence({ preset }: { preset: Record<string, unknown> }) {
  const { t } = useTranslation();
  const { query } = useList<Row, HttpError>({
    resource: 'skill-evidence',
    filters: WAITING_FILTER,
    pagination: { currentPage: 1, pageSize: 1 },
    errorNotification: false,
  });
  if (query.data?.total === 0)
    return (
      <section className="sg-card">
        <StatePanel
          drawing="empty"
          title={t('skill-evidence.nothing_waits')}
          text={t('skill-evidence.nothing_waits_text')}
        />
      </section>
    );
  return <ResourceList embedded module={skillEvidenceModule} baseFilters={WAITING_FILTER} preset={preset} />;
}
