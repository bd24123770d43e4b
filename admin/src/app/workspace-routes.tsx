import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { useSession } from '@/api/use-session';
import { ChooseCustomerPage, ForbiddenPage, NotFoundPage } from '@/components/page-states';
import { usePageTitle } from '@/components/page-title';
import { PageWaiting } from '@/components/page-waiting';
import { useAppRoutes, type AppRoute } from '@/crud/app-routes';
import type { ResourceModule } from '@/crud/module';
import { LookAt } from './look-at';

const ResourceList = lazy(() => import('@/crud/list/resource-list').then((m) => ({ default: m.ResourceList })));

/** What one may not see answers 403 on its page, the menu entry stays (specification §6). */
function Allowed({ route, children }: { route: AppRoute; children: ReactNode }) {
  const { role, viewing } = useSession();
  const { search } = useLocation();
  if (!role || !route.roles.includes(role)) return <ForbiddenPage />;
  if (route.ofOneCustomer && role === 'platform') {
    const named = new URLSearchParams(search).get('customer_id');
    if (named && named !== String(viewing?.customer_id)) return <LookAt customer_id={named} />;
    if (!viewing) return <ChooseCustomerPage />;
  }
  return children;
}

/** Until the page itself has another title. */
function PageTitle({ titleKey }: { titleKey: string }) {
  const { t } = useTranslation();
  usePageTitle(t(titleKey));
  return null;
}

function List({ module }: { module: ResourceModule }) {
  return module.page ? <module.page /> : <ResourceList key={module.route} module={module} />;
}

function Page({ route }: { route: AppRoute }) {
  const { page: OwnPage, learnerPage: LearnerPage, module, labelKey } = route;
  const { role } = useSession();
  const page = module ? <List module={module} /> : OwnPage && <OwnPage />;
  return (
    <Suspense fallback={<PageWaiting />}>
      {LearnerPage && role === 'user' ? (
        <>
          <PageTitle titleKey={labelKey} />
          <LearnerPage />
        </>
      ) : (
        <Allowed route={route}>
          <PageTitle titleKey={labelKey} />
          {page}
        </Allowed>
      )}
    </Suspense>
  );
}

export function WorkspaceRoutes() {
  const routes = useAppRoutes();
  return (
    <Routes>
      <Route index element={<Navigate replace to="/home" />} />
      {routes.map((route) => (
        <Route
          key={route.path}
          // A page of its own may have routes of its own below.
          path={route.module && !route.module.page ? route.path : `${route.path}/*`}
          element={<Page key={route.path} route={route} />}
        />
      ))}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
