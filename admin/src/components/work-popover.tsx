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

interface WorkPopoverProps extends Pick<PopoverProps, 'placement'> {
  /** What it is called. */
  readonly name: string;
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
  readonly content: ReactNode;
  /** The button that opens it. */
  readonly children: ReactElement<RefAttributes<HTMLElement> & Record<string, unknown>>;
}

/**
 * What is worked in beside a button: a dialog with a name, into which the focus goes and out of which Escape leads back to
 * the button; not a tooltip, as antd has it (the patch of rc-tooltip).
 */
export function WorkPopover({ name, open, setOpen, content, children, placement }: WorkPopoverProps) {
  const button = useRef<HTMLElement>(null);
  const keys = (event: KeyboardEvent<HTMLElement>) => {
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
        <Worked name={name} onKeyDown={keys}>
          {content}
        </Worked>
      }
    >
      {cloneElement(children, { ref: button, 'aria-haspopup': 'dialog', 'aria-expanded': open })}
    </Popover>
  );
}

const FOCUSABLE = 'input:not(:disabled), button:not(:disabled)';

function Worked(props: { name: string; onKeyDown: (event: KeyboardEvent<HTMLElement>) => void; children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const within = panel.current!;
    // It is moved to its place only afterwards: nothing scrolls there.
    if (!within.contains(document.activeElement))
      (within.querySelector<HTMLElement>(FOCUSABLE) ?? within).focus({ preventScroll: true });
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
