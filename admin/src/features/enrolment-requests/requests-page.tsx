import { Segmented } from 'antd';
import { useList, type CrudFilter, type HttpError } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useScope } from '@/api/me';
import { useSession } from '@/api/use-session';
import { useModule } from '@/crud/kit-context';
import type { ResourceModule, Row } from '@/crud/module';
import { PageHeader } from '@/components/page-header';
import { RouteTabs } from '@/crud/show/related-tabs';
import { ResourceList } from '@/crud/list/resource-list';
import { StatePanel } from '@/components/states';

const WAITING: CrudFilter[] = [{ field: 'waiting_for', operator: 'eq', value: 'me' }];

/** Who wants to take part. Whoever decides has a view of what waits for that. */
export function RequestsPage() {
  const { role } = useSession();
  const { t } = useTranslation();
  const module = useModule('enrolment-requests');
  const [query, setQuery] = useSearchParams();
  const scope = useScope();
  if (!module) return null;
  const decides = role === 'admin' || scope === 'line';
  if (!decides) return <ResourceList module={module} />;
  const waiting = query.get('waiting_for') === 'me';
  const choose = (next: string) =>
    setQuery((current) => {
      const changed = new URLSearchParams(current);
      for (const key of ['state', 'page', 'waiting_for']) changed.delete(key);
      if (next === 'waiting') changed.set('waiting_for', 'me');
      return changed;
    });
  return (
    <>
      <PageHeader title={t('enrolment-requests.title')} sentence={t('enrolment-requests.sentence')} />
      <RouteTabs />
      <Segmented
        className="sg-mb-16"
        aria-label={t('enrolment-requests.view')}
        value={waiting ? 'waiting' : 'all'}
        options={['all', 'waiting'].map((each) => ({ value: each, label: t(`enrolment-requests.views.${each}`) }))}
        onChange={choose}
      />
      {waiting ? <Waiting module={module} /> : <ResourceList embedded module={module} />}
    </>
  );
}

/** An empty list here is good news. */
function Waiting({ module }: { module: ResourceModule }) {
  const { t } = useTranslation();
  const { query } = useList<Row, HttpError>({
    resource: 'enrolment-requests',
    filters: WAITING,
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
  return <ResourceList embedded module={module} within={WAITING} />;
}
