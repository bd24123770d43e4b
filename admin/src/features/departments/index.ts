import { ApartmentOutlined } from '@ant-design/icons';
import { departments } from '@contract/departments.resource';
import type { ResourceModule } from '@/crud/resource-module';

export const departmentsModule: ResourceModule = {
  definition: departments,
  route: '/add-staff/departments',
  labelKey: 'departments.title',
  icon: ApartmentOutlined,
};
