import { useQueryClient } from '@tanstack/react-query';
import { Layout } from 'antd';
import { Fragment, lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ScrollRestoration, useLocation } from 'react-router';
import { currentLanguage, chooseLanguage } from '@/components/i18n';
import { isLanguage } from '@contract/languages';
import { useAccountQuery } from '@/api/account';
import { useLayoutSync } from '@/api/use-layout-sync';
import { lazyComponent } from '@/components/lazy-component';
import { useBreakpoint, useLayoutOptions } from '@/theme/layout-options';
import { BackToTop } from './back-to-top';
import { PageBoundary } from './error-boundary';
import { Header } from './header';
import { PlanBanner, ImpersonationBanner } from './banners';
import { MenuDrawer } from './sidebar';
import { useMenuComponent } from './menus';
import { OPEN_CUSTOMIZER } from '@/theme/open-customizer';
import { ToastContainer } from './toast-container';
import '@/components/splash.css';
import './shell.css';
import './layouts.css';

const Customizer = lazyComponent(() => import('./customizer/customizer').then((part) => part.Customizer));

const Palette = lazy(() => import('./palette/palette').then((m) => ({ default: m.Palette })));

/** How long the preloader shows after each navigation, if enabled (specification §9). */
const PRELOADER_MS = 1000;

/** Header, sidebar and page. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const options = useLayoutOptions();
  const breakpoint = useBreakpoint();
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  // null: not mounted. The drawer returns the focus after its closing animation.
  const [customizer, setCustomizer] = useState<boolean | null>(null);
  const [resets, setResets] = useState(0);
  const queryClient = useQueryClient();
  useAccountLanguage();
  useLayoutSync();
  const { Menu, isBar } = useMenuComponent();

  // Choosing the current menu entry again reloads the page (specification §2).
  const reset = useCallback(() => {
    setResets((count) => count + 1);
    void queryClient.invalidateQueries();
  }, [queryClient]);

  useEffect(() => setMenuOpen(false), [pathname, breakpoint, options]);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setPaletteOpen(true);
      }
    };
    const customize = () => setCustomizer(true);
    addEventListener('keydown', open);
    addEventListener(OPEN_CUSTOMIZER, customize);
    return () => {
      removeEventListener('keydown', open);
      removeEventListener(OPEN_CUSTOMIZER, customize);
    };
  }, []);

  // Without a visible menu, the topbar's button opens the menu drawer.
  const usesMenuDrawer = breakpoint === 'menu' || options['data-sidebar-visibility'] === 'hidden';
  return (
    <Layout hasSider className="sg-shell">
      <a className="sg-skip" href="#content">
        {t('shell.skip')}
      </a>
      {!usesMenuDrawer && !isBar && <Menu onReselect={reset} />}
      {usesMenuDrawer && <MenuDrawer open={isMenuOpen} onClose={() => setMenuOpen(false)} onReselect={reset} />}
      <Layout>
        <Header
          onSearch={() => setPaletteOpen(true)}
          onMenu={() => setMenuOpen(true)}
          menuOpen={isMenuOpen}
          usesMenuDrawer={usesMenuDrawer}
          showsLogo={isBar && !usesMenuDrawer}
        />
        {!usesMenuDrawer && isBar && <Menu onReselect={reset} />}
        <ImpersonationBanner />
        <PlanBanner />
        <Layout.Content id="content" className="sg-content" tabIndex={-1}>
          <PageBoundary resetKey={`${pathname}|${resets}`}>
            <Suspense fallback={<p className="sg-visually-hidden">{t('shell.loading')}</p>}>
              <Fragment key={resets}>{children}</Fragment>
            </Suspense>
          </PageBoundary>
        </Layout.Content>
      </Layout>
      <ToastContainer />
      {isPaletteOpen && (
        <Suspense>
          <Palette onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
      {customizer !== null && (
        <Customizer
          open={customizer}
          onClose={() => setCustomizer(false)}
          onClosed={() => setCustomizer((open) => open || null)}
        />
      )}
      <BackToTop />
      {options['data-preloader'] === 'enable' && <Preloader key={pathname} />}
      <ScrollRestoration getKey={(location) => location.pathname} />
    </Layout>
  );
}

function Preloader() {
  const [shown, setShown] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), PRELOADER_MS);
    return () => clearTimeout(timer);
  }, []);
  return shown ? <div className="sg-preloader sg-row sg-center" aria-hidden="true" /> : null;
}

/** Applies the account's language if none was chosen in this browser. */
function useAccountLanguage(): void {
  const { data: me } = useAccountQuery();
  useEffect(() => {
    if (!me) return;
    const isUnchosen = !/(?:^|; )lang=/.test(document.cookie);
    if (isUnchosen && isLanguage(me.locale) && me.locale !== currentLanguage()) void chooseLanguage(me.locale);
  }, [me]);
}
