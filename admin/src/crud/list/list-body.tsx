import type { ReactNode } from 'react';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { CreateButton, ImportButton } from './list-create';
import type { ResourceModule } from '../resource-module';
import { FailedState, StatePanel } from '@/components/state-panels';
import { useResourceLabels } from '@/components/resource-labels';

/** The rows, or the error, loading or empty state. */
export function ListBody(props: {
  loading: boolean;
  error: unknown;
  retry: () => void;
  empty: boolean;
  emptyState: ReactNode;
  children: ReactNode;
}) {
  if (props.error) return <FailedState error={props.error} retry={props.retry} />;
  if (props.loading) return <ListSkeleton />;
  return <>{props.empty ? props.emptyState : props.children}</>;
}

/** Only for the first load; later loads keep the old rows. */
function ListSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="kit-skeleton" role="status" aria-label={t('kit.loading')}>
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} active title={false} paragraph={{ rows: 1, width: `${92 - ((index * 17) % 40)}%` }} />
      ))}
    </div>
  );
}

/** No rows exist at all. */
export function EmptyList({ module, create }: { module: ResourceModule; create: () => void }) {
  const { t } = useTranslation();
  const labels = useResourceLabels(module.definition);
  return (
    <StatePanel
      drawing="empty"
      title={t(`kit.empty.titles.${module.definition.name}`)}
      text={labels.empty}
      action={
        <div className="sg-row sg-wrap sg-center sg-gap-8">
          <CreateButton module={module} create={create} />
          <ImportButton module={module} />
        </div>
      }
    />
  );
}

/** No row matches the filters. */
export function NoMatches({ clear }: { clear: () => void }) {
  const { t } = useTranslation();
  return (
    <StatePanel
      drawing="search"
      title={t('kit.no_match.title')}
      text={t('kit.no_match.text')}
      action={<Button onClick={clear}>{t('kit.filter.clear')}</Button>}
    />
  );
}
