import { useEffect, useState, type ReactNode } from 'react';
import { Alert, Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';

/** The frame of a form that stays on its page: reads the record, always as it is now, and shows the form when it is there. */
export function RecordPage<R extends object>(props: {
  /** Throws `ApiError`. */
  read: () => Promise<R>;
  failed: (error: unknown, again: () => void) => ReactNode;
  children: (record: R) => ReactNode;
}) {
  const [record, setRecord] = useState<R | null>(null);
  const [error, setError] = useState<unknown>(null);
  const load = (): void => {
    setError(null);
    props.read().then(setRecord, setError);
  };
  useEffect(load, []); // eslint-disable-line react-hooks/exhaustive-deps
  if (record) return props.children(record);
  return error === null ? <Skeleton active paragraph={{ rows: 4 }} /> : props.failed(error, load);
}

/** Above the form's fields: that a draft is in them, and what somebody else changed. */
export function RecordNotes(props: { restored: boolean; discard: () => void; takenOver: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      {props.restored && (
        <Alert
          type="info"
          showIcon
          message={t('kit.form.draft')}
          action={<Button onClick={props.discard}>{t('kit.leave.discard')}</Button>}
        />
      )}
      {props.takenOver}
    </>
  );
}
