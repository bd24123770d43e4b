import type { ResourceProps } from '@refinedev/core';
import { lazy, Suspense, type ReactNode } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import type { Role } from '@contract/resource';
import type { ResourceModule } from '@/kit/module';
import { ChooseCustomerPage, ForbiddenPage, NotFoundPage } from './layout/states';
import type { Screen } from './screen';
import { readViewing } from './session/viewing';
import { currentRole } from './session/who';

/**
 * Every resource, mapped once to Refine's resources and to routes. A new one is a folder `src/resources/<name>/` whose
 * `index.ts` exports `<name>Module: ResourceModule`; nothing is registered here.
 */
const found = import.meta.glob<Record<string, unknown>>('../resources/*/index.{ts,tsx}', { eager: true });

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

const ResourceList = lazy(() => import('@/kit/resource-list').then((m) => ({ default: m.ResourceList })));

const screens: readonly Screen[] = Object.values(
  import.meta.glob<{ screens: readonly Screen[] }>('../{pages,reports,learner}/**/screens.tsx', { eager: true }),
).flatMap((exported) => exported.screens);

/** What one may not see answers 403 on its page, the menu entry stays (specification §6). */
function Allowed({ roles, ofOne, children }: { roles: readonly Role[]; ofOne: boolean; children: ReactNode }) {
  const role = currentRole();
  const { search } = useLocation();
  if (!role || !roles.includes(role)) return <ForbiddenPage />;
  const named = readViewing() !== null || new URLSearchParams(search).has('customer_id');
  if (ofOne && role === 'platform' && !named) return <ChooseCustomerPage />;
  return <Suspense fallback={null}>{children}</Suspense>;
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
              <Suspense fallback={null}>{ownPage}</Suspense>
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
              {module.page ? <module.page /> : <ResourceList key={module.route} module={module} />}
            </Allowed>
          }
        />
      ))}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
