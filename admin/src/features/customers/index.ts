import {
  BankOutlined,
  CheckCircleOutlined,
  EyeOutlined,
  IdcardOutlined,
  MailOutlined,
  SafetyOutlined,
  PauseCircleOutlined,
  StopOutlined,
} from '@ant-design/icons';
import { createElement } from 'react';
import { customers } from '@contract/customers.resource';
import { startViewing } from '@/api/viewing';
import { currentRole } from '@/api/who';
import { later } from '@/components/later';
import type { ResourceModule, Row } from '@/crud/module';
import { NumberCell } from './number.cell';
import { CustomerStatusCell } from './customer-status.cell';

const PlanDrawer = later(() => import('@/features/subscribers/plan-drawer').then((m) => m.PlanDrawer));
const PlanTab = later(() => import('@/features/subscribers/plan-tab').then((m) => m.PlanTab));

const staffWhile =
  (...statuses: string[]) =>
  (row: Row): boolean =>
    currentRole() === 'platform' && statuses.includes(String(row.customer_status));

/** Customers: all of them for platform staff, the own row for an organisation's admin. */
export const customersModule: ResourceModule = {
  definition: customers,
  route: '/customer-list',
  labelKey: 'menu.customers',
  icon: BankOutlined,
  cells: { customer_id: NumberCell, customer_status: CustomerStatusCell },
  widths: {
    ...{ customer_id: 126, customer_status: 104, customer_name: 170, primary_contact_person: 150 },
    ...{ mobile_one: 130, email_primary: 210, subscription_type: 132 },
  },
  rowActions: [
    {
      name: 'view-as',
      icon: EyeOutlined,
      when: staffWhile('A', 'S', 'C'),
      act: (row) => startViewing({ customer_id: Number(row.customer_id), customer_name: String(row.customer_name) }),
    },
    { name: 'plan', icon: IdcardOutlined, dialog: PlanDrawer },
    { name: 'resend-login', icon: MailOutlined, when: staffWhile('A') },
    { name: 'reset-second-factor', icon: SafetyOutlined, when: staffWhile('A'), danger: true },
    { name: 'suspend', icon: PauseCircleOutlined, when: staffWhile('A'), danger: true },
    { name: 'reactivate', icon: CheckCircleOutlined, when: staffWhile('S', 'C') },
    { name: 'close', icon: StopOutlined, when: staffWhile('A', 'S'), danger: true, typed: true },
  ],
  tabs: [
    {
      name: 'plan',
      labelKey: 'customers.tabs.plan',
      render: (row) => createElement(PlanTab, { customerId: Number(row.customer_id) }),
    },
  ],
  // The registration's own form, as the specification has it.
  rowPage: (row) => `/registration?Editdata=${encodeURIComponent(String(row.customer_id))}`,
};
