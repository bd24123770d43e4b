import type { ReactNode } from 'react';
import { Alert, Button, Empty, Skeleton } from 'antd';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '@/api/api-error';
import { useOnline } from './use-online';
import { useErrorText } from './resource-labels';
import './kit.css';
import './page-states.css';

type Drawing = 'empty' | 'search' | 'broken' | 'closed' | 'offline';

/** Line drawings, one stroke, in the colour of the text. */
const PATHS: Record<Drawing, string> = {
  empty: 'M14 22h52v40H14zM14 32h52M26 42h28M26 50h18M58 10v12M52 16h12',
  search: 'M34 16a20 20 0 1 0 .1 0zM49 51l15 15M26 30l16 12M42 30L26 42',
  broken: 'M14 18h52v42H40l-6-8 8-8-8-10 6-8-4-8M14 18v42h14M24 70h32',
  closed: 'M22 36h36v30H22zM29 36v-8a11 11 0 0 1 22 0v8M40 48v8',
  offline: 'M12 32a42 42 0 0 1 56 0M22 43a28 28 0 0 1 36 0M32 54a13 13 0 0 1 16 0M40 64v.5M16 14l48 54',
};

export function StatePanel(props: {
  drawing: Drawing;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  alert?: boolean;
}) {
  return (
    <div className="kit-state" role={props.alert ? 'alert' : 'status'}>
      <Empty
        image={
          <svg width="80" height="80" viewBox="0 0 80 80" fill="none" aria-hidden="true">
            <path
              d={PATHS[props.drawing]}
              stroke="var(--sg-line-strong)"
              strokeWidth="2"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
        }
        description={
          <>
            <h2>{props.title}</h2>
            {props.text && <div className="sg-state-text sg-soft">{props.text}</div>}
          </>
        }
      >
        {props.action}
      </Empty>
    </div>
  );
}

/** An error with its request id and a retry button. */
export function FailedState({ error, retry }: { error: unknown; retry?: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { code, statusCode, requestId } = (error ?? {}) as Partial<ApiError>;
  const retryButton = retry && <Button onClick={retry}>{t('kit.retry')}</Button>;
  if (statusCode === 403)
    return <StatePanel drawing="closed" title={t('kit.forbidden.title')} text={t('kit.forbidden.text')} />;
  if (statusCode === 0)
    return (
      <StatePanel
        alert
        drawing="offline"
        title={t('kit.offline.title')}
        text={t('kit.offline.text')}
        action={retryButton}
      />
    );
  if (code === 'narrow_search')
    return <StatePanel drawing="search" title={t('kit.narrow.title')} text={errorText(error)} />;
  return (
    <StatePanel
      alert
      drawing="broken"
      title={t('kit.failed.title')}
      text={
        <>
          <p>{errorText(error)}</p>
          {requestId && (
            <p>
              {t('kit.failed.request')} <code className="sg-mono">{requestId}</code>
            </p>
          )}
        </>
      }
      action={retryButton}
    />
  );
}

/** Placeholder of a query: error or skeleton; null once there is data. */
export function QueryState(props: {
  query: Pick<UseQueryResult<unknown, unknown>, 'data' | 'error' | 'isError' | 'refetch'>;
  /** Number of skeleton lines. */
  rows?: number;
  /** Replaces the skeleton. */
  waiting?: ReactNode;
}) {
  const { query, rows = 4, waiting } = props;
  if (query.data !== undefined) return null;
  if (query.isError) return <FailedState error={query.error} retry={() => void query.refetch()} />;
  return waiting ?? <Skeleton active paragraph={{ rows }} />;
}

/** Banner above rows that may be outdated, because the browser is offline. */
export function StaleDataBanner() {
  const { t } = useTranslation();
  const online = useOnline();
  return online ? null : (
    <Alert className="kit-banner" type="warning" role="status" showIcon message={t('kit.offline.stale')} />
  );
}
