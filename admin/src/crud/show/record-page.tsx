import { useEffect, useState, type ReactNode } from 'react';
import { Alert, Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';

/** Loads the current record and renders its form. */
export function RecordPage<R extends object>(props: {
  /** Throws `ApiError`. */
  read: () => Promise<R>;
  renderError: (error: unknown, retry: () => void) => ReactNode;
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
  return error === null ? <Skeleton active paragraph={{ rows: 4 }} /> : props.renderError(error, load);
}

/** Alerts above a form: a restored draft, and fields that another user changed. */
export function RecordAlerts(props: { restored: boolean; discard: () => void; takenOver: ReactNode }) {
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
