import { IdcardOutlined } from '@ant-design/icons';
import { jobRoles } from '@contract/job-roles.resource';
import { ARCHIVING } from '@/crud/archiving';
import type { ResourceModule } from '@/crud/module';

export const jobRolesModule: ResourceModule = {
  definition: jobRoles,
  route: '/add-staff/job-roles',
  labelKey: 'job-roles.title',
  icon: IdcardOutlined,
  rowActions: ARCHIVING,
};
