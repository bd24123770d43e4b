import { Refine } from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import { QueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import dayjs from 'dayjs';
import { KitProvider } from '@/kit/kit-context';
import { Shell } from './layout/shell';
import { accessControl } from './providers/access';
import { authProvider } from './providers/auth';
import { dataProvider } from './providers/data';
import { http, requestActivity, SECOND_FACTOR_REQUIRED, SESSION_EXPIRED, SESSION_RENEWED } from './providers/http';
import { toastConfig, useNotificationProvider } from './providers/notification';
import { i18nProvider } from './providers/refine-i18n';
import { inView } from './providers/viewing';
import { modules, refineResources, WorkspaceRoutes } from './resources';
import { reportRequests } from './session/requests';
import { expire, fresh, keep, leadToSecondFactor } from './session/session';
import type { Identity } from './session/storage';

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
});
addEventListener(SESSION_EXPIRED, () => expire());
addEventListener(SECOND_FACTOR_REQUIRED, () => leadToSecondFactor());
addEventListener(SESSION_RENEWED, (event) => keep((event as CustomEvent<Identity>).detail, null));

const queryClient = new QueryClient({
  defaultOptions: { queries: { refetchOnWindowFocus: false, retry: 1, staleTime: 10_000 } },
});

const DAYJS_LOCALES: Record<string, () => Promise<unknown>> = {
  es: () => import('dayjs/locale/es'),
  de: () => import('dayjs/locale/de'),
  it: () => import('dayjs/locale/it'),
  ru: () => import('dayjs/locale/ru'),
  zh: () => import('dayjs/locale/zh-cn'),
  fr: () => import('dayjs/locale/fr'),
  ar: () => import('dayjs/locale/ar'),
};

/** Everything behind the sign-in. Loaded lazily: Refine, antd's larger parts, the screens. */
export function Workspace() {
  const { i18n } = useTranslation();
  const language = i18n.language;
  useEffect(() => {
    void Promise.resolve(DAYJS_LOCALES[language]?.()).then(() => dayjs.locale(language === 'zh' ? 'zh-cn' : language));
  }, [language]);
  return (
    <App notification={toastConfig(language)} component={false}>
      <Refined />
    </App>
  );
}

function Refined() {
  const notificationProvider = useNotificationProvider();
  const access = useMemo(() => accessControl(modules.map((module) => module.definition)), []);
  return (
    <Refine
      dataProvider={dataProvider}
      routerProvider={routerProvider}
      authProvider={authProvider}
      accessControlProvider={access}
      i18nProvider={i18nProvider}
      notificationProvider={notificationProvider}
      resources={refineResources}
      options={{
        disableTelemetry: true,
        reactQuery: { clientConfig: queryClient },
      }}
    >
      <KitProvider modules={modules}>
        <Shell>
          <WorkspaceRoutes />
        </Shell>
      </KitProvider>
    </Refine>
  );
}
