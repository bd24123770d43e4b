import { useEffect, useRef, useState } from 'react';
import { Alert, Button, Modal } from 'antd';
import { useInvalidate, useNotification } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { http } from '@/api/http';
import type { ApiError } from '@/api/api-error';
import { ACCOUNT_KEY } from '@/api/account';
import type { ResourceModule, Row, RowCommand } from '../resource-module';
import { useRowTitles } from '../row-names';
import { useRowCommand } from '../list/use-row-command';
import { CommandDialog } from '../list/command-dialog';
import { useSubmit } from '@/components/use-submit';
import { useErrorText } from '@/components/resource-labels';
import { Reassign } from './reassign';
import { scheduleRemoval, undoRemoval, UNDO_SECONDS } from './pending-removals';
import { UsageList, groupUsage } from './usage-list';

type Props = { module: ResourceModule; row: Row; onClose: (deleted: boolean) => void };

/**
 * Deletes a row. A dry run checks whether it is possible. Unused rows disappear at once and can be restored for ten
 * seconds. For rows in use the dialog lists the references and offers to reassign them, or to archive the row if it has
 * a history.
 */
export function DeleteDialog({ module, row, onClose }: Props) {
  const { t } = useTranslation();
  const remove = useRemoval(module);
  const name = useRowTitles(module.definition, [row])(row);
  const { error: refusal, problem, run } = useSubmit();
  const hasStarted = useRef(false);

  const tryDelete = () =>
    void run(async () => {
      await http.delete(`/api/${module.definition.name}/${encodeURIComponent(row.id)}`, {
        headers: { 'X-Dry-Run': 'true' },
      });
      remove(row, name);
      onClose(true);
    });
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    tryDelete();
  });
  if (!refusal) return null;
  if (refusal.statusCode === 409)
    return <InUseDialog {...{ module, row, name, refusal }} onReassigned={tryDelete} onClose={() => onClose(false)} />;
  return (
    <Modal
      open
      title={t('kit.delete.title', { name })}
      onCancel={() => onClose(false)}
      width={480}
      footer={<Button onClick={() => onClose(false)}>{t('kit.close')}</Button>}
    >
      <Alert type="error" showIcon role="alert" message={problem} />
    </Modal>
  );
}

function InUseDialog(props: {
  module: ResourceModule;
  row: Row;
  name: string;
  refusal: ApiError;
  onReassigned: () => void;
  onClose: () => void;
}) {
  const { module, row, name, refusal, onClose } = props;
  const { t, i18n } = useTranslation();
  const sendCommand = useRowCommand(module.definition);
  const { busy, problem, run } = useSubmit();
  const [isConfirming, setConfirming] = useState(false);
  const { reassignable, permanent } = groupUsage(module, refusal);
  const alternative = module.rowActions?.find(
    (each) => (each.name === 'archive' || each.insteadOfDelete) && (each.when?.(row) ?? true),
  );
  const key = `${module.definition.name}.commands.${alternative?.name}`;
  const ownKey = `${key}.instead`;
  const offerKey = i18n.exists(ownKey) ? ownKey : reassignable.length ? 'kit.delete.or_archive' : 'kit.delete.archive';

  const runCommand = (command: RowCommand) =>
    run(async () => {
      await sendCommand(command, row, {});
      onClose();
    });
  if (alternative && isConfirming)
    return <CommandDialog module={module} row={row} command={alternative} onClose={onClose} />;
  return (
    <Modal
      open
      title={t('kit.delete.in_use_title', { name })}
      onCancel={onClose}
      width={480}
      footer={[
        <Button key="close" onClick={onClose}>
          {t('kit.close')}
        </Button>,
        alternative && (
          <Button
            key="instead"
            type={reassignable.length ? 'default' : 'primary'}
            loading={busy}
            onClick={() => (alternative.fields ? setConfirming(true) : void runCommand(alternative))}
          >
            {t(`${key}.label`)}
          </Button>
        ),
      ]}
    >
      <div className="kit-form sg-stack sg-gap-16">
        {problem && <Alert type="error" showIcon role="alert" message={problem} />}
        {reassignable.length > 0 && (
          <section>
            <p>{t('kit.delete.in_use')}</p>
            <UsageList module={module} row={row} counts={reassignable} />
            <Reassign module={module} row={row} name={name} onReassigned={props.onReassigned} />
          </section>
        )}
        {permanent.length > 0 && (
          <section>
            <p>{t(reassignable.length ? 'kit.delete.stays_besides' : 'kit.delete.stays')}</p>
            <UsageList module={module} row={row} counts={permanent} />
          </section>
        )}
        {alternative && (
          <p>
            {t(offerKey)} {t(`${key}.text`, { name })}
          </p>
        )}
      </div>
    </Modal>
  );
}

/** Hides the row, shows an undo toast, and deletes the row afterwards. */
function useRemoval(module: ResourceModule): (row: Row, name: string) => void {
  const { definition } = module;
  const { t } = useTranslation();
  const errorText = useErrorText();
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const { open: notify } = useNotification();
  return (row, name) => {
    scheduleRemoval(definition.name, row.id, async () => {
      try {
        await http.delete(`/api/${definition.name}/${encodeURIComponent(row.id)}`);
      } catch (error) {
        notify?.({ type: 'error', message: t('kit.delete.failed', { name }), description: errorText(error) });
      }
      if (definition.quota) void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
      await invalidate({ resource: definition.name, invalidates: ['resourceAll'] });
    });
    notify?.({
      type: 'progress',
      key: `removed-${definition.name}-${row.id}`,
      message: t('kit.delete.done', { name }),
      undoableTimeout: UNDO_SECONDS,
      cancelMutation: () => void undoRemoval(definition.name, row.id),
    });
  };
}
