import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react';

/** Ctrl+Enter saves from wherever one is; Enter alone saves as in any form, but not from a date or a list of choices. */
export function saveKeys(event: KeyboardEvent, save: () => void): void {
  if (event.key !== 'Enter') return;
  if (!(event.ctrlKey || event.metaKey)) {
    // Enter takes over the chosen date or entry; it must not also save the form.
    if ((event.target as HTMLElement).closest('.ant-picker, .ant-select')) event.preventDefault();
    return;
  }
  event.preventDefault();
  // A date that was typed is taken over when its field is left.
  const field = document.activeElement as HTMLElement | null;
  field?.blur();
  setTimeout(() => {
    field?.focus();
    save();
  });
}

export const focusFirstField = (form: HTMLElement | null): void =>
  form?.querySelector<HTMLElement>('input:not([disabled]), textarea')?.focus();

/** The first field has the focus once the drawer has stopped moving; not for somebody who is in another one already. */
export function useFirstField(form: RefObject<HTMLElement | null>, wanted: boolean): void {
  // Once: a form that is saved and stays does not call anybody back to its first field.
  const [calls] = useState(wanted);
  useEffect(() => {
    if (!calls) return;
    const timer = setTimeout(() => {
      if (!form.current?.contains(document.activeElement)) focusFirstField(form.current);
    }, 200);
    return () => clearTimeout(timer);
  }, [form, calls]);
}
