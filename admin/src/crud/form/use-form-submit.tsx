import { useState, type ReactNode } from 'react';
import type { FormInstance } from 'antd';
import type { ApiError } from '@/api/api-error';
import { ConflictDialog } from './conflict-dialog';
import { assignErrors } from './form-rules';
import type { FormError } from '@/components/error-alert';
import { useRequest } from '@/components/use-request';

export interface FormSubmitOptions<V> {
  /** @param overwrite overwrite changes of other users. Throws `ApiError`. */
  send: (values: V, overwrite: boolean) => Promise<void>;
  /** Loads the version another user saved and keeps the own input on top. Absent for data without versions. */
  review?: () => Promise<void>;
  /** Form field by server field, if the names differ. */
  fields?: Readonly<Record<string, string>>;
  /** Return true if the form shows the error itself. */
  onError?: (error: ApiError) => boolean | void;
}

interface FormSubmit<V> {
  readonly sending: boolean;
  /** For the form's `onFinish`. */
  readonly send: (values: V) => void;
  /** For `ErrorAlert`, above the form. */
  readonly refusal: FormError | null;
  /** The conflict dialog. */
  readonly conflict: ReactNode;
  /** The conflict dialog is open. */
  readonly isConflictOpen: boolean;
  /** Resolves the conflict in favour of the other version, without the dialog. */
  readonly review: () => void;
}

/** Submits a form: errors appear above the form and at its fields; version conflicts open a dialog. */
export function useFormSubmit<V extends object>(form: FormInstance<V>, options: FormSubmitOptions<V>): FormSubmit<V> {
  const { busy: sending, run } = useRequest((error) => handleError(error));
  const [refusal, setRefusal] = useState<FormError | null>(null);
  const [hasConflict, setHasConflict] = useState(false);

  function attempt(action: () => Promise<void>): void {
    setRefusal(null);
    setHasConflict(false);
    void run(action);
  }

  function handleError(error: ApiError): void {
    if (error.statusCode === 412 && options.review) return setHasConflict(true);
    const namedErrors = Object.entries(error.errors ?? {}).map(([name, errors]) => [
      options.fields?.[name] ?? name,
      errors,
    ]);
    const visibleFields = form.getFieldsError().map(({ name }) => name.join('.'));
    const { fields, rest } = assignErrors(Object.fromEntries(namedErrors), new Set(visibleFields));
    form.setFields(fields.map(({ name, errors }) => ({ name: name as never, errors })));
    if (options.onError?.(error)) return;
    setRefusal({ error, rest });
    if (fields[0]) form.scrollToField(fields[0].name as never, { block: 'center', focus: true });
  }

  const review = () => attempt(async () => options.review?.());

  return {
    sending,
    send: (values) => {
      if (!sending) attempt(() => options.send(values, false));
    },
    refusal,
    isConflictOpen: hasConflict,
    review,
    conflict: options.review && (
      <ConflictDialog
        open={hasConflict}
        onCancel={() => setHasConflict(false)}
        onReview={review}
        onOverwrite={() => attempt(() => options.send(form.getFieldsValue(), true))}
      />
    ),
  };
}
