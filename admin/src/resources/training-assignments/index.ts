import { MinusSquareOutlined } from '@ant-design/icons';
import { trainingAssignments } from '@contract/training-assignments.resource';
import { lazy } from 'react';
import { later } from '@/kit/later';
import type { ResourceModule } from '@/kit/module';
import { AssignmentStateCell } from './assignment-state.cell';

const RemoveDialog = later(() => import('@/pages/remove-training/remove-dialog').then((m) => m.RemoveDialog));
const RemoveTrainingPage = lazy(() =>
  import('../../pages/remove-training/remove-training').then((m) => ({ default: m.RemoveTrainingPage })),
);

const { overdue: _shownByTheState, ...others } = trainingAssignments.fields;
// Empty in every row of what is open, which is what is looked at here.
const fields = { ...others, completed_at: { ...others.completed_at, list: 'hidden' as const } };

/** Who has to learn what; the list with the one thing that is done to several of them. */
export const trainingAssignmentsModule: ResourceModule = {
  definition: { ...trainingAssignments, title: ['staff_id', 'training_id'], fields },
  route: '/remove-training',
  labelKey: 'menu.remove_training',
  icon: MinusSquareOutlined,
  cells: { state: AssignmentStateCell },
  widths: { staff_id: 180, training_id: 260 },
  bulkActions: [{ name: 'remove', icon: MinusSquareOutlined, danger: true, dialog: RemoveDialog }],
  page: RemoveTrainingPage,
};
