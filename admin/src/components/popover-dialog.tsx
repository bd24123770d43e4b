import {
  cloneElement,
  useEffect,
  useRef,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefAttributes,
} from 'react';
import { Popover, type PopoverProps } from 'antd';

interface PopoverDialogProps extends Pick<PopoverProps, 'placement'> {
  /** Accessible name. */
  readonly name: string;
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
  readonly content: ReactNode;
  /** The button that opens it. */
  readonly children: ReactElement<RefAttributes<HTMLElement> & Record<string, unknown>>;
}

/**
 * A popover with controls, as a labelled dialog: it gets the focus, and Escape returns it to the button. antd would
 * make it a tooltip (see the patch of rc-tooltip).
 */
export function PopoverDialog({ name, open, setOpen, content, children, placement }: PopoverDialogProps) {
  const button = useRef<HTMLElement>(null);
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!open || event.key !== 'Escape') return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  return (
    <Popover
      trigger="click"
      placement={placement}
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={
        <PopoverPanel name={name} onKeyDown={handleKeyDown}>
          {content}
        </PopoverPanel>
      }
    >
      {cloneElement(children, { ref: button, 'aria-haspopup': 'dialog', 'aria-expanded': open })}
    </Popover>
  );
}

const FOCUSABLE = 'input:not(:disabled), button:not(:disabled)';

function PopoverPanel(props: {
  name: string;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  children: ReactNode;
}) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const container = panel.current!;
    // The popover is positioned later; scrolling to it now would jump.
    if (!container.contains(document.activeElement))
      (container.querySelector<HTMLElement>(FOCUSABLE) ?? container).focus({ preventScroll: true });
  }, []);
  return (
    <div
      ref={panel}
      role="dialog"
      aria-label={props.name}
      tabIndex={-1}
      style={{ outline: 'none' }}
      onKeyDown={props.onKeyDown}
    >
      {props.children}
    </div>
  );
}
