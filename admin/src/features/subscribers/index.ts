import { CalendarOutlined, IdcardOutlined, SwapOutlined } from '@ant-design/icons';
import { subscribers } from '@contract/subscribers.resource';
import { lazyComponent } from '@/components/lazy-component';
import type { ResourceModule, Row } from '@/crud/resource-module';
import { NumberCell } from '@/features/customers/number.cell';
import { usageCell } from './usage.cell';

const ChangePlanDialog = lazyComponent(() => import('./change-plan-dialog').then((m) => m.ChangePlanDialog));
const ExtendPlanDialog = lazyComponent(() => import('./extend-plan-dialog').then((m) => m.ExtendPlanDialog));

const isCurrentPlan = (row: Row): boolean => Boolean(row.current);

/** Subscribers: the current plan of each customer; an admin of a customer sees its history. */
export const subscribersModule: ResourceModule = {
  definition: subscribers,
  route: '/subscribers',
  labelKey: 'menu.subscribers',
  icon: IdcardOutlined,
  cells: {
    customer_id: NumberCell,
    subs_id: NumberCell,
    no_of_staff: usageCell('total_staff'),
    no_of_training: usageCell('total_training'),
  },
  widths: {
    customer_id: 126,
    customer_name: 180,
    subs_name: 120,
    status: 126,
    subs_activation_date: 130,
    subs_expiry_date: 130,
    no_of_staff: 104,
    no_of_training: 104,
  },
  rowActions: [
    { name: 'extend', icon: CalendarOutlined, when: isCurrentPlan, dialog: ExtendPlanDialog },
    { name: 'change-plan', icon: SwapOutlined, when: isCurrentPlan, dialog: ChangePlanDialog },
  ],
};
