import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { useSession } from '@/api/use-session';
import { ChooseCustomerPage, ForbiddenPage, NotFoundPage } from '@/components/status-pages';
import { usePageTitle } from '@/components/page-title';
import { PageSkeleton } from '@/components/page-skeleton';
import { useAppRoutes, type AppRoute } from '@/crud/app-routes';
import type { ResourceModule } from '@/crud/resource-module';
import { StartImpersonation } from './start-impersonation';

const ResourceList = lazy(() => import('@/crud/list/resource-list').then((m) => ({ default: m.ResourceList })));

/** Pages without access show 403; their menu entries stay (specification §6). */
function RouteGuard({ route, children }: { route: AppRoute; children: ReactNode }) {
  const { role, impersonation } = useSession();
  const { search } = useLocation();
  if (!role || !route.roles.includes(role)) return <ForbiddenPage />;
  if (route.requiresCustomer && role === 'platform') {
    const requestedId = new URLSearchParams(search).get('customer_id');
    if (requestedId && requestedId !== String(impersonation?.customer_id))
      return <StartImpersonation customer_id={requestedId} />;
    if (!impersonation) return <ChooseCustomerPage />;
  }
  return children;
}

/** Default title, until the page sets its own. */
function PageTitle({ titleKey }: { titleKey: string }) {
  const { t } = useTranslation();
  usePageTitle(t(titleKey));
  return null;
}

function ModuleList({ module }: { module: ResourceModule }) {
  return module.page ? <module.page /> : <ResourceList key={module.route} module={module} />;
}

function Page({ route }: { route: AppRoute }) {
  const { page: OwnPage, learnerPage: LearnerPage, module, labelKey } = route;
  const { role } = useSession();
  const page = module ? <ModuleList module={module} /> : OwnPage && <OwnPage />;
  return (
    <Suspense fallback={<PageSkeleton />}>
      {LearnerPage && role === 'user' ? (
        <>
          <PageTitle titleKey={labelKey} />
          <LearnerPage />
        </>
      ) : (
        <RouteGuard route={route}>
          <PageTitle titleKey={labelKey} />
          {page}
        </RouteGuard>
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
          // Custom pages may have nested routes.
          path={route.module && !route.module.page ? route.path : `${route.path}/*`}
          element={<Page key={route.path} route={route} />}
        />
      ))}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
