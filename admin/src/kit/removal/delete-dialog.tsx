import { useEffect, useRef, useState } from 'react';
import { Alert, Button, Modal } from 'antd';
import { useInvalidate, useNotification } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { http, type ApiError } from '@/app/providers/http';
import { ME_QUERY } from '../kit-context';
import type { ResourceModule, Row } from '../module';
import { useRowTitles } from '../names';
import { useErrorWords } from '../words';
import { InUse } from './in-use';
import { removeLater, takeBack, UNDO_SECONDS } from './removals';

type Props = { module: ResourceModule; row: Row; onClose: (deleted: boolean) => void };

/**
 * Deletion (screens.md §1). The server is asked first whether it could be: what is unused goes off the screen and can be
 * taken back for ten seconds; what is in use says by what, and offers to reassign it.
 */
export function DeleteDialog({ module, row, onClose }: Props) {
  const { t } = useTranslation();
  const errorWords = useErrorWords();
  const remove = useRemoval(module);
  const name = useRowTitles(module.definition, [row])(row);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const asked = useRef(false);

  const ask = async (): Promise<void> => {
    try {
      await http.delete(`/api/${module.definition.name}/${encodeURIComponent(row.id)}`, {
        headers: { 'X-Dry-Run': 'true' },
      });
    } catch (error) {
      setRefusal(error as ApiError);
      return;
    }
    remove(row, name);
    onClose(true);
  };
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    void ask();
  });
  if (!refusal) return null;
  const inUse = refusal.statusCode === 409;
  return (
    <Modal
      open
      title={t(inUse ? 'kit.delete.in_use_title' : 'kit.delete.title', { name })}
      onCancel={() => onClose(false)}
      width={480}
      footer={[
        <Button key="close" onClick={() => onClose(false)}>
          {t('kit.close')}
        </Button>,
      ]}
    >
      <div className="kit-form">
        {inUse ? (
          <InUse
            module={module}
            row={row}
            refusal={refusal}
            onReassigned={() => {
              setRefusal(null);
              void ask();
            }}
          />
        ) : (
          <Alert type="error" showIcon role="alert" message={errorWords(refusal)} />
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
      if (definition.quota) void client.invalidateQueries({ queryKey: ME_QUERY });
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
