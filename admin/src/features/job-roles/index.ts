import { IdcardOutlined } from '@ant-design/icons';
import { jobRoles } from '@contract/job-roles.resource';
import { ARCHIVE_COMMANDS } from '@/crud/archive-commands';
import type { ResourceModule } from '@/crud/resource-module';

export const jobRolesModule: ResourceModule = {
  definition: jobRoles,
  route: '/add-staff/job-roles',
  labelKey: 'job-roles.title',
  icon: IdcardOutlined,
  rowActions: ARCHIVE_COMMANDS,
};
