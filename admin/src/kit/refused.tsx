import { Alert } from 'antd';
import type { ApiError } from '@/client/api-error';
import { useErrorWords } from './words';

/** What was refused, above the form that was sent. */
export function Refused({ error }: { error: ApiError | null }) {
  const errorWords = useErrorWords();
  return error && <Alert type="error" showIcon role="alert" message={errorWords(error)} />;
}
