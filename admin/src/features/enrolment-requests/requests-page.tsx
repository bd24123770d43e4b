import { Segmented } from 'antd';
import { useList, type CrudFilter, type HttpError } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useVisibilityScope } from '@/api/account';
import { useSession } from '@/api/use-session';
import { useModule } from '@/crud/crud-context';
import type { ResourceModule, Row } from '@/crud/resource-module';
import { PageHeader } from '@/components/page-header';
import { RouteTabs } from '@/crud/show/related-tabs';
import { ResourceList } from '@/crud/list/resource-list';
import { StatePanel } from '@/components/state-panels';

const WAITING_FILTER: CrudFilter[] = [{ field: 'waiting_for', operator: 'eq', value: 'me' }];

/** Enrolment requests; approvers have a view of those that wait for their decision. */
export function RequestsPage() {
  const { role } = useSession();
  const { t } = useTranslation();
  const module = useModule('enrolment-requests');
  const [query, setQuery] = useSearchParams();
  const scope = useVisibilityScope();
  if (!module) return null;
  const canDecide = role === 'admin' || scope === 'line';
  if (!canDecide) return <ResourceList module={module} />;
  const isWaitingView = query.get('waiting_for') === 'me';
  const handleViewChange = (next: string) =>
    setQuery((current) => {
      const params = new URLSearchParams(current);
      for (const key of ['state', 'page', 'waiting_for']) params.delete(key);
      if (next === 'waiting') params.set('waiting_for', 'me');
      return params;
    });
  return (
    <>
      <PageHeader title={t('enrolment-requests.title')} sentence={t('enrolment-requests.sentence')} />
      <RouteTabs />
      <Segmented
        className="sg-mb-16"
        aria-label={t('enrolment-requests.view')}
        value={isWaitingView ? 'waiting' : 'all'}
        options={['all', 'waiting'].map((each) => ({ value: each, label: t(`enrolment-requests.views.${each}`) }))}
        onChange={handleViewChange}
      />
      {isWaitingView ? <WaitingRequests module={module} /> : <ResourceList embedded module={module} />}
    </>
  );
}

/** Has its own empty state: no waiting request is good news. */
function WaitingRequests({ module }: { module: ResourceModule }) {
  const { t } = useTranslation();
  const { query } = useList<Row, HttpError>({
    resource: 'enrolment-requests',
    filters: WAITING_FILTER,
    pagination: { currentPage: 1, pageSize: 1 },
    errorNotification: false,
  });
  if (query.data?.total === 0)
    return (
      <section className="sg-card">
        <StatePanel
          drawing="empty"
          title={t('enrolment-requests.nothing_waits')}
          text={t('enrolment-requests.nothing_waits_text')}
        />
      </section>
    );
  return <ResourceList embedded module={module} baseFilters={WAITING_FILTER} />;
}
