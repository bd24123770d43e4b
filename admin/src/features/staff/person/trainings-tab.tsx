import { useMemo } from 'react';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useModule } from '@/crud/crud-context';
import type { ResourceModule } from '@/crud/resource-module';
import { narrowedTo } from '@/crud/list/narrowed-to';
import { ResourceList } from '@/crud/list/resource-list';
import { StatePanel } from '@/components/state-panels';
import { useAssignmentView } from '@/features/training-assignments/remove/use-assignment-view';
import { ASSIGNMENT_VIEWS } from '@/features/training-assignments/remove/assignment-views';
import { DayOfInstantCell } from './day-of-instant.cell';
import { TrainingLinkCell } from './training-link.cell';

const toTrainingsModule = (baseModule: ResourceModule): ResourceModule => ({
  ...narrowedTo(baseModule, 'staff_id', { shown: ['cycle', 'completed_at'] }),
  cells: { ...baseModule.cells, training_id: TrainingLinkCell, completed_at: DayOfInstantCell },
  links: ['training_id'],
  widths: { ...baseModule.widths, training_id: 280, cycle: 72, completed_at: 124 },
  priorities: { training_id: 1, state: 1, due_on: 1, completed_at: 1, cycle: 2, assigned_on: 2 },
});

/** All assignments of the person, one row per cycle. */
export function TrainingsTab({ staffId }: { staffId: string }) {
  const { t } = useTranslation();
  const { view, stateFilters, setView } = useAssignmentView('all');
  const baseModule = useModule('training-assignments');
  const module = useMemo(() => baseModule && toTrainingsModule(baseModule), [baseModule]);
  if (!module) return null;
  return (
    <>
      <Segmented
        className="sg-mb-16"
        aria-label={t('remove_training.view')}
        value={view}
        options={['all' as const, ...ASSIGNMENT_VIEWS.filter((each) => each !== 'all')].map((each) => ({
          value: each,
          label: t(`remove_training.views.${each}`),
        }))}
        onChange={setView}
      />
      <ResourceList
        embedded
        module={module}
        baseFilters={[{ field: 'staff_id', operator: 'eq', value: staffId }, ...stateFilters]}
        emptyState={
          <StatePanel
            drawing="empty"
            title={t(view === 'all' ? 'person.none.trainings_title' : 'person.none.view_title')}
            text={view === 'all' ? t('person.none.trainings') : undefined}
          />
        }
      />
    </>
  );
}
