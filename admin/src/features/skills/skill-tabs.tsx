import { lazyComponent } from '@/components/lazy-component';
import type { Row } from '@/crud/resource-module';
import { LevelScale } from './level-scale';
import { LinkedTrainings } from './linked-trainings';

const ChecklistPanel = lazyComponent(() =>
  import('@/features/assessments/checklist-panel').then((m) => m.ChecklistPanel),
);

export const showLevels = (row: Row) => <LevelScale minLevel={Number(row.min_level)} />;
export const showTrainings = (row: Row) => <LinkedTrainings skillId={row.id} />;
export const showChecklists = (row: Row) => <ChecklistPanel skillId={row.id} />;
