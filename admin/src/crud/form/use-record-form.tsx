import { useState, type ReactNode } from 'react';
import { Alert, type FormInstance } from 'antd';
import { useTranslation } from 'react-i18next';
import { diffFields, type Values } from '@/api/record-values';
import { deleteDraft, saveDraft, readDraft } from '@/api/drafts';
import { formatList } from '@/components/format';
import { useFormSubmit, type FormSubmitOptions } from './use-form-submit';

export interface Versioned {
  readonly row_version?: number;
}

interface RecordFormOptions<R extends Partial<V> & Versioned, V extends object> extends Pick<
  FormSubmitOptions<V>,
  'onError'
> {
  /** Name and id identify the draft. */
  name: string;
  id: string;
  record: R;
  /** Reads the current version. Throws `ApiError`. */
  reload: () => Promise<R>;
  /** Fields that the form may change. */
  fields: readonly string[];
  label: (field: string) => string;
  /**
   * Saves `changes`. `version` is sent for optimistic locking; an empty one overwrites. Returns the saved record, or
   * nothing if it was not saved. Throws `ApiError`.
   */
  save: (version: Versioned, changes: Values) => Promise<R | void>;
}

/**
 * A form filled with a record. Input is kept as a draft until saved; if another user saved meanwhile, their version is
 * loaded and the own input stays on top.
 */
export function useRecordForm<R extends Partial<V> & Versioned, V extends object>(
  form: FormInstance<V>,
  options: RecordFormOptions<R, V>,
) {
  const { name, id, fields } = options;
  const { t, i18n } = useTranslation();
  // Its row_version is sent on save.
  const [baseRecord, setBaseRecord] = useState(options.record);
  const [draft, setDraft] = useState(() => readDraft(name, id));
  const [dirty, setDirty] = useState(draft !== null);
  const [conflictingFields, setConflictingFields] = useState<readonly string[]>([]);
  const changes = (): Values => diffFields(fields, baseRecord, form.getFieldsValue(true) as V);
  const discardDraft = (): void => {
    deleteDraft(name, id);
    setDraft(null);
  };

  /** Shows the record with the own changes on top. */
  function fill(record: R, ownChanges: Values = {}): void {
    setBaseRecord(record);
    const values = Object.entries({ ...record, ...ownChanges });
    form.setFields(values.map(([field, value]) => ({ name: field as never, value: value as never, errors: [] })));
    setDirty(Object.keys(ownChanges).length > 0);
    if (Object.keys(ownChanges).length === 0) setConflictingFields([]);
  }

  const changedFieldsIn = (record: R): string[] => Object.keys(diffFields(fields, baseRecord, record));

  async function review(): Promise<void> {
    const ownChanges = changes();
    const latest = await options.reload();
    setConflictingFields(changedFieldsIn(latest));
    fill(latest, ownChanges);
  }

  const { conflict, ...sending } = useFormSubmit<V>(form, {
    onError: options.onError,
    send: async (_, overwrite) => {
      const saved = await options.save(overwrite ? {} : { row_version: baseRecord.row_version }, changes());
      if (!saved) return;
      discardDraft();
      fill(saved);
    },
    review,
  });

  function handleValuesChange(): void {
    const ownChanges = changes();
    const untouched = Object.keys(ownChanges).length === 0;
    setDirty(!untouched);
    if (untouched) discardDraft();
    else saveDraft(name, id, ownChanges);
  }

  const takenOver: ReactNode = conflictingFields.length > 0 && (
    <Alert
      type="warning"
      showIcon
      message={t('kit.stale.taken_over', { fields: formatList(conflictingFields.map(options.label), i18n.language) })}
    />
  );
  return {
    ...sending,
    formProps: {
      form,
      initialValues: { ...options.record, ...draft },
      onValuesChange: handleValuesChange,
      onFinish: sending.send,
    },
    baseRecord,
    /** The form has unsaved changes. */
    dirty,
    /** The input comes from a draft. */
    restored: draft !== null && dirty,
    /** Alert that lists the fields another user changed. */
    takenOver,
    conflict,
    changes,
    /** Fields that differ between the loaded record and this one. */
    changedFieldsIn,
    fill,
    /** Deletes the draft. */
    discardDraft,
    /** Resets the form to the loaded record. */
    discard: () => {
      discardDraft();
      fill(baseRecord);
    },
  };
}
