import { CalendarOutlined, IdcardOutlined, SwapOutlined } from '@ant-design/icons';
import { subscribers } from '@contract/subscribers.resource';
import { later } from '@/components/later';
import type { ResourceModule, Row } from '@/crud/module';
import { NumberCell } from '@/features/customers/number.cell';
import { takenCell } from './taken.cell';

const ChangePlanDialog = later(() => import('./change-plan-dialog').then((m) => m.ChangePlanDialog));
const ExtendDialog = later(() => import('./extend-dialog').then((m) => m.ExtendDialog));

const inForce = (row: Row): boolean => Boolean(row.current);

/** Subscribers: the plan in force of each organisation; an organisation's admin sees its own history. */
export const subscribersModule: ResourceModule = {
  definition: subscribers,
  route: '/subscribers',
  labelKey: 'menu.subscribers',
  icon: IdcardOutlined,
  cells: {
    ...{ customer_id: NumberCell, subs_id: NumberCell },
    ...{ no_of_staff: takenCell('total_staff'), no_of_training: takenCell('total_training') },
  },
  widths: {
    ...{ customer_id: 126, customer_name: 180, subs_name: 120, status: 126 },
    ...{ subs_activation_date: 130, subs_expiry_date: 130, no_of_staff: 104, no_of_training: 104 },
  },
  rowActions: [
    { name: 'extend', icon: CalendarOutlined, when: inForce, dialog: ExtendDialog },
    { name: 'change-plan', icon: SwapOutlined, when: inForce, dialog: ChangePlanDialog },
  ],
};
