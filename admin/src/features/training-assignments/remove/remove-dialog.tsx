import { useEffect, useEffectEvent, useState } from 'react';
import { Alert, Button, Input, Modal, Skeleton } from 'antd';
import { useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { Removed } from '@contract/training-answers';
import { dataProvider } from '@/api/data';
import { http } from '@/api/http';
import { useSubmit } from '@/components/use-submit';
import { useErrorWords } from '@/components/words';
import { removalOf, type Removal } from './views';

const REASON_MAX = 500;

async function statesOf(ids: readonly string[]): Promise<string[]> {
  const { data } = await dataProvider.getMany!({ resource: 'training-assignments', ids: [...ids] });
  return data.map((row) => String(row.state));
}

/** "Remove 24? 5 are in progress": what will happen, counted before it does, and why. */
export function RemoveDialog({ ids, onClose }: { ids: readonly string[]; onClose: (done: boolean) => void }) {
  const { t } = useTranslation();
  const errorWords = useErrorWords();
  const { open: notify } = useNotification();
  const [found, setFound] = useState<Removal | null>(null);
  const [reason, setReason] = useState('');
  const [uncounted, setUncounted] = useState<string | null>(null);
  const { busy: running, error, problem: refused, run } = useSubmit();
  const problem = refused ? [refused, ...Object.values(error?.errors ?? {}).flat()].join(' ') : uncounted;

  // The dialog is about the rows that were selected when it opened.
  const [opened] = useState(ids);
  const failed = useEffectEvent((failure: unknown) => setUncounted(errorWords(failure)));
  useEffect(() => {
    let wanted = true;
    statesOf(opened).then(
      (states) => wanted && setFound(removalOf(states)),
      (failure: unknown) => wanted && failed(failure),
    );
    return () => {
      wanted = false;
    };
  }, [opened]);

  const remove = () =>
    run(async () => {
      const { data } = await http.post<Removed>('/api/training-assignments/remove', {
        assignment_id: ids,
        reason: reason.trim() || null,
      });
      notify?.({ type: 'success', message: t('remove_training.done', { count: data.removed }) });
      onClose(true);
    });

  const nothing = found?.removable === 0;
  return (
    <Modal
      open
      width={480}
      title={found ? t('remove_training.title', { count: found.removable }) : t('remove_training.counting')}
      onCancel={() => onClose(false)}
      footer={[
        <Button key="cancel" onClick={() => onClose(false)}>
          {t(nothing ? 'kit.close' : 'kit.cancel')}
        </Button>,
        ...(nothing
          ? []
          : [
              <Button
                key="remove"
                type="primary"
                danger
                disabled={!found}
                loading={running}
                onClick={() => void remove()}
              >
                {t('remove_training.action')}
              </Button>,
            ]),
      ]}
    >
      <div className="kit-form sg-stack sg-gap-16">
        {problem && <Alert type="error" showIcon role="alert" message={problem} />}
        {!found && !problem && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
        {found && found.inProgress + found.completed + found.already > 0 && (
          <ul className="sg-stack sg-gap-4 sg-dots">
            {found.inProgress > 0 && <li>{t('remove_training.in_progress', { count: found.inProgress })}</li>}
            {found.completed > 0 && <li>{t('remove_training.completed', { count: found.completed })}</li>}
            {found.already > 0 && <li>{t('remove_training.already', { count: found.already })}</li>}
          </ul>
        )}
        {found && !nothing && <p>{t('remove_training.kept')}</p>}
        {found && !nothing && (
          <label>
            {t('remove_training.reason')}
            <Input.TextArea
              autoFocus
              autoSize={{ minRows: 2, maxRows: 6 }}
              maxLength={REASON_MAX}
              value={reason}
              placeholder={t('remove_training.reason_hint')}
              onChange={(event) => setReason(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void remove();
              }}
            />
          </label>
        )}
      </div>
    </Modal>
  );
}
