import { CheckCircleOutlined, CloseCircleOutlined, SolutionOutlined } from '@ant-design/icons';
import { enrolmentRequests, type EnrolmentCommand } from '@contract/enrolment-requests.resource';
import { text } from '@contract/fields';
import { laterPage } from '@/api/later-page';
import type { ResourceModule, Row } from '@/crud/module';

const RequestsPage = laterPage(() => import('./requests-page').then((m) => m.RequestsPage));

/** What the server says of the row: nothing is offered that it would refuse. */
const offered = (command: EnrolmentCommand) => (row: Row) =>
  Array.isArray(row.commands) && row.commands.includes(command);

/** Who wants to take part in what needs an approval; rows are decided, never changed. */
export const enrolmentRequestsModule: ResourceModule = {
  definition: { ...enrolmentRequests, title: ['staff_id', 'training_id'] },
  route: '/training/requests',
  labelKey: 'enrolment-requests.title',
  icon: SolutionOutlined,
  widths: { staff_id: 200, training_id: 260 },
  rowActions: [
    { name: 'approve', icon: CheckCircleOutlined, when: offered('approve') },
    {
      name: 'decline',
      icon: CloseCircleOutlined,
      when: offered('decline'),
      fields: { reason: text({ max: 500, lines: true, required: true }) },
      danger: true,
    },
  ],
  page: RequestsPage,
};
