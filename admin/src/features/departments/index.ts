import { ApartmentOutlined } from '@ant-design/icons';
import { departments } from '@contract/departments.resource';
import type { ResourceModule } from '@/crud/module';
import { STAFF_LISTS } from '@/features/staff/related';

export const departmentsModule: ResourceModule = {
  definition: departments,
  route: '/add-staff/departments',
  labelKey: 'departments.title',
  icon: ApartmentOutlined,
  related: STAFF_LISTS,
};
