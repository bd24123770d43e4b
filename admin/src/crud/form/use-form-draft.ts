import type { FormInstance } from 'antd';
import { useState } from 'react';
import { deleteDraft, saveDraft, readDraft } from '@/api/drafts';

type Values = Record<string, unknown>;

/**
 * Draft of a form without a resource definition: keeps the input until it is sent, so that an expired session or Back
 * loses nothing.
 * @param options `exclude`: fields that are never stored, such as passwords; `anonymous`: the form needs no session
 */
export function useFormDraft<V extends object>(
  form: FormInstance<V>,
  name: string,
  { exclude = [], anonymous = false }: { exclude?: readonly (keyof V & string)[]; anonymous?: boolean } = {},
) {
  const [restored] = useState(() => readDraft(name, 'form') as Partial<V> | null);
  return {
    /** The stored input, or null. The caller sets it into the form. */
    restored,
    /** Call on every change. `extra`: values outside the form. */
    save: (extra: Values = {}) => {
      const values: Values = { ...form.getFieldsValue(), ...extra };
      for (const field of exclude) delete values[field];
      saveDraft(name, 'form', values, anonymous);
    },
    discard: () => deleteDraft(name, 'form'),
  };
}
