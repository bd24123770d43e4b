import { useEffect, useRef, useState } from 'react';
import { Alert, Button, Modal } from 'antd';
import { useInvalidate, useNotification } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { http } from '@/api/http';
import type { ApiError } from '@/api/api-error';
import { ME_KEY } from '@/api/me';
import type { ResourceModule, Row, RowCommand } from '../module';
import { useRowTitles } from '../names';
import { useRowCommand } from '../list/row-command';
import { CommandDialog } from '../list/row-dialogs';
import { useSubmit } from '@/components/use-submit';
import { useErrorWords } from '@/components/words';
import { Reassign } from './reassign';
import { removeLater, takeBack, UNDO_SECONDS } from './removals';
import { Uses, usesOf } from './uses';

type Props = { module: ResourceModule; row: Row; onClose: (deleted: boolean) => void };

/**
 * Deletion (screens.md §1). The server is asked first whether it could be: what is unused goes off the screen and can be
 * taken back for ten seconds; what is in use says by what, and offers what is right: another one takes its place, or,
 * where history names it, it is archived.
 */
export function DeleteDialog({ module, row, onClose }: Props) {
  const { t } = useTranslation();
  const remove = useRemoval(module);
  const name = useRowTitles(module.definition, [row])(row);
  const { error: refusal, problem, run } = useSubmit();
  const asked = useRef(false);

  const ask = () =>
    void run(async () => {
      await http.delete(`/api/${module.definition.name}/${encodeURIComponent(row.id)}`, {
        headers: { 'X-Dry-Run': 'true' },
      });
      remove(row, name);
      onClose(true);
    });
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    ask();
  });
  if (!refusal) return null;
  if (refusal.statusCode === 409)
    return <InUse {...{ module, row, name, refusal }} onReassigned={ask} onClose={() => onClose(false)} />;
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

function InUse(props: {
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
  const [asking, setAsking] = useState(false);
  const { passing, staying } = usesOf(module, refusal);
  const instead = module.rowActions?.find(
    (each) => (each.name === 'archive' || each.insteadOfDelete) && (each.when?.(row) ?? true),
  );
  const key = `${module.definition.name}.commands.${instead?.name}`;
  const own = `${key}.instead`;
  const offered = i18n.exists(own) ? own : passing.length ? 'kit.delete.or_archive' : 'kit.delete.archive';

  const put = (command: RowCommand) =>
    run(async () => {
      await sendCommand(command, row, {});
      onClose();
    });
  if (instead && asking) return <CommandDialog module={module} row={row} command={instead} onClose={onClose} />;
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
        instead && (
          <Button
            key="instead"
            type={passing.length ? 'default' : 'primary'}
            loading={busy}
            onClick={() => (instead.fields ? setAsking(true) : void put(instead))}
          >
            {t(`${key}.label`)}
          </Button>
        ),
      ]}
    >
      <div className="kit-form sg-stack sg-gap-16">
        {problem && <Alert type="error" showIcon role="alert" message={problem} />}
        {passing.length > 0 && (
          <section>
            <p>{t('kit.delete.in_use')}</p>
            <Uses module={module} row={row} counts={passing} />
            <Reassign module={module} row={row} name={name} onReassigned={props.onReassigned} />
          </section>
        )}
        {staying.length > 0 && (
          <section>
            <p>{t(passing.length ? 'kit.delete.stays_besides' : 'kit.delete.stays')}</p>
            <Uses module={module} row={row} counts={staying} />
          </section>
        )}
        {instead && (
          <p>
            {t(offered)} {t(`${key}.text`, { name })}
          </p>
        )}
      </div>
    </Modal>
  );
}

/** Takes the row away, says so, and deletes it when nobody has taken it back. */
function useRemoval(module: ResourceModule): (row: Row, name: string) => void {
  const { definition } = module;
  const { t } = useTranslation();
  const errorWords = useErrorWords();
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const { open: notify } = useNotification();
  return (row, name) => {
    removeLater(definition.name, row.id, async () => {
      try {
        await http.delete(`/api/${definition.name}/${encodeURIComponent(row.id)}`);
      } catch (error) {
        notify?.({ type: 'error', message: t('kit.delete.failed', { name }), description: errorWords(error) });
      }
      if (definition.quota) void client.invalidateQueries({ queryKey: ME_KEY });
      await invalidate({ resource: definition.name, invalidates: ['resourceAll'] });
    });
    notify?.({
      type: 'progress',
      key: `removed-${definition.name}-${row.id}`,
      message: t('kit.delete.done', { name }),
      undoableTimeout: UNDO_SECONDS,
      cancelMutation: () => void takeBack(definition.name, row.id),
    });
  };
}
