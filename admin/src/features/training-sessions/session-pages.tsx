import { Route, Routes } from 'react-router';
import { lazyRoutePage } from '@/api/lazy-route-page';
import { useModule } from '@/crud/crud-context';
import { ResourceList } from '@/crud/list/resource-list';

const SessionPage = lazyRoutePage(() => import('./session-page').then((m) => m.SessionPage));

/** Routes: `/training/sessions` is the list, `/training/sessions/{id}` the page of one session. */
export function SessionPages() {
  const module = useModule('training-sessions');
  if (!module) return null;
  return (
    <Routes>
      <Route index element={<ResourceList module={module} />} />
      <Route path=":id" element={<SessionPage module={module} />} />
    </Routes>
  );
}
