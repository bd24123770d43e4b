import { cloneElement, useRef, useState, type KeyboardEvent, type ReactElement, type RefAttributes } from 'react';
import { Dropdown, type DropdownProps, type MenuProps } from 'antd';

interface ActionMenuProps extends Pick<DropdownProps, 'placement'> {
  /** Accessible name of the menu. */
  readonly name: string;
  readonly menu: MenuProps;
  /** The button that opens it. */
  readonly children: ReactElement<RefAttributes<HTMLElement> & Record<string, unknown>>;
}

/**
 * The menu of a button. The focus moves to the first entry and returns to the button on Escape, Tab and after choosing
 * an entry, so that a dialog opened by an entry also returns the focus there.
 */
export function ActionMenu({ name, menu, children, ...props }: ActionMenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLElement>(null);
  const closeAndFocusButton = () => {
    setOpen(false);
    button.current?.focus();
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!open) return;
    if (event.key === 'Escape') event.stopPropagation();
    if (event.key === 'Escape' || event.key === 'Tab') closeAndFocusButton();
  };
  return (
    <Dropdown
      {...props}
      trigger={['click']}
      autoFocus
      open={open}
      onOpenChange={(next, { source }) => (source === 'menu' ? closeAndFocusButton() : setOpen(next))}
      menu={{ ...menu, 'aria-label': name, onKeyDown: handleKeyDown }}
    >
      {cloneElement(children, {
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onKeyDown: handleKeyDown,
      })}
    </Dropdown>
  );
}
