import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react';

/** Ctrl+Enter or ⌘ Enter saves from any field. Enter alone does not submit from date pickers and selects. */
export function handleSaveKeys(event: KeyboardEvent, save: () => void): void {
  if (event.key !== 'Enter') return;
  if (!(event.ctrlKey || event.metaKey)) {
    // Enter selects the date or option; it must not also submit the form.
    if ((event.target as HTMLElement).closest('.ant-picker, .ant-select')) event.preventDefault();
    return;
  }
  event.preventDefault();
  // Blur first: date pickers take over typed text on blur.
  const field = document.activeElement as HTMLElement | null;
  field?.blur();
  setTimeout(() => {
    field?.focus();
    save();
  });
}

export const focusFirstField = (form: HTMLElement | null): void =>
  form?.querySelector<HTMLElement>('input:not([disabled]), textarea')?.focus();

/** Focuses the first field after the drawer's animation, unless another field already has the focus. */
export function useFocusFirstField(form: RefObject<HTMLElement | null>, enabled: boolean): void {
  // Only the initial value counts: a form that stays after saving does not move the focus.
  const [shouldFocus] = useState(enabled);
  useEffect(() => {
    if (!shouldFocus) return;
    const timer = setTimeout(() => {
      if (!form.current?.contains(document.activeElement)) focusFirstField(form.current);
    }, 200);
    return () => clearTimeout(timer);
  }, [form, shouldFocus]);
}
