import { later } from '@/components/later';
import type { Row } from '@/crud/module';
import { LevelScale } from './level-scale';
import { LinkedTrainings } from './linked-trainings';

const ChecklistPanel = later(() => import('@/features/assessments/checklist-panel').then((m) => m.ChecklistPanel));

export const showLevels = (row: Row) => <LevelScale minLevel={Number(row.min_level)} />;
export const showTrainings = (row: Row) => <LinkedTrainings skillId={row.id} />;
export const showChecklists = (row: Row) => <ChecklistPanel skillId={row.id} />;
