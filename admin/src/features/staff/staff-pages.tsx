import { Route, Routes } from 'react-router';
import { lazyRoutePage } from '@/api/lazy-route-page';
import { useModule } from '@/crud/crud-context';
import { ResourceList } from '@/crud/list/resource-list';

const PersonPage = lazyRoutePage(() => import('./person/person-page').then((m) => m.PersonPage));

/** Routes: `/add-staff` is the list, `/add-staff/{id}/{tab}` the page of one person. */
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
