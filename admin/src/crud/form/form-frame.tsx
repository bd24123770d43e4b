import type { ReactNode } from 'react';
import { SideDrawer } from '@/components/side-drawer';

/** Where a form stands: in a drawer over the page, or in the page itself with its buttons kept in view below it. */
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
