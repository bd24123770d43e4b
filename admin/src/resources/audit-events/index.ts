import { AuditOutlined } from '@ant-design/icons';
import type { ResourceModule } from '@/kit/module';
import { AuditPage } from './audit-page';
import { ofOrganisation } from './audit-module';

/** The audit log: reached from the settings; nobody writes here. */
export const auditEventsModule: ResourceModule = {
  definition: ofOrganisation,
  route: '/settings/audit',
  labelKey: 'audit-events.title',
  icon: AuditOutlined,
  page: AuditPage,
};
