import type { Row } from '@/kit/module';
import { LevelScale } from './level-scale';
import { LinkedTrainings } from './linked-trainings';

export const showLevels = (row: Row) => <LevelScale minLevel={Number(row.min_level)} />;
export const showTrainings = (row: Row) => <LinkedTrainings skillId={row.id} />;
