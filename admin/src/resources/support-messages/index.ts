import { CustomerServiceOutlined } from '@ant-design/icons';
import { supportMessages } from '@contract/support-messages.resource';
import type { ResourceModule } from '@/kit/module';
import { NumberCell } from '../customers/number.cell';

/** What users of all organisations write to platform staff; written in the settings, never here. */
export const supportMessagesModule: ResourceModule = {
  definition: { ...supportMessages, create: false },
  route: '/support-messages',
  labelKey: 'support-messages.title',
  icon: CustomerServiceOutlined,
  cells: { customer_id: NumberCell },
  widths: { customer_id: 124, customer_name: 200, user_name: 200, reply_to: 260, subject: 320 },
};
