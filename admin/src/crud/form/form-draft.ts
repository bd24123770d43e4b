import type { FormInstance } from 'antd';
import { useState } from 'react';
import { dropDraft, keepDraft, readDraft } from '@/api/drafts';

type Values = Record<string, unknown>;

/**
 * Keeps what is typed into a form of its own (one that no resource's definition made) until it is sent, so that an expired
 * session, or a step back, loses nothing of it. `without`: fields that are never kept, passwords above all. `visitor`: the
 * form of somebody who is not signed in.
 */
export function useFormDraft<V extends object>(
  form: FormInstance<V>,
  name: string,
  { without = [], visitor = false }: { without?: readonly (keyof V & string)[]; visitor?: boolean } = {},
) {
  const [kept] = useState(() => readDraft(name, 'form') as Partial<V> | null);
  return {
    /** What was typed before; null: nothing. Whoever calls puts it into the form. */
    kept,
    /** On every change; `more`: what is chosen beside the form. */
    keep: (more: Values = {}) => {
      const values: Values = { ...form.getFieldsValue(), ...more };
      for (const secret of without) delete values[secret];
      keepDraft(name, 'form', values, visitor);
    },
    drop: () => dropDraft(name, 'form'),
  };
}
