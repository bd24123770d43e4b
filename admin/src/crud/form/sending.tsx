import { useState, type ReactNode } from 'react';
import type { FormInstance } from 'antd';
import type { ApiError } from '@/api/api-error';
import { ConflictDialog } from './conflict-dialog';
import { placeErrors } from './form-rules';
import type { FormRefusal } from '@/components/refused';
import { useRequest } from '@/components/use-request';

export interface SendingWay<V> {
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
  readonly refusal: FormRefusal | null;
  /** The dialog that asks when somebody else was faster. */
  readonly conflict: ReactNode;
  /** It is open. */
  readonly isAsking: boolean;
  /** What it does when theirs is to be taken over, without having been asked. */
  readonly review: () => void;
}

/**
 * Sends a form: a refusal stands above it and under its fields, and who was too late is asked which of the two it shall be.
 */
export function useSending<V extends object>(form: FormInstance<V>, way: SendingWay<V>): Sending<V> {
  const { busy: sending, run } = useRequest((error) => refuse(error));
  const [refusal, setRefusal] = useState<FormRefusal | null>(null);
  const [stale, setStale] = useState(false);

  function attempt(what: () => Promise<void>): void {
    setRefusal(null);
    setStale(false);
    void run(what);
  }

  function refuse(error: ApiError): void {
    if (error.statusCode === 412 && way.review) return setStale(true);
    const named = Object.entries(error.errors ?? {}).map(([name, errors]) => [way.fields?.[name] ?? name, errors]);
    const shown = form.getFieldsError().map(({ name }) => name.join('.'));
    const { fields, rest } = placeErrors(Object.fromEntries(named), new Set(shown));
    form.setFields(fields.map(({ name, errors }) => ({ name: name as never, errors })));
    if (way.refused?.(error)) return;
    setRefusal({ error, rest });
    if (fields[0]) form.scrollToField(fields[0].name as never, { block: 'center', focus: true });
  }

  const review = () => attempt(async () => way.review?.());

  return {
    sending,
    send: (values) => {
      if (!sending) attempt(() => way.send(values, false));
    },
    refusal,
    isAsking: stale,
    review,
    conflict: way.review && (
      <ConflictDialog
        open={stale}
        onCancel={() => setStale(false)}
        onReview={review}
        onOverwrite={() => attempt(() => way.send(form.getFieldsValue(), true))}
      />
    ),
  };
}
