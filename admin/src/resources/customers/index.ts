import { BankOutlined } from '@ant-design/icons';
import { customers } from '@contract/customers.resource';
import type { ResourceModule } from '@/kit/module';
import { PLATFORM_LISTS } from './related';
import { CustomerStatusCell } from './customer-status.cell';

/** Customers: all of them for platform staff, the own row for an organisation's admin. */
export const customersModule: ResourceModule = {
  definition: customers,
  route: '/customer-list',
  labelKey: 'menu.customers',
  icon: BankOutlined,
  related: PLATFORM_LISTS,
  cells: { customer_status: CustomerStatusCell },
  // The registration's own form, as the specification has it.
  rowPage: (row) => `/registration?Editdata=${encodeURIComponent(String(row.customer_id))}`,
};
