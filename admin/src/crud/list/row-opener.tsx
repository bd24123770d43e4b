import type { ReactNode } from 'react';

/**
 * Button that opens a row from the keyboard; named by its content, or by `label` if that is empty. A click anywhere in
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

/** Whether a click opens the row: not after selecting text, nor on a control. */
export const isRowClick = ({ target }: { target: EventTarget }): boolean =>
  !window.getSelection()?.toString() &&
  !(target as HTMLElement).closest('a,button,input,label,.ant-dropdown,.ant-modal-root');
