import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '@/api/api-error';
import { useErrorText } from './resource-labels';

/** A form error with the messages that belong to no visible field. */
export interface FormError {
  readonly error: ApiError;
  /** Messages that belong to no visible field. */
  readonly rest: readonly string[];
}

/** Alert above a form with the server's error; for 5xx errors also the request id. */
export function ErrorAlert({ refusal }: { refusal: FormError | null }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  if (!refusal) return null;
  const { error, rest } = refusal;
  const requestId = error.statusCode >= 500 && error.requestId;
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      message={errorText(error)}
      description={
        (rest.length > 0 || requestId) && (
          <>
            {rest.map((message) => (
              <div key={message}>{message}</div>
            ))}
            {requestId && (
              <div>
                {t('kit.failed.request')} <code className="sg-mono">{requestId}</code>
              </div>
            )}
          </>
        )
      }
    />
  );
}
