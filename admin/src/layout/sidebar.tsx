import { CloseOutlined } from '@ant-design/icons';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLayoutOptions } from '@/theme/layout-options';
import { Logo } from '@/components/logo';
import { MenuEntries } from './menu-entries';
import '@/theme/sidebar-colors.css';
import './sidebar.css';

/** sm-hover renders like lg; CSS collapses it until hover or keyboard focus. */
export function Sidebar({ onReselect }: { onReselect: () => void }) {
  const size = useLayoutOptions()['data-sidebar-size'];
  const small = size === 'sm';
  return (
    <aside className="sg-side sg-col sg-fixed" data-small={small} data-hover={size === 'sm-hover'}>
      <Link to="/home" className="sg-side-brand sg-row sg-fixed" aria-label="Skilgrid">
        <Logo />
      </Link>
      <MenuEntries small={small} onReselect={onReselect} />
    </aside>
  );
}

/** The menu as a modal dialog, at 767 px or less and if the sidebar is hidden. */
export function MenuDrawer(props: { open: boolean; onClose: () => void; onReselect: () => void }) {
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
        <MenuEntries
          small={false}
          onReselect={() => {
            props.onReselect();
            props.onClose();
          }}
        />
      </div>
    </dialog>
  );
}
