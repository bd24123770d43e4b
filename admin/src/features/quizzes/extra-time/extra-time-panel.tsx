import { useState } from 'react';
import { Button, Flex, Modal, Skeleton } from 'antd';
import { ClockCircleOutlined, EditOutlined, MinusCircleOutlined } from '@ant-design/icons';
import { useNotification } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '@/components/use-submit';
import type { SetExtraTimeResponse, ExtraTimeRow } from '@contract/extra-time.responses';
import type { QuizRow } from '@contract/quizzes.resource';
import { http } from '@/api/http';
import { apiKey, resourceKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';
import { formatInstant, formatMinutes } from '@/components/format';
import { useAccount } from '@/crud/crud-context';
import { useRowNames } from '@/crud/row-names';
import { FailedState } from '@/components/state-panels';
import { ExtraTimeDialog } from './extra-time-dialog';

/** Lists, grants, changes and removes the extra time of people for this quiz. */
export function ExtraTimePanel({ quiz }: { quiz: QuizRow }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const path = `quizzes/${quiz.id}/extra-times` as const;
  const query = useApiQuery(path);
  const [editedRow, setEditedRow] = useState<ExtraTimeRow | 'new' | null>(null);
  const [removedRow, setRemovedRow] = useState<ExtraTimeRow | null>(null);
  const times = query.data?.times ?? [];
  const names = useRowNames(
    'staff',
    times.map(({ staff_id }) => staff_id),
  );
  const nameOf = ({ staff_id }: ExtraTimeRow) => names.get(staff_id) ?? '…';
  const handleDone = () => {
    setEditedRow(null);
    setRemovedRow(null);
    void client.invalidateQueries({ queryKey: apiKey(path) });
    void client.invalidateQueries({ queryKey: resourceKey('attempts') });
  };
  // Without a time limit extra time is useless, but grants from earlier can still be removed.
  const isTimed = quiz.time_limit_minutes !== null;
  if (!isTimed && times.length === 0) return null;
  return (
    <section className="sg-card" aria-labelledby="extra-time">
      <Flex component="header" wrap align="center" justify="space-between" gap="8px 16px">
        <div>
          <h3 id="extra-time">{t('extra_time.title')}</h3>
          <p className="sg-soft">{t('extra_time.lead')}</p>
        </div>
        {isTimed && (
          <Button icon={<ClockCircleOutlined aria-hidden />} onClick={() => setEditedRow('new')}>
            {t('extra_time.give')}
          </Button>
        )}
      </Flex>
      {query.isError && <FailedState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton active title={false} paragraph={{ rows: 1 }} />}
      {query.data && times.length === 0 && <p className="sg-faint">{t('extra_time.none')}</p>}
      {times.length > 0 && (
        <ul className="sg-lines sg-entries">
          {times.map((row) => (
            <ExtraTimeItem
              key={row.staff_id}
              row={row}
              name={nameOf(row)}
              onEdit={() => setEditedRow(row)}
              onRemove={() => setRemovedRow(row)}
            />
          ))}
        </ul>
      )}
      {editedRow && (
        <ExtraTimeDialog
          quiz={quiz}
          row={editedRow === 'new' ? null : editedRow}
          onClose={() => setEditedRow(null)}
          onDone={handleDone}
        />
      )}
      {removedRow && (
        <RemoveExtraTimeDialog
          quiz={quiz}
          row={removedRow}
          name={nameOf(removedRow)}
          onClose={() => setRemovedRow(null)}
          onDone={handleDone}
        />
      )}
    </section>
  );
}

function ExtraTimeItem(props: { row: ExtraTimeRow; name: string; onEdit: () => void; onRemove: () => void }) {
  const { row, name, onEdit, onRemove } = props;
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  const at = formatInstant(row.given_at, i18n.language, time_zone);
  const tools = [
    { icon: <EditOutlined aria-hidden />, label: t('extra_time.change', { name }), run: onEdit },
    { icon: <MinusCircleOutlined aria-hidden />, label: t('extra_time.take', { name }), run: onRemove },
  ];
  return (
    <li>
      <span className="sg-stack sg-grow sg-any">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span>
          <bdi>{row.reason}</bdi>
        </span>
        <small className="sg-soft">
          {row.given_by ? t('extra_time.given_by', { who: row.given_by, at }) : t('extra_time.given', { at })}
        </small>
      </span>
      <strong className="sg-number sg-fixed">
        {t('extra_time.more', { minutes: formatMinutes(row.minutes, i18n.language) })}
      </strong>
      <Flex component="span">
        {tools.map(({ icon, label, run }) => (
          <Button key={label} type="text" size="small" icon={icon} aria-label={label} title={label} onClick={run} />
        ))}
      </Flex>
    </li>
  );
}

function RemoveExtraTimeDialog(props: {
  quiz: QuizRow;
  row: ExtraTimeRow;
  name: string;
  onClose: () => void;
  onDone: () => void;
}) {
  const { quiz, row, name, onClose, onDone } = props;
  const { t } = useTranslation();
  const { open: notify } = useNotification();
  const { busy, run } = useSubmit({ toast: true });
  const removeExtraTime = () =>
    run(async () => {
      const { staff_id, reason } = row;
      await http.post<SetExtraTimeResponse>(`/api/quizzes/${quiz.id}/extra-time`, { staff_id, reason, minutes: 0 });
      notify?.({ type: 'success', message: t('extra_time.taken', { name }) });
      onDone();
    });
  return (
    <Modal
      open
      width={480}
      title={t('extra_time.take_title', { name })}
      okText={t('extra_time.take_action')}
      cancelText={t('kit.cancel')}
      okButtonProps={{ danger: true, loading: busy }}
      onOk={() => void removeExtraTime()}
      onCancel={onClose}
    >
      <p>{t('extra_time.take_text')}</p>
    </Modal>
  );
}
