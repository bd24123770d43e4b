import { ApartmentOutlined } from '@ant-design/icons';
import { departments } from '@contract/departments.resource';
import type { ResourceModule } from '@/kit/module';
import { STAFF_LISTS } from '../staff/related';

export const departmentsModule: ResourceModule = {
  definition: departments,
  route: '/add-staff/departments',
  labelKey: 'departments.title',
  icon: ApartmentOutlined,
  related: STAFF_LISTS,
};
