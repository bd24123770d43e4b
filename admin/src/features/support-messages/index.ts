import { CheckOutlined, CustomerServiceOutlined, UndoOutlined } from '@ant-design/icons';
import { supportMessages } from '@contract/support-messages.resource';
import type { ResourceModule } from '@/crud/resource-module';
import { NumberCell } from '@/features/customers/number.cell';
import { AnsweredCell } from './answered.cell';

/** Messages of users to platform staff; created in the settings only. */
export const supportMessagesModule: ResourceModule = {
  definition: { ...supportMessages, create: false },
  route: '/support-messages',
  labelKey: 'support-messages.title',
  icon: CustomerServiceOutlined,
  cells: { customer_id: NumberCell, answered_at: AnsweredCell },
  widths: { customer_id: 112, customer_name: 160, user_name: 160, reply_to: 180, subject: 220, answered_at: 176 },
  rowActions: [
    { name: 'answered', icon: CheckOutlined, when: (row) => !row.answered_at, direct: true },
    { name: 'reopen', icon: UndoOutlined, when: (row) => Boolean(row.answered_at), direct: true },
  ],
};
