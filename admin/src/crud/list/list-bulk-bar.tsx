import { useState } from 'react';
import { Button } from 'antd';
import { useInvalidate, useNotification, type CrudFilter } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { BulkAction, ResourceModule } from '../module';
import type { Counted } from '@/api/data';
import { matchingRows } from '@/api/data';
import { useAllLabel } from './paging';
import type { Selection } from './selection';
import { useSubmit } from '@/components/use-submit';

/** How many are chosen, all that match at a click, and what can be done with them. */
export function BulkBar(props: {
  module: ResourceModule;
  selection: Selection;
  filters: CrudFilter[];
  counted: Counted;
}) {
  const { module, selection, filters, counted } = props;
  const { t } = useTranslation();
  const { name } = module.definition;
  const invalidate = useInvalidate();
  const { open: notify } = useNotification();
  const { busy, run } = useSubmit({ toast: true });
  const [latest, setLatest] = useState('all');
  const running = busy ? latest : null;
  const [asking, setAsking] = useState<BulkAction | null>(null);
  async function start(action: BulkAction): Promise<void> {
    if (action.dialog) return setAsking(action);
    setLatest(action.name);
    await run(async () => {
      await action.run?.(selection.ids);
      notify?.({ type: 'success', message: t(`${name}.bulk.${action.name}.done`, { count: selection.ids.length }) });
      selection.clear();
    });
    void invalidate({ resource: name, invalidates: ['resourceAll'] });
  }
  function selectAll(): void {
    setLatest('all');
    void run(async () => {
      const { rows } = await matchingRows<{ id: string }>(name, filters);
      selection.set(rows.map((row) => row.id));
    });
  }
  const { most, label } = useAllLabel(counted);
  return (
    <div
      className="kit-bulk sg-row sg-wrap sg-gap-8"
      role="region"
      aria-label={t('kit.list.selected', { count: selection.ids.length })}
    >
      <strong>{t('kit.list.selected', { count: selection.ids.length })}</strong>
      {selection.ids.length < most && (
        <Button size="small" type="link" loading={running === 'all'} onClick={selectAll}>
          {label}
        </Button>
      )}
      {module.bulkActions?.map((action) => (
        <Button
          key={action.name}
          size="small"
          danger={action.danger ?? false}
          icon={action.icon && <action.icon />}
          loading={running === action.name}
          disabled={running !== null && running !== action.name}
          onClick={() => void start(action)}
        >
          {t(`${name}.bulk.${action.name}.label`)}
        </Button>
      ))}
      <Button size="small" type="text" onClick={selection.clear}>
        {t('kit.list.select_none')}
      </Button>
      {asking?.dialog && (
        <asking.dialog
          ids={selection.ids}
          onClose={(done) => {
            setAsking(null);
            if (!done) return;
            selection.clear();
            void invalidate({ resource: name, invalidates: ['resourceAll'] });
          }}
        />
      )}
    </div>
  );
}
