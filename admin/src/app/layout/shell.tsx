import { useQueryClient } from '@tanstack/react-query';
import { Layout } from 'antd';
import { Fragment, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ScrollRestoration, useLocation } from 'react-router';
import { currentLanguage, chooseLanguage } from '../providers/i18n';
import { isLanguage } from '@contract/languages';
import { useFullMe } from '@/client/me';
import { TOAST_PLACE } from '../providers/notification';
import { chooseLayout, useBand, useLayoutOptions } from '@/theme/layout-options';
import { BackToTop } from './back-to-top';
import { PageBoundary } from './error-boundary';
import { Header } from './header';
import { PlanBanner, ViewBanner } from './banners';
import { Palette } from './palette';
import { MenuSheet, Sidebar } from './sidebar';
import './shell.css';

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
  const [resets, setResets] = useState(0);
  const queryClient = useQueryClient();
  useAccountPreferences();

  // The same entry again starts the page anew (specification §2: the router reloads on the same URL).
  const reset = useCallback(() => {
    setResets((count) => count + 1);
    void queryClient.invalidateQueries();
  }, [queryClient]);

  useEffect(() => setSheet(false), [pathname, band]);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setPalette(true);
      }
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, []);

  const hidden = options['data-sidebar-visibility'] === 'hidden';
  return (
    <Layout hasSider className="sg-shell">
      <a className="sg-skip" href="#content">
        {t('shell.skip')}
      </a>
      {band !== 'menu' && !hidden && <Sidebar onSame={reset} />}
      {band === 'menu' && <MenuSheet open={sheet} onClose={() => setSheet(false)} onSame={reset} />}
      <Layout>
        <Header onSearch={() => setPalette(true)} onMenu={() => setSheet(true)} menuOpen={sheet} />
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
      <section id={TOAST_PLACE} aria-label={t('shell.notifications')} />
      {palette && <Palette onClose={() => setPalette(false)} />}
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
  return shown ? <div className="sg-preloader" aria-hidden="true" /> : null;
}

/** On a machine where nothing was chosen yet, the account's language and colours hold. */
function useAccountPreferences(): void {
  const { data: me } = useFullMe();
  useEffect(() => {
    if (!me) return;
    const isUnchosen = !/(?:^|; )lang=/.test(document.cookie);
    if (isUnchosen && isLanguage(me.locale) && me.locale !== currentLanguage()) void chooseLanguage(me.locale);
    const dark = me.theme === 'dark' || (me.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
    if (localStorage.getItem('layout') === null && dark) chooseLayout({ 'data-layout-mode': 'dark' });
  }, [me]);
}
