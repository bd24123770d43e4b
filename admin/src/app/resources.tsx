import type { ResourceProps } from '@refinedev/core';
import { lazy, Suspense, type ReactNode } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import type { Role } from '@contract/resource';
import type { ResourceModule } from '@/kit/module';
import { MENU, USER_MENU } from './layout/menu';
import { ForbiddenPage, NotFoundPage } from './layout/states';
import type { Screen } from './screen';
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
const PlannedPage = lazy(() => import('../pages/planned/planned').then((m) => ({ default: m.PlannedPage })));

const screens: readonly Screen[] = Object.values(
  import.meta.glob<{ screens: readonly Screen[] }>('../{pages,reports,learner}/**/screens.tsx', { eager: true }),
).flatMap((exported) => exported.screens);

/** What one may not see answers 403 on its page, the menu entry stays (specification §6). */
function Allowed({ roles, children }: { roles: readonly Role[]; children: ReactNode }) {
  const role = currentRole();
  return role && roles.includes(role) ? <Suspense fallback={null}>{children}</Suspense> : <ForbiddenPage />;
}

const built = new Set([...screens.map((screen) => screen.route), ...modules.map((module) => module.route)]);
const planned = [...MENU, USER_MENU.settings, USER_MENU.myTraining, ...USER_MENU.platform].filter(
  (entry) => !built.has(entry.route),
);

export function WorkspaceRoutes() {
  return (
    <Routes>
      <Route index element={<Navigate replace to="/home" />} />
      {screens.map(({ route, roles, page }) => (
        <Route key={route} path={`${route}/*`} element={<Allowed roles={roles}>{page}</Allowed>} />
      ))}
      {modules.map((module) => (
        <Route
          key={module.route}
          // A page of its own may have routes of its own below.
          path={module.page ? `${module.route}/*` : module.route}
          element={
            <Allowed roles={module.definition.read}>
              {module.page ? <module.page /> : <ResourceList key={module.route} module={module} />}
            </Allowed>
          }
        />
      ))}
      {planned.map((entry) => (
        <Route
          key={entry.route}
          path={entry.route}
          element={
            <Allowed roles={entry.roles}>
              <PlannedPage name={entry.labelKey.replace('menu.', '')} labelKey={entry.labelKey} />
            </Allowed>
          }
        />
      ))}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
