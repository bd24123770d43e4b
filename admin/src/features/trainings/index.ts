import { lazy } from 'react';
import { InboxOutlined, ReadOutlined, SendOutlined, UndoOutlined } from '@ant-design/icons';
import type { ResourceModule } from '@/crud/resource-module';
import { minutesCell, percentCell, unitCell } from '@/crud/list/unit-cell';
import { DurationCell } from './duration.cell';
import { trainingFormDefinition } from './training-definition';

const TrainingPages = lazy(() => import('./training-pages').then((m) => ({ default: m.TrainingPages })));

/** Training List; a row opens its editor at `/training/{id}`. */
export const trainingsModule: ResourceModule = {
  definition: trainingFormDefinition,
  route: '/training',
  labelKey: 'menu.training',
  icon: ReadOutlined,
  cells: {
    video_duration_ms: DurationCell,
    estimated_minutes: minutesCell,
    validity_months: unitCell('trainings.months'),
    renewal_days: unitCell('trainings.days'),
    due_days: unitCell('trainings.days'),
    video_threshold: percentCell,
  },
  rowPage: (row) => `/training/${row.id}`,
  hasEffects: true,
  rowActions: [
    // The list only shows the error; the editor lists the open checks with links.
    { name: 'publish', icon: SendOutlined, when: (row) => row.status === 'draft' },
    { name: 'archive', icon: InboxOutlined, when: (row) => row.status !== 'archived' },
    { name: 'unarchive', icon: UndoOutlined, when: (row) => row.status === 'archived' },
  ],
  page: TrainingPages,
};
