import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '@/api/api-error';
import { useErrorWords } from './words';

/** Why the server did not take a form. */
export interface FormRefusal {
  readonly error: ApiError;
  /** What belongs to no field in view. */
  readonly rest: readonly string[];
}

/** What was refused, above the form that was sent; when it is the server's fault, with what to name to whoever helps. */
export function Refused({ refusal }: { refusal: FormRefusal | null }) {
  const { t } = useTranslation();
  const errorWords = useErrorWords();
  if (!refusal) return null;
  const { error, rest } = refusal;
  const requestId = error.statusCode >= 500 && error.requestId;
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      message={errorWords(error)}
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
