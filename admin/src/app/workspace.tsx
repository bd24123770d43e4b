import { Refine } from '@refinedev/core';
import { QueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import dayjs from 'dayjs';
import type { Identity } from '@contract/account.responses';
import { FALLBACK_LANGUAGE, isLanguage } from '@contract/languages';
import { AppRoutesProvider } from '@/crud/app-routes';
import { CrudProvider } from '@/crud/crud-context';
import { Shell } from '@/layout/shell';
export { loadMenu } from '@/layout/menus';
import { accessControl } from './providers/access';
import { authProvider } from './providers/auth';
import { dataProvider } from '@/api/data-provider';
import { http, requestActivity, SECOND_FACTOR_REQUIRED, SESSION_EXPIRED, SESSION_RENEWED } from '@/api/http';
import { toastConfig, useNotificationProvider } from './providers/notification';
import { LOCALES } from '@/theme/locales';
import { liveProvider } from './providers/live';
import { i18nProvider } from './providers/refine-i18n';
import { routerProvider } from './providers/router';
import { impersonateRequest } from './providers/impersonation';
import { MODULES, ROUTES } from './routes';
import { WorkspaceRoutes } from './workspace-routes';
import { hashQueryKey } from '@/api/query-keys';
import { reportRequests } from '@/api/requests';
import { expireSession, ensureFreshToken, applyIdentity, redirectToSecondFactor } from '@/api/session';

/** Live updates start after the page's requests have finished. */
const LIVE_AFTER_MS = 3_000;
let liveTimer: ReturnType<typeof setTimeout> | undefined;
const loadLiveUpdates = () => {
  import('./live/start-live-updates').then(
    (live) => live.startLiveUpdates(queryClient),
    () => undefined,
  );
};

// Requests wait for a valid token and count for the progress bar; a 401 that a renewal cannot fix ends the session.
http.interceptors.request.use(async (config) => {
  if (!config.url?.startsWith('/api/auth/')) await ensureFreshToken();
  return config;
});
http.interceptors.request.use(impersonateRequest);
requestActivity.subscribe(() => {
  const { pending, failed } = requestActivity.getSnapshot();
  reportRequests('http', pending, failed);
  clearTimeout(liveTimer);
  if (!pending) liveTimer = setTimeout(loadLiveUpdates, LIVE_AFTER_MS);
});
addEventListener(SESSION_EXPIRED, () => expireSession());
addEventListener(SECOND_FACTOR_REQUIRED, () => redirectToSecondFactor());
addEventListener(SESSION_RENEWED, (event) => applyIdentity((event as CustomEvent<Identity>).detail, null));

// No automatic retries: every failed part has a retry button. Some learner queries override this for mobile
// connections.
const queryClient = new QueryClient({
  defaultOptions: {
    queries: { refetchOnWindowFocus: false, retry: false, staleTime: 10_000, queryKeyHashFn: hashQueryKey },
  },
});

/** The workspace: Refine, antd and all screens. Loaded lazily. */
export function Workspace() {
  const { i18n, t } = useTranslation();
  const language = i18n.language;
  useEffect(() => {
    const locale = isLanguage(language) ? LOCALES[language] : null;
    void Promise.resolve(locale?.dayjs()).then(() => dayjs.locale(locale?.name ?? FALLBACK_LANGUAGE));
  }, [language]);
  return (
    <App notification={toastConfig(t('kit.close'))} component={false}>
      <RefineApp />
    </App>
  );
}

function RefineApp() {
  const notificationProvider = useNotificationProvider();
  const access = useMemo(() => accessControl(MODULES.map((module) => module.definition)), []);
  return (
    <Refine
      dataProvider={dataProvider}
      liveProvider={liveProvider}
      routerProvider={routerProvider}
      authProvider={authProvider}
      accessControlProvider={access}
      i18nProvider={i18nProvider}
      notificationProvider={notificationProvider}
      resources={MODULES.map(({ definition, route }) => ({ name: definition.name, list: route }))}
      options={{
        disableTelemetry: true,
        reactQuery: { clientConfig: queryClient },
      }}
    >
      <AppRoutesProvider value={ROUTES}>
        <CrudProvider modules={MODULES}>
          <Shell>
            <WorkspaceRoutes />
          </Shell>
        </CrudProvider>
      </AppRoutesProvider>
    </Refine>
  );
}
