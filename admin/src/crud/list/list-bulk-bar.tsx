import { useState } from 'react';
import { Button } from 'antd';
import { useInvalidate, useNotification, type CrudFilter } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { BulkAction, ResourceModule } from '../resource-module';
import type { TotalCount } from '@/api/data-provider';
import { fetchMatchingRows } from '@/api/data-provider';
import { useSelectAllLabel } from './paging';
import type { Selection } from './use-selection';
import { useSubmit } from '@/components/use-submit';

/** Number of selected rows, "select all", and the bulk actions. */
export function BulkBar(props: {
  module: ResourceModule;
  selection: Selection;
  filters: CrudFilter[];
  totalCount: TotalCount;
}) {
  const { module, selection, filters, totalCount } = props;
  const { t } = useTranslation();
  const { name } = module.definition;
  const invalidate = useInvalidate();
  const { open: notify } = useNotification();
  const { busy, run } = useSubmit({ toast: true });
  const [startedAction, setStartedAction] = useState('all');
  const running = busy ? startedAction : null;
  const [dialogAction, setDialogAction] = useState<BulkAction | null>(null);
  async function start(action: BulkAction): Promise<void> {
    if (action.dialog) return setDialogAction(action);
    setStartedAction(action.name);
    await run(async () => {
      await action.run?.(selection.ids);
      notify?.({ type: 'success', message: t(`${name}.bulk.${action.name}.done`, { count: selection.ids.length }) });
      selection.clear();
    });
    void invalidate({ resource: name, invalidates: ['resourceAll'] });
  }
  function selectAll(): void {
    setStartedAction('all');
    void run(async () => {
      const { rows } = await fetchMatchingRows<{ id: string }>(name, filters);
      selection.set(rows.map((row) => row.id));
    });
  }
  const { most, label } = useSelectAllLabel(totalCount);
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
      {dialogAction?.dialog && (
        <dialogAction.dialog
          ids={selection.ids}
          onClose={(done) => {
            setDialogAction(null);
            if (!done) return;
            selection.clear();
            void invalidate({ resource: name, invalidates: ['resourceAll'] });
          }}
        />
      )}
    </div>
  );
}
