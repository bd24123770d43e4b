import { CheckCircleOutlined, CloseCircleOutlined, SolutionOutlined } from '@ant-design/icons';
import { enrolmentRequests, type EnrolmentCommand } from '@contract/enrolment-requests.resource';
import { text } from '@contract/fields';
import { lazyRoutePage } from '@/api/lazy-route-page';
import type { ResourceModule, Row } from '@/crud/resource-module';

const RequestsPage = lazyRoutePage(() => import('./requests-page').then((m) => m.RequestsPage));

/** The server lists the allowed commands of a row. */
const isCommandOffered = (command: EnrolmentCommand) => (row: Row) =>
  Array.isArray(row.commands) && row.commands.includes(command);

/** Enrolment requests; rows are approved or declined, never edited. */
export const enrolmentRequestsModule: ResourceModule = {
  definition: { ...enrolmentRequests, title: ['staff_id', 'training_id'] },
  route: '/training/requests',
  labelKey: 'enrolment-requests.title',
  icon: SolutionOutlined,
  widths: { staff_id: 200, training_id: 260 },
  rowActions: [
    { name: 'approve', icon: CheckCircleOutlined, when: isCommandOffered('approve') },
    {
      name: 'decline',
      icon: CloseCircleOutlined,
      when: isCommandOffered('decline'),
      fields: { reason: text({ max: 500, lines: true, required: true }) },
      danger: true,
    },
  ],
  page: RequestsPage,
};
