import { BankOutlined } from '@ant-design/icons';
import { customers } from '@contract/customers.resource';
import type { ResourceModule } from '@/kit/module';
import { PLATFORM_LISTS } from './related';
import { NumberCell } from './number.cell';
import { CustomerStatusCell } from './customer-status.cell';

/** Customers: all of them for platform staff, the own row for an organisation's admin. */
export const customersModule: ResourceModule = {
  definition: customers,
  route: '/customer-list',
  labelKey: 'menu.customers',
  icon: BankOutlined,
  related: PLATFORM_LISTS,
  cells: { customer_id: NumberCell, customer_status: CustomerStatusCell },
  widths: { customer_id: 124, customer_name: 200, primary_contact_person: 190, mobile_one: 130, email_primary: 260 },
  // The registration's own form, as the specification has it.
  rowPage: (row) => `/registration?Editdata=${encodeURIComponent(String(row.customer_id))}`,
};
