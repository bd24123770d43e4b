import { cloneElement, useRef, useState, type KeyboardEvent, type ReactElement, type RefAttributes } from 'react';
import { Dropdown, type DropdownProps, type MenuProps } from 'antd';

interface DropMenuProps extends Pick<DropdownProps, 'placement'> {
  /** What the menu is called. */
  readonly name: string;
  readonly menu: MenuProps;
  /** The button that opens it. */
  readonly children: ReactElement<RefAttributes<HTMLElement> & Record<string, unknown>>;
}

/**
 * The menu of a button. The focus goes to its first entry and comes back to the button: by Escape, which closes nothing
 * around it, by Tab and by an entry, so that a dialog which an entry opens gives it back there as well.
 */
export function DropMenu({ name, menu, children, ...props }: DropMenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLElement>(null);
  const leave = () => {
    setOpen(false);
    button.current?.focus();
  };
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (!open) return;
    if (event.key === 'Escape') event.stopPropagation();
    if (event.key === 'Escape' || event.key === 'Tab') leave();
  };
  return (
    <Dropdown
      {...props}
      trigger={['click']}
      autoFocus
      open={open}
      onOpenChange={(next, { source }) => (source === 'menu' ? leave() : setOpen(next))}
      menu={{ ...menu, 'aria-label': name, onKeyDown: keys }}
    >
      {cloneElement(children, { ref: button, 'aria-haspopup': 'menu', 'aria-expanded': open, onKeyDown: keys })}
    </Dropdown>
  );
}
