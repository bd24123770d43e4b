import { useMemo } from 'react';
import { Segmented } from 'antd';
import { useList, type CrudFilter, type HttpError } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useScope } from '@/api/me';
import { useSession } from '@/api/use-session';
import { todayIn } from '@/components/dates';
import { useMe } from '@/crud/kit-context';
import type { Row } from '@/crud/module';
import { PageHeader } from '@/components/page-header';
import { RouteTabs } from '@/crud/show/related-tabs';
import { ResourceList } from '@/crud/list/resource-list';
import { StatePanel } from '@/components/states';
import { skillEvidenceModule } from '.';

const WAITING: CrudFilter[] = [{ field: 'waiting_for', operator: 'eq', value: 'me' }];

/** The list; what it is narrowed to (`?staff_id=…&skill_id=…`) is where a new row begins. Who signs off has a view of that. */
export function EvidencePage() {
  const { role, user } = useSession();
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const scope = useScope();
  const only = (key: string): string | undefined => {
    const values = query.getAll(key);
    return values.length === 1 ? values[0] : undefined;
  };
  const { time_zone } = useMe();
  const self = role === 'user';
  const staff_id = self ? (user?.staff_id ?? undefined) : only('staff_id');
  const skill_id = only('skill_id');
  const preset = useMemo(
    () => ({
      kind: self ? 'self' : 'assessment',
      effective_date: todayIn(time_zone),
      ...(staff_id && { staff_id }),
      ...(skill_id && { skill_id }),
    }),
    [self, staff_id, skill_id, time_zone],
  );
  const decides = role === 'admin' || scope === 'line';
  if (!decides) return <ResourceList module={skillEvidenceModule} preset={preset} />;
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
      <PageHeader title={t('skill-evidence.title')} sentence={t('skill-evidence.sentence')} />
      <RouteTabs />
      <Segmented
        className="sg-mb-16"
        aria-label={t('skill-evidence.view')}
        value={waiting ? 'waiting' : 'all'}
        options={['all', 'waiting'].map((each) => ({ value: each, label: t(`skill-evidence.views.${each}`) }))}
        onChange={choose}
      />
      {waiting ? <Waiting preset={preset} /> : <ResourceList embedded module={skillEvidenceModule} preset={preset} />}
    </>
  );
}

/** An empty list here is good news, and no invitation to record something. */
function Waiting({ preset }: { preset: Record<string, unknown> }) {
  const { t } = useTranslation();
  const { query } = useList<Row, HttpError>({
    resource: 'skill-evidence',
    filters: WAITING,
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
  return <ResourceList embedded module={skillEvidenceModule} within={WAITING} preset={preset} />;
}
