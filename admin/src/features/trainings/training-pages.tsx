import { lazy } from 'react';
import { Route, Routes } from 'react-router';
import { useModule } from '@/crud/crud-context';
import { ResourceList } from '@/crud/list/resource-list';

const TrainingEditor = lazy(() => import('./editor/training-editor').then((m) => ({ default: m.TrainingEditor })));

/** Routes: `/training` is the list, `/training/{id}/{tab}` the editor. */
export function TrainingPages() {
  const module = useModule('trainings');
  if (!module) return null;
  return (
    <Routes>
      <Route index element={<ResourceList module={module} />} />
      <Route path=":id/*" element={<TrainingEditor module={module} />} />
    </Routes>
  );
}
