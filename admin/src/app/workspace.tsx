import { Refine } from '@refinedev/core';
import { QueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import dayjs from 'dayjs';
import type { Identity } from '@contract/account-answers';
import { FALLBACK, isLanguage } from '@contract/languages';
import { AppRoutesProvider } from '@/crud/app-routes';
import { KitProvider } from '@/crud/kit-context';
import { Shell } from '@/layout/shell';
export { loadMenu } from '@/layout/menus';
import { accessControl } from './providers/access';
import { authProvider } from './providers/auth';
import { dataProvider } from '@/api/data';
import { http, requestActivity, SECOND_FACTOR_REQUIRED, SESSION_EXPIRED, SESSION_RENEWED } from '@/api/http';
import { toastConfig, useNotificationProvider } from './providers/notification';
import { LOCALES } from '@/theme/locales';
import { liveProvider } from './providers/live';
import { i18nProvider } from './providers/refine-i18n';
import { routerProvider } from './providers/router';
import { inView } from './providers/viewing';
import { MODULES, ROUTES } from './routes';
import { WorkspaceRoutes } from './workspace-routes';
import { hashInView } from '@/api/query-keys';
import { reportRequests } from '@/api/requests';
import { expire, fresh, keep, leadToSecondFactor } from '@/api/session';

/** What others change is told when everything that was asked for is there: nobody waits for it. */
const LIVE_AFTER_MS = 3_000;
let resting: ReturnType<typeof setTimeout> | undefined;
const listenLive = () => {
  import('./live/start').then(
    (live) => live.start(queryClient),
    () => undefined,
  );
};

// The workspace's requests join the session: they wait for a token that is good, count for the progress bar, and a 401
// that a renewal could not mend ends the session.
http.interceptors.request.use(async (config) => {
  if (!config.url?.startsWith('/api/auth/')) await fresh();
  return config;
});
http.interceptors.request.use(inView);
requestActivity.subscribe(() => {
  const { pending, failed } = requestActivity.getSnapshot();
  reportRequests('http', pending, failed);
  clearTimeout(resting);
  if (!pending) resting = setTimeout(listenLive, LIVE_AFTER_MS);
});
addEventListener(SESSION_EXPIRED, () => expire());
addEventListener(SECOND_FACTOR_REQUIRED, () => leadToSecondFactor());
addEventListener(SESSION_RENEWED, (event) => keep((event as CustomEvent<Identity>).detail, null));

// Nothing is asked again by itself: a refusal stays one, and every failed part of a page has its own Retry. What learners
// read on the way, on a phone, says otherwise.
const queryClient = new QueryClient({
  defaultOptions: {
    queries: { refetchOnWindowFocus: false, retry: false, staleTime: 10_000, queryKeyHashFn: hashInView },
  },
});

/** Everything behind the sign-in. Loaded lazily: Refine, antd's larger parts, the screens. */
export function Workspace() {
  const { i18n, t } = useTranslation();
  const language = i18n.language;
  useEffect(() => {
    const locale = isLanguage(language) ? LOCALES[language] : null;
    void Promise.resolve(locale?.dayjs()).then(() => dayjs.locale(locale?.name ?? FALLBACK));
  }, [language]);
  return (
    <App notification={toastConfig(t('kit.close'))} component={false}>
      <Refined />
    </App>
  );
}

function Refined() {
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
        <KitProvider modules={MODULES}>
          <Shell>
            <WorkspaceRoutes />
          </Shell>
        </KitProvider>
      </AppRoutesProvider>
    </Refine>
  );
}
