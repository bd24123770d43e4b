import type { ReactNode } from 'react';
import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { endSide, useNarrow } from './use-narrow';

/** Where a form stands: in a drawer over the page, or in the page itself with its buttons kept in view below it. */
export function FormFrame(props: {
  inPage: boolean;
  title: string;
  footer?: ReactNode;
  onClose: (() => void) | undefined;
  children: ReactNode;
}) {
  const { inPage, title, footer, onClose, children } = props;
  const { i18n } = useTranslation();
  const narrow = useNarrow();
  if (inPage) {
    return (
      <div className="kit-form-page">
        {children}
        {footer && <div className="kit-form-page-foot">{footer}</div>}
      </div>
    );
  }
  return (
    <Drawer
      open
      title={title}
      onClose={onClose}
      keyboard
      width={narrow ? '100%' : 640}
      placement={endSide(i18n.dir())}
      rootClassName="kit-drawer"
      footer={footer}
    >
      {children}
    </Drawer>
  );
}
