import {
  FullscreenExitOutlined,
  FullscreenOutlined,
  MenuFoldOutlined,
  MenuOutlined,
  MenuUnfoldOutlined,
  MoonOutlined,
  SearchOutlined,
  SettingOutlined,
  SunOutlined,
} from '@ant-design/icons';
import { Layout } from 'antd';
import { useNotification } from '@refinedev/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { saveAccountPreference } from '@/api/account';
import { readCustomer } from '@/api/storage';
import { chooseLayout, toggleSidebarSize, useBreakpoint, useLayoutOptions, useMode } from '@/theme/layout-options';
import { Bell } from './bell';
import { JobsIndicator } from './jobs-indicator';
import { LanguageSelect } from '@/components/language-select';
import { Logo } from '@/components/logo';
import { openCustomizer } from '@/theme/open-customizer';
import { UserMenu } from './user-menu';

const onMac = /Mac|iPhone|iPad/.test(navigator.platform);

interface HeaderProps {
  onSearch: () => void;
  onMenu: () => void;
  menuOpen: boolean;
  /** Shows the button that opens the menu drawer. */
  usesMenuDrawer: boolean;
  /** Shows the logo, which the horizontal menu bar has no room for. */
  showsLogo: boolean;
}

export function Header(props: HeaderProps) {
  const { t } = useTranslation();
  const { open: notify } = useNotification();
  const mode = useMode();
  const breakpoint = useBreakpoint();
  const isPhone = breakpoint === 'menu';
  const small = useLayoutOptions()['data-sidebar-size'] === 'sm';
  const customer = readCustomer();
  const nextMode = mode === 'dark' ? 'light' : 'dark';

  // Platform staff have no customer.
  const name = customer.name || t('shell.platform');
  return (
    <Layout.Header className={isPhone ? 'sg-header' : 'sg-header sg-gap-8'}>
      {props.showsLogo && (
        <Link to="/home" className="sg-row sg-fixed sg-plain" aria-label="Skilgrid">
          <Logo />
        </Link>
      )}
      {props.usesMenuDrawer ? (
        <button
          type="button"
          className="sg-icon-button"
          aria-label={t('shell.open_menu')}
          aria-haspopup="dialog"
          aria-expanded={props.menuOpen}
          onClick={props.onMenu}
        >
          <MenuOutlined aria-hidden />
        </button>
      ) : (
        <button
          type="button"
          className="sg-icon-button"
          aria-label={t(small ? 'shell.widen_menu' : 'shell.narrow_menu')}
          aria-pressed={small}
          onClick={toggleSidebarSize}
        >
          {small ? (
            <MenuUnfoldOutlined aria-hidden className="sg-mirror" />
          ) : (
            <MenuFoldOutlined aria-hidden className="sg-mirror" />
          )}
        </button>
      )}
      <div className="sg-customer sg-col" title={`${customer.id} · ${name}`}>
        <span className="sg-mono sg-tiny sg-faint">
          <span className="sg-visually-hidden">{t('shell.customer_id')} </span>
          {customer.id}
        </span>
        <span className="sg-semi sg-clip">{name}</span>
      </div>
      <button
        type="button"
        className={isPhone ? 'sg-icon-button' : 'sg-search sg-row sg-gap-8 sg-soft'}
        onClick={props.onSearch}
        aria-haspopup="dialog"
      >
        <SearchOutlined aria-hidden />
        <span className={isPhone ? 'sg-visually-hidden' : 'sg-grow sg-clip'}>{t('shell.search')}</span>
        {breakpoint === 'wide' && (
          <kbd aria-hidden="true" dir="ltr">
            {onMac ? '⌘ K' : t('shell.search_keys')}
          </kbd>
        )}
      </button>
      <div className={isPhone ? 'sg-row' : 'sg-row sg-gap-4'}>
        <LanguageSelect
          compact
          onChosen={(locale) => saveAccountPreference({ locale })}
          onFailed={() => notify?.({ type: 'error', message: t('shell.language_failed') })}
        />
        <button
          type="button"
          className="sg-icon-button"
          aria-label={t(nextMode === 'dark' ? 'shell.go_dark' : 'shell.go_light')}
          onClick={() => chooseLayout({ 'data-layout-mode': nextMode })}
        >
          {nextMode === 'dark' ? <MoonOutlined aria-hidden /> : <SunOutlined aria-hidden />}
        </button>
        {!isPhone && (
          <>
            <button
              type="button"
              className="sg-icon-button"
              aria-label={t('customizer.title')}
              aria-haspopup="dialog"
              onClick={openCustomizer}
            >
              <SettingOutlined aria-hidden />
            </button>
            <Fullscreen />
          </>
        )}
        <JobsIndicator />
        <Bell />
        <UserMenu />
      </div>
    </Layout.Header>
  );
}

function Fullscreen() {
  const { t } = useTranslation();
  const [isFullscreen, setFullscreen] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const update = () => setFullscreen(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', update);
    return () => document.removeEventListener('fullscreenchange', update);
  }, []);
  // iPhones have no fullscreen mode.
  if (!document.fullscreenEnabled) return null;
  return (
    <button
      type="button"
      className="sg-icon-button"
      aria-label={t(isFullscreen ? 'shell.leave_fullscreen' : 'shell.fullscreen')}
      onClick={() => void (isFullscreen ? document.exitFullscreen() : document.documentElement.requestFullscreen())}
    >
      {isFullscreen ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
    </button>
  );
}
