import { useState, type ReactNode } from 'react';
import { Alert, type FormInstance } from 'antd';
import { useTranslation } from 'react-i18next';
import { differing, type Values } from '@/api/changes';
import { dropDraft, keepDraft, readDraft } from '@/api/drafts';
import { formatList } from '@/components/format';
import { useSending, type SendingWay } from './sending';

export interface Versioned {
  readonly row_version?: number;
}

interface RecordWay<R extends Partial<V> & Versioned, V extends object> extends Pick<SendingWay<V>, 'refused'> {
  /** What is filled in, and which one of them: its draft is kept by both. */
  name: string;
  id: string;
  /** As it was read. */
  record: R;
  /** Reads it as it is now. Throws `ApiError`. */
  reload: () => Promise<R>;
  /** Which of its fields may be changed here. */
  fields: readonly string[];
  label: (field: string) => string;
  /**
   * Saves `changes`, or more. `version` is sent back with them, so that nobody's change is overwritten unseen; empty: it shall
   * be. Answers the record as it is then; nothing: it was not saved. Throws `ApiError`.
   */
  save: (version: Versioned, changes: Values) => Promise<R | void>;
}

/**
 * A form that is filled with a record: what is typed is kept as a draft until it is saved, and when somebody else was faster,
 * theirs is taken over with what was typed here on top of it.
 */
export function useRecordForm<R extends Partial<V> & Versioned, V extends object>(
  form: FormInstance<V>,
  way: RecordWay<R, V>,
) {
  const { name, id, fields } = way;
  const { t, i18n } = useTranslation();
  // Its version is sent back.
  const [filled, setFilled] = useState(way.record);
  const [draft, setDraft] = useState(() => readDraft(name, id));
  const [dirty, setDirty] = useState(draft !== null);
  const [changedMeanwhile, setChangedMeanwhile] = useState<readonly string[]>([]);
  const changes = (): Values => differing(fields, filled, form.getFieldsValue(true) as V);
  const drop = (): void => {
    dropDraft(name, id);
    setDraft(null);
  };

  /** Shows the record, and `mine` on top of it. */
  function fill(record: R, mine: Values = {}): void {
    setFilled(record);
    const values = Object.entries({ ...record, ...mine });
    form.setFields(values.map(([field, value]) => ({ name: field as never, value: value as never, errors: [] })));
    setDirty(Object.keys(mine).length > 0);
    if (Object.keys(mine).length === 0) setChangedMeanwhile([]);
  }

  const changedIn = (record: R): string[] => Object.keys(differing(fields, filled, record));

  async function review(): Promise<void> {
    const mine = changes();
    const theirs = await way.reload();
    setChangedMeanwhile(changedIn(theirs));
    fill(theirs, mine);
  }

  const { conflict, ...sending } = useSending<V>(form, {
    refused: way.refused,
    send: async (_, overwrite) => {
      const saved = await way.save(overwrite ? {} : { row_version: filled.row_version }, changes());
      if (!saved) return;
      drop();
      fill(saved);
    },
    review,
  });

  /** On every change. */
  function keep(): void {
    const mine = changes();
    const untouched = Object.keys(mine).length === 0;
    setDirty(!untouched);
    if (untouched) drop();
    else keepDraft(name, id, mine);
  }

  const takenOver: ReactNode = changedMeanwhile.length > 0 && (
    <Alert
      type="warning"
      showIcon
      message={t('kit.stale.taken_over', { fields: formatList(changedMeanwhile.map(way.label), i18n.language) })}
    />
  );
  return {
    ...sending,
    formProps: {
      form,
      initialValues: { ...way.record, ...draft },
      onValuesChange: keep,
      onFinish: sending.send,
    },
    filled,
    /** Something is typed that is not saved. */
    dirty,
    /** It was typed before, and kept. */
    restored: draft !== null && dirty,
    /** Says which fields somebody else changed. */
    takenOver,
    conflict,
    changes,
    /** Which fields somebody else changed in it. */
    changedIn,
    fill,
    /** Forgets the draft. */
    drop,
    /** Back to what was read. */
    discard: () => {
      drop();
      fill(filled);
    },
  };
}
