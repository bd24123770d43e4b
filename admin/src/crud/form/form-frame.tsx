import type { ReactNode } from 'react';
import { SideDrawer } from '@/components/side-drawer';

/** The frame of a form: a drawer, or a part of the page with a sticky footer. */
export function FormFrame(props: {
  inPage: boolean;
  title: string;
  footer?: ReactNode;
  onClose: (() => void) | undefined;
  children: ReactNode;
}) {
  const { inPage, title, footer, onClose, children } = props;
  if (inPage) {
    return (
      <div className="kit-form-page">
        {children}
        {footer && <div className="kit-form-page-foot sg-foot">{footer}</div>}
      </div>
    );
  }
  return (
    <SideDrawer title={title} onClose={onClose} keyboard footer={footer}>
      {children}
    </SideDrawer>
  );
}
