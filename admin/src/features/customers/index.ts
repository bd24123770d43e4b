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
import { startImpersonation } from '@/api/impersonation';
import { currentRole } from '@/api/current-role';
import { lazyComponent } from '@/components/lazy-component';
import type { ResourceModule, Row } from '@/crud/resource-module';
import { NumberCell } from './number.cell';
import { CustomerStatusCell } from './customer-status.cell';

const PlanDrawer = lazyComponent(() => import('@/features/subscribers/plan-drawer').then((m) => m.PlanDrawer));
const PlanTab = lazyComponent(() => import('@/features/subscribers/plan-tab').then((m) => m.PlanTab));

const platformStaffWhenStatus =
  (...statuses: string[]) =>
  (row: Row): boolean =>
    currentRole() === 'platform' && statuses.includes(String(row.customer_status));

/** Customers: all for platform staff, the own row for an admin of a customer. */
export const customersModule: ResourceModule = {
  definition: customers,
  route: '/customer-list',
  labelKey: 'menu.customers',
  icon: BankOutlined,
  cells: { customer_id: NumberCell, customer_status: CustomerStatusCell },
  widths: {
    customer_id: 126,
    customer_status: 104,
    customer_name: 170,
    primary_contact_person: 150,
    mobile_one: 130,
    email_primary: 210,
    subscription_type: 132,
  },
  rowActions: [
    {
      name: 'view-as',
      icon: EyeOutlined,
      when: platformStaffWhenStatus('A', 'S', 'C'),
      act: (row) =>
        startImpersonation({ customer_id: Number(row.customer_id), customer_name: String(row.customer_name) }),
    },
    { name: 'plan', icon: IdcardOutlined, dialog: PlanDrawer },
    { name: 'resend-login', icon: MailOutlined, when: platformStaffWhenStatus('A') },
    { name: 'reset-second-factor', icon: SafetyOutlined, when: platformStaffWhenStatus('A'), danger: true },
    { name: 'suspend', icon: PauseCircleOutlined, when: platformStaffWhenStatus('A'), danger: true },
    { name: 'reactivate', icon: CheckCircleOutlined, when: platformStaffWhenStatus('S', 'C') },
    { name: 'close', icon: StopOutlined, when: platformStaffWhenStatus('A', 'S'), danger: true, confirmByName: true },
  ],
  tabs: [
    {
      name: 'plan',
      labelKey: 'customers.tabs.plan',
      render: (row) => createElement(PlanTab, { customerId: Number(row.customer_id) }),
    },
  ],
  // Edited in the registration form (docs/specification.md).
  rowPage: (row) => `/registration?Editdata=${encodeURIComponent(String(row.customer_id))}`,
};
