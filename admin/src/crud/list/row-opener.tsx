import type { ReactNode } from 'react';

/**
 * Opens a row from the keyboard, named by the row's cell that it holds, or by `label` where that is empty; a click anywhere in
 * the row does the same.
 */
export function RowOpener({
  onOpen,
  label,
  children,
}: {
  onOpen: () => void;
  label?: string | undefined;
  children: ReactNode;
}) {
  return (
    <button type="button" className="kit-row-opener sg-press" aria-label={label} onClick={onOpen}>
      {children}
    </button>
  );
}

/** Whether a click was meant for the row: not one that ends a text selection, nor one on a control. */
export const isRowClick = ({ target }: { target: EventTarget }): boolean =>
  !window.getSelection()?.toString() &&
  !(target as HTMLElement).closest('a,button,input,label,.ant-dropdown,.ant-modal-root');
