import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';

/** Why the server did not take the form. */
export interface Problem {
  readonly title: string;
  /** What belongs to no field in view. */
  readonly rest: readonly string[];
  /** To be named to whoever helps, when it is the server's fault. */
  readonly requestId?: string | undefined;
}

export function FormProblem({ title, rest, requestId }: Problem) {
  const { t } = useTranslation();
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      message={title}
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
