import {
  CalendarOutlined,
  PlusCircleOutlined,
  MinusSquareOutlined,
  StopOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import { OPEN_ASSIGNMENT_STATES, trainingAssignments } from '@contract/training-assignments.resource';
import { lazy } from 'react';
import { lazyComponent } from '@/components/lazy-component';
import type { ResourceModule, Row } from '@/crud/resource-module';
import { AssignmentStateCell } from './assignment-state.cell';
import { ReasonsCell } from './reasons.cell';

const RemoveDialog = lazyComponent(() => import('./remove/remove-dialog').then((m) => m.RemoveDialog));
const ExtendDialog = lazyComponent(() => import('./decisions/decision-dialog').then((m) => m.ExtendDialog));
const WaiveDialog = lazyComponent(() => import('./decisions/decision-dialog').then((m) => m.WaiveDialog));
const ResumeDialog = lazyComponent(() => import('./decisions/decision-dialog').then((m) => m.ResumeDialog));
const ExtraAttemptDialog = lazyComponent(() =>
  import('@/features/corrections/extra-attempt-dialog').then((m) => m.ExtraAttemptDialog),
);
const RemoveTrainingPage = lazy(() =>
  import('./remove/remove-training').then((m) => ({ default: m.RemoveTrainingPage })),
);

const { fields: contractFields } = trainingAssignments;
const fields = {
  ...contractFields,
  // Filter only: the state cell already shows it.
  overdue: { ...contractFields.overdue, list: 'never' as const },
  source: { ...contractFields.source, list: 'shown' as const },
  // Empty for open assignments, which is the default view.
  completed_at: { ...contractFields.completed_at, list: 'hidden' as const },
};

const isOpen = ({ state }: Row): boolean => (OPEN_ASSIGNMENT_STATES as readonly unknown[]).includes(state);

/** Training assignments, with the decisions as bulk actions. */
export const trainingAssignmentsModule: ResourceModule = {
  definition: { ...trainingAssignments, title: ['staff_id', 'training_id'], fields },
  route: '/remove-training',
  labelKey: 'menu.remove_training',
  icon: MinusSquareOutlined,
  cells: { state: AssignmentStateCell, source: ReasonsCell },
  widths: { staff_id: 180, training_id: 260, source: 200 },
  // The due date is more important than the reason.
  priorities: { due_on: 1, assigned_on: 2, source: 3, valid_until: 3 },
  rowActions: [{ name: 'extra-attempt', icon: PlusCircleOutlined, when: isOpen, dialog: ExtraAttemptDialog }],
  bulkActions: [
    { name: 'extend', icon: CalendarOutlined, dialog: ExtendDialog },
    { name: 'waive', icon: StopOutlined, dialog: WaiveDialog },
    { name: 'resume', icon: UndoOutlined, dialog: ResumeDialog },
    { name: 'remove', icon: MinusSquareOutlined, danger: true, dialog: RemoveDialog },
  ],
  page: RemoveTrainingPage,
};
