import { useQueryClient } from '@tanstack/react-query';
import { Layout } from 'antd';
import { Fragment, lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ScrollRestoration, useLocation } from 'react-router';
import { currentLanguage, chooseLanguage } from '@/components/i18n';
import { isLanguage } from '@contract/languages';
import { useFullMe } from '@/api/me';
import { useKeptLayout } from '@/api/kept-layout';
import { later } from '@/components/later';
import { useBand, useLayoutOptions } from '@/theme/layout-options';
import { BackToTop } from './back-to-top';
import { PageBoundary } from './error-boundary';
import { Header } from './header';
import { PlanBanner, ViewBanner } from './banners';
import { MenuSheet } from './sidebar';
import { useMenu } from './menus';
import { OPEN_CUSTOMIZER } from '@/theme/open-customizer';
import { ToastPlace } from './toast-place';
import '@/components/splash.css';
import './shell.css';
import './layouts.css';

const Customizer = later(() => import('./customizer/customizer').then((part) => part.Customizer));

const Palette = lazy(() => import('./palette/palette').then((m) => ({ default: m.Palette })));

/** How long the preloader shows after each navigation, when it is enabled (specification §9). */
const PRELOADER_MS = 1000;

/** Header, sidebar and the page between them. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const options = useLayoutOptions();
  const band = useBand();
  const [palette, setPalette] = useState(false);
  const [sheet, setSheet] = useState(false);
  // null: not there at all. The drawer gives the focus back when it has closed.
  const [customizer, setCustomizer] = useState<boolean | null>(null);
  const [resets, setResets] = useState(0);
  const queryClient = useQueryClient();
  useAccountLanguage();
  useKeptLayout();
  const { Menu, isBar } = useMenu();

  // The same entry again starts the page anew (specification §2: the router reloads on the same URL).
  const reset = useCallback(() => {
    setResets((count) => count + 1);
    void queryClient.invalidateQueries();
  }, [queryClient]);

  useEffect(() => setSheet(false), [pathname, band, options]);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setPalette(true);
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

  // Where no menu stands, the topbar's button slides it in.
  const slidesIn = band === 'menu' || options['data-sidebar-visibility'] === 'hidden';
  return (
    <Layout hasSider className="sg-shell">
      <a className="sg-skip" href="#content">
        {t('shell.skip')}
      </a>
      {!slidesIn && !isBar && <Menu onSame={reset} />}
      {slidesIn && <MenuSheet open={sheet} onClose={() => setSheet(false)} onSame={reset} />}
      <Layout>
        <Header
          onSearch={() => setPalette(true)}
          onMenu={() => setSheet(true)}
          menuOpen={sheet}
          slidesIn={slidesIn}
          brand={isBar && !slidesIn}
        />
        {!slidesIn && isBar && <Menu onSame={reset} />}
        <ViewBanner />
        <PlanBanner />
        <Layout.Content id="content" className="sg-content" tabIndex={-1}>
          <PageBoundary resetKey={`${pathname}|${resets}`}>
            <Suspense fallback={<p className="sg-visually-hidden">{t('shell.loading')}</p>}>
              <Fragment key={resets}>{children}</Fragment>
            </Suspense>
          </PageBoundary>
        </Layout.Content>
      </Layout>
      <ToastPlace />
      {palette && (
        <Suspense>
          <Palette onClose={() => setPalette(false)} />
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

/** On a machine where no language was chosen yet, the account's holds. */
function useAccountLanguage(): void {
  const { data: me } = useFullMe();
  useEffect(() => {
    if (!me) return;
    const isUnchosen = !/(?:^|; )lang=/.test(document.cookie);
    if (isUnchosen && isLanguage(me.locale) && me.locale !== currentLanguage()) void chooseLanguage(me.locale);
  }, [me]);
}
