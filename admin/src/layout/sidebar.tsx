import { CloseOutlined } from '@ant-design/icons';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLayoutOptions } from '@/theme/layout-options';
import { Logo } from '@/components/logo';
import { Entries } from './menu-entries';
import '@/theme/sidebar-colors.css';
import './sidebar.css';

/** sm-hover is as lg is, of which the styles show the icons until the pointer or the keyboard is there. */
export function Sidebar({ onSame }: { onSame: () => void }) {
  const size = useLayoutOptions()['data-sidebar-size'];
  const small = size === 'sm';
  return (
    <aside className="sg-side sg-col sg-fixed" data-small={small} data-hover={size === 'sm-hover'}>
      <Link to="/home" className="sg-side-brand sg-row sg-fixed" aria-label="Skilgrid">
        <Logo />
      </Link>
      <Entries small={small} onSame={onSame} />
    </aside>
  );
}

/** At 767 px or less, and where the sidebar is hidden: a modal dialog, so that focus stays inside and Esc closes it. */
export function MenuSheet(props: { open: boolean; onClose: () => void; onSame: () => void }) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (props.open && !element.open) element.showModal();
    if (!props.open && element.open) element.close();
  }, [props.open]);
  return (
    <dialog
      ref={dialog}
      className="sg-sheet"
      aria-label={t('shell.main_menu')}
      onClose={props.onClose}
      onClick={(event) => event.target === dialog.current && props.onClose()}
    >
      <div className="sg-side sg-col" data-small={false}>
        <div className="sg-sheet-head sg-row sg-between">
          <span className="sg-side-brand sg-row">
            <Logo />
          </span>
          <button type="button" className="sg-icon-button" aria-label={t('shell.close_menu')} onClick={props.onClose}>
            <CloseOutlined aria-hidden />
          </button>
        </div>
        <Entries
          small={false}
          onSame={() => {
            props.onSame();
            props.onClose();
          }}
        />
      </div>
    </dialog>
  );
}
