import { useMemo } from 'react';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useModule } from '@/crud/kit-context';
import type { ResourceModule } from '@/crud/module';
import { narrowedTo } from '@/crud/list/narrowed-to';
import { ResourceList } from '@/crud/list/resource-list';
import { StatePanel } from '@/components/states';
import { useView } from '@/features/training-assignments/remove/use-view';
import { VIEWS } from '@/features/training-assignments/remove/views';
import { DayOfInstantCell } from './day-of-instant.cell';
import { TrainingLinkCell } from './training-link.cell';

const ofTrainings = (known: ResourceModule): ResourceModule => ({
  ...narrowedTo(known, 'staff_id', { shown: ['cycle', 'completed_at'] }),
  cells: { ...known.cells, training_id: TrainingLinkCell, completed_at: DayOfInstantCell },
  links: ['training_id'],
  widths: { ...known.widths, training_id: 280, cycle: 72, completed_at: 124 },
  priorities: { training_id: 1, state: 1, due_on: 1, completed_at: 1, cycle: 2, assigned_on: 2 },
});

/** Everything that was assigned to them, every cycle with its days; what is open has the first view's place. */
export function TrainingsTab({ staffId }: { staffId: string }) {
  const { t } = useTranslation();
  const { view, within, choose } = useView('all');
  const known = useModule('training-assignments');
  const module = useMemo(() => known && ofTrainings(known), [known]);
  if (!module) return null;
  return (
    <>
      <Segmented
        className="sg-mb-16"
        aria-label={t('remove_training.view')}
        value={view}
        options={['all' as const, ...VIEWS.filter((each) => each !== 'all')].map((each) => ({
          value: each,
          label: t(`remove_training.views.${each}`),
        }))}
        onChange={choose}
      />
      <ResourceList
        embedded
        module={module}
        within={[{ field: 'staff_id', operator: 'eq', value: staffId }, ...within]}
        none={
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
