import { IdcardOutlined } from '@ant-design/icons';
import { jobRoles } from '@contract/job-roles.resource';
import { ARCHIVING } from '@/crud/archiving';
import type { ResourceModule } from '@/crud/module';
import { STAFF_LISTS } from '@/features/staff/related';

export const jobRolesModule: ResourceModule = {
  definition: jobRoles,
  route: '/add-staff/job-roles',
  labelKey: 'job-roles.title',
  icon: IdcardOutlined,
  related: STAFF_LISTS,
  rowActions: ARCHIVING,
};
