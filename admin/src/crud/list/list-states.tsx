import type { ReactNode } from 'react';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { CreateButton, ImportButton } from './list-create';
import type { ResourceModule } from '../module';
import { FailedState, StatePanel } from '@/components/states';
import { useWords } from '@/components/words';

/** The rows, or what stands in their place while there are none. */
export function ListBody(props: {
  loading: boolean;
  error: unknown;
  retry: () => void;
  empty: boolean;
  emptyState: ReactNode;
  children: ReactNode;
}) {
  if (props.error) return <FailedState error={props.error} retry={props.retry} />;
  if (props.loading) return <Skeletons />;
  return <>{props.empty ? props.emptyState : props.children}</>;
}

/** Grey rows on the first load only; later loads keep the old rows in place. */
function Skeletons() {
  const { t } = useTranslation();
  return (
    <div className="kit-skeleton" role="status" aria-label={t('kit.loading')}>
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} active title={false} paragraph={{ rows: 1, width: `${92 - ((index * 17) % 40)}%` }} />
      ))}
    </div>
  );
}

/** Nothing has ever been made here. */
export function NeverUsed({ module, create }: { module: ResourceModule; create: () => void }) {
  const { t } = useTranslation();
  const words = useWords(module.definition);
  return (
    <StatePanel
      drawing="empty"
      title={t(`kit.empty.titles.${module.definition.name}`)}
      text={words.empty}
      action={
        <div className="sg-row sg-wrap sg-center sg-gap-8">
          <CreateButton module={module} create={create} />
          <ImportButton module={module} />
        </div>
      }
    />
  );
}

/** There are rows, but none that the filters let through. */
export function NoMatch({ clear }: { clear: () => void }) {
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
