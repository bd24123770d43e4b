import { useEffect, useEffectEvent, useState } from 'react';
import { Alert, Button, Input, Modal, Skeleton } from 'antd';
import { useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { RemoveAssignmentsResponse } from '@contract/training.responses';
import { dataProvider } from '@/api/data-provider';
import { http } from '@/api/http';
import { useSubmit } from '@/components/use-submit';
import { useErrorText } from '@/components/resource-labels';
import { summarizeRemoval, type RemovalSummary } from './assignment-views';

const REASON_MAX = 500;

async function fetchStates(ids: readonly string[]): Promise<string[]> {
  const { data } = await dataProvider.getMany!({ resource: 'training-assignments', ids: [...ids] });
  return data.map((row) => String(row.state));
}

/** Shows what the removal affects ("Remove 24? 5 are in progress") and takes a reason. */
export function RemoveDialog({ ids, onClose }: { ids: readonly string[]; onClose: (done: boolean) => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { open: notify } = useNotification();
  const [summary, setSummary] = useState<RemovalSummary | null>(null);
  const [reason, setReason] = useState('');
  const [countError, setCountError] = useState<string | null>(null);
  const { busy: isRemoving, error, problem: submitProblem, run } = useSubmit();
  const problem = submitProblem ? [submitProblem, ...Object.values(error?.errors ?? {}).flat()].join(' ') : countError;

  // Keeps the rows that were selected when the dialog opened.
  const [initialIds] = useState(ids);
  const handleCountError = useEffectEvent((failure: unknown) => setCountError(errorText(failure)));
  useEffect(() => {
    let isActive = true;
    fetchStates(initialIds).then(
      (states) => isActive && setSummary(summarizeRemoval(states)),
      (failure: unknown) => isActive && handleCountError(failure),
    );
    return () => {
      isActive = false;
    };
  }, [initialIds]);

  const remove = () =>
    run(async () => {
      const { data } = await http.post<RemoveAssignmentsResponse>('/api/training-assignments/remove', {
        assignment_id: ids,
        reason: reason.trim() || null,
      });
      notify?.({ type: 'success', message: t('remove_training.done', { count: data.removed }) });
      onClose(true);
    });

  const isEmpty = summary?.removable === 0;
  return (
    <Modal
      open
      width={480}
      title={summary ? t('remove_training.title', { count: summary.removable }) : t('remove_training.counting')}
      onCancel={() => onClose(false)}
      footer={[
        <Button key="cancel" onClick={() => onClose(false)}>
          {t(isEmpty ? 'kit.close' : 'kit.cancel')}
        </Button>,
        ...(isEmpty
          ? []
          : [
              <Button
                key="remove"
                type="primary"
                danger
                disabled={!summary}
                loading={isRemoving}
                onClick={() => void remove()}
              >
                {t('remove_training.action')}
              </Button>,
            ]),
      ]}
    >
      <div className="kit-form sg-stack sg-gap-16">
        {problem && <Alert type="error" showIcon role="alert" message={problem} />}
        {!summary && !problem && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
        {summary && summary.inProgress + summary.completed + summary.already > 0 && (
          <ul className="sg-stack sg-gap-4 sg-dots">
            {summary.inProgress > 0 && <li>{t('remove_training.in_progress', { count: summary.inProgress })}</li>}
            {summary.completed > 0 && <li>{t('remove_training.completed', { count: summary.completed })}</li>}
            {summary.already > 0 && <li>{t('remove_training.already', { count: summary.already })}</li>}
          </ul>
        )}
        {summary && !isEmpty && <p>{t('remove_training.kept')}</p>}
        {summary && !isEmpty && (
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
