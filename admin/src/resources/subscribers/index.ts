import { CalendarOutlined, IdcardOutlined, SwapOutlined } from '@ant-design/icons';
import { subscribers } from '@contract/subscribers.resource';
import type { ResourceModule, Row } from '@/kit/module';
import { NumberCell } from '../customers/number.cell';
import { PLATFORM_LISTS } from '../customers/related';
import { ChangePlanDialog } from './change-plan-dialog';
import { ExtendDialog } from './extend-dialog';

const inForce = (row: Row): boolean => Boolean(row.current);

/** Subscribers: the plan in force of each organisation; an organisation's admin sees its own history. */
export const subscribersModule: ResourceModule = {
  definition: subscribers,
  route: '/subscribers',
  labelKey: 'menu.subscribers',
  icon: IdcardOutlined,
  related: PLATFORM_LISTS,
  cells: { customer_id: NumberCell, subs_id: NumberCell },
  widths: { customer_id: 124, customer_name: 200 },
  rowActions: [
    { name: 'extend', icon: CalendarOutlined, when: inForce, dialog: ExtendDialog },
    { name: 'change-plan', icon: SwapOutlined, when: inForce, dialog: ChangePlanDialog },
  ],
};
