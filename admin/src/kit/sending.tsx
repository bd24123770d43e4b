import { useState, type ReactNode } from 'react';
import type { FormInstance } from 'antd';
import type { ApiError } from '@/client/api-error';
import { ConflictDialog } from './conflict-dialog';

interface Way<V> {
  /** `overwrite`: also what somebody else saved meanwhile. Throws `ApiError`. */
  send: (values: V, overwrite: boolean) => Promise<void>;
  /** Takes over what somebody else saved, and keeps what was typed on top of it. Left out: what is sent has no versions. */
  review?: () => Promise<void>;
  /** Where a field of the form is not called as the server calls it. */
  fields?: Readonly<Record<string, string>>;
  /** True: what was refused is said by the form itself. */
  refused?: (error: ApiError) => boolean | void;
}

interface Sending<V> {
  readonly sending: boolean;
  /** For the form's `onFinish`. */
  readonly send: (values: V) => void;
  /** For `Refused`, above the form. */
  readonly refusal: ApiError | null;
  /** The dialog that asks when somebody else was faster. */
  readonly conflict: ReactNode;
}

/**
 * Sends a form of its own, one that no resource's definition made: a refusal stands above it and under its fields, and who
 * was too late is asked which of the two it shall be.
 */
export function useSending<V extends object>(form: FormInstance<V>, way: Way<V>): Sending<V> {
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const [stale, setStale] = useState(false);

  async function attempt(what: () => Promise<void>): Promise<void> {
    setSending(true);
    setRefusal(null);
    setStale(false);
    try {
      await what();
    } catch (error) {
      const refused = error as ApiError;
      if (refused.statusCode === 412 && way.review) return setStale(true);
      if (!way.refused?.(refused)) setRefusal(refused);
      form.setFields(
        Object.entries(refused.errors ?? {}).map(([name, errors]) => ({
          name: (way.fields?.[name] ?? name) as never,
          errors,
        })),
      );
    } finally {
      setSending(false);
    }
  }

  return {
    sending,
    send: (values) => void attempt(() => way.send(values, false)),
    refusal,
    conflict: way.review && (
      <ConflictDialog
        open={stale}
        onCancel={() => setStale(false)}
        onReview={() => void attempt(way.review!)}
        onOverwrite={() => void attempt(() => way.send(form.getFieldsValue(), true))}
      />
    ),
  };
}
