import { Route, Routes } from 'react-router';
import { laterPage } from '@/api/later-page';
import { useModule } from '@/crud/kit-context';
import { ResourceList } from '@/crud/list/resource-list';

const PersonPage = laterPage(() => import('./person/person-page').then((m) => m.PersonPage));

/** /add-staff is the list, /add-staff/{id}/{tab} one person's page. */
export function StaffPages() {
  const module = useModule('staff');
  if (!module) return null;
  return (
    <Routes>
      <Route index element={<ResourceList module={module} />} />
      <Route path=":id/*" element={<PersonPage module={module} />} />
    </Routes>
  );
}
