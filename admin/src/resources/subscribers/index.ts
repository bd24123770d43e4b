import { IdcardOutlined } from '@ant-design/icons';
import { subscribers } from '@contract/subscribers.resource';
import type { ResourceModule } from '@/kit/module';
import { NumberCell } from '../customers/number.cell';
import { PLATFORM_LISTS } from '../customers/related';

/** Subscribers: the plan in force of each organisation; an organisation's admin sees its own history. */
export const subscribersModule: ResourceModule = {
  definition: subscribers,
  route: '/subscribers',
  labelKey: 'menu.subscribers',
  icon: IdcardOutlined,
  related: PLATFORM_LISTS,
  cells: { customer_id: NumberCell, subs_id: NumberCell },
  widths: { customer_id: 124, customer_name: 200 },
};
