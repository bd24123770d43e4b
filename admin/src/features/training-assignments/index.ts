import {
  CalendarOutlined,
  PlusCircleOutlined,
  MinusSquareOutlined,
  StopOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import { OPEN_ASSIGNMENT_STATES, trainingAssignments } from '@contract/training-assignments.resource';
import { lazy } from 'react';
import { later } from '@/components/later';
import type { ResourceModule, Row } from '@/crud/module';
import { AssignmentStateCell } from './assignment-state.cell';
import { ReasonsCell } from './reasons.cell';

const RemoveDialog = later(() => import('./remove/remove-dialog').then((m) => m.RemoveDialog));
const ExtendDialog = later(() => import('./decisions/decision-dialog').then((m) => m.ExtendDialog));
const WaiveDialog = later(() => import('./decisions/decision-dialog').then((m) => m.WaiveDialog));
const ResumeDialog = later(() => import('./decisions/decision-dialog').then((m) => m.ResumeDialog));
const ExtraAttemptDialog = later(() =>
  import('@/features/corrections/extra-attempt-dialog').then((m) => m.ExtraAttemptDialog),
);
const RemoveTrainingPage = lazy(() =>
  import('./remove/remove-training').then((m) => ({ default: m.RemoveTrainingPage })),
);

const { fields: others } = trainingAssignments;
const fields = {
  ...others,
  // Shown by the state, and filtered by.
  overdue: { ...others.overdue, list: 'never' as const },
  source: { ...others.source, list: 'shown' as const },
  // Empty in every row of what is open, which is what is looked at here.
  completed_at: { ...others.completed_at, list: 'hidden' as const },
};

const isOpen = ({ state }: Row): boolean => (OPEN_ASSIGNMENT_STATES as readonly unknown[]).includes(state);

/** Who has to learn what; the list with the one thing that is done to several of them. */
export const trainingAssignmentsModule: ResourceModule = {
  definition: { ...trainingAssignments, title: ['staff_id', 'training_id'], fields },
  route: '/remove-training',
  labelKey: 'menu.remove_training',
  icon: MinusSquareOutlined,
  cells: { state: AssignmentStateCell, source: ReasonsCell },
  widths: { staff_id: 180, training_id: 260, source: 200 },
  // Why gives way to until when.
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
