import { Route, Routes } from 'react-router';
import { laterPage } from '@/api/later-page';
import { useModule } from '@/crud/kit-context';
import { ResourceList } from '@/crud/list/resource-list';

const SessionPage = laterPage(() => import('./session-page').then((m) => m.SessionPage));

/** /training/sessions is the list, /training/sessions/{id} one session with its people. */
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
