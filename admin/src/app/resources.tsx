import type { ResourceProps } from '@refinedev/core';
import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import type { Role } from '@contract/resource';
import type { ResourceModule } from '@/crud/module';
import { LookAt } from './look-at';
import { usePageTitle } from '@/components/page-title';
import { PageWaiting } from '@/components/page-waiting';
import { ChooseCustomerPage, ForbiddenPage, NotFoundPage } from '@/components/page-states';
import type { Screen } from '@/crud/screen';
import { readViewing } from '@/api/viewing';
import { currentRole } from '@/api/who';

/**
 * Every resource, mapped once to Refine's resources and to routes. A new one is a folder `src/features/<name>/` whose
 * `index.ts` exports `<name>Module: ResourceModule`; nothing is registered here.
 */
const found = import.meta.glob<Record<string, unknown>>('../features/*/index.{ts,tsx}', { eager: true });

export const modules: readonly ResourceModule[] = Object.values(found).flatMap((exported) =>
  Object.entries(exported)
    .filter(([name]) => name.endsWith('Module'))
    .map(([, module]) => module as ResourceModule),
);

export const refineResources: ResourceProps[] = modules.map((module) => ({
  name: module.definition.name,
  list: module.route,
  meta: { labelKey: module.labelKey },
}));

const ResourceList = lazy(() => import('@/crud/list/resource-list').then((m) => ({ default: m.ResourceList })));

const screens: readonly Screen[] = Object.values(
  import.meta.glob<{ screens: readonly Screen[] }>('../features/**/screens.tsx', { eager: true }),
).flatMap((exported) => exported.screens);

/** What one may not see answers 403 on its page, the menu entry stays (specification §6). */
function Allowed({ roles, ofOne, children }: { roles: readonly Role[]; ofOne: boolean; children: ReactNode }) {
  const role = currentRole();
  const { search } = useLocation();
  if (!role || !roles.includes(role)) return <ForbiddenPage />;
  if (ofOne && role === 'platform') {
    const viewing = readViewing();
    const named = new URLSearchParams(search).get('customer_id');
    if (named && named !== String(viewing?.customer_id)) return <LookAt customer_id={named} />;
    if (!viewing) return <ChooseCustomerPage />;
  }
  return <Suspense fallback={<PageWaiting />}>{children}</Suspense>;
}

/** Stands before the page it names: what the page itself calls itself comes later, and stands. */
function PageTitle({ titleKey }: { titleKey: string }) {
  const { t } = useTranslation();
  usePageTitle(t(titleKey));
  return null;
}

/** The page of a resource: its list, or a page of its own. */
function Listed({ module }: { module: ResourceModule }) {
  return (
    <>
      <PageTitle titleKey={module.labelKey} />
      {module.page ? <module.page /> : <ResourceList key={module.route} module={module} />}
    </>
  );
}

/** What an organisation's API key may read is that organisation's; the server goes by the same rule. */
const isOfOne = (roles: readonly Role[]): boolean => roles.includes('platform') && roles.includes('api_key');

export function WorkspaceRoutes() {
  return (
    <Routes>
      <Route index element={<Navigate replace to="/home" />} />
      {screens.map(({ route, roles, page, ownPage, ofOne = false }) => (
        <Route
          key={route}
          path={`${route}/*`}
          element={
            ownPage && currentRole() === 'user' ? (
              <Suspense fallback={<PageWaiting />}>{ownPage}</Suspense>
            ) : (
              <Allowed {...{ roles, ofOne }}>{page}</Allowed>
            )
          }
        />
      ))}
      {modules.map((module) => (
        <Route
          key={module.route}
          // A page of its own may have routes of its own below.
          path={module.page ? `${module.route}/*` : module.route}
          element={
            <Allowed roles={module.definition.read} ofOne={isOfOne(module.definition.read)}>
              <Listed module={module} />
            </Allowed>
          }
        />
      ))}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
