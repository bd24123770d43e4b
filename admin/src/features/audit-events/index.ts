import { AuditOutlined } from '@ant-design/icons';
import { laterPage } from '@/api/later-page';
import type { ResourceModule } from '@/crud/module';
import { ofOrganisation } from './audit-module';

const AuditPage = laterPage(() => import('./audit-page').then((m) => m.AuditPage));

/** The audit log: reached from the settings; nobody writes here. */
export const auditEventsModule: ResourceModule = {
  definition: ofOrganisation,
  route: '/settings/audit',
  labelKey: 'audit-events.title',
  icon: AuditOutlined,
  page: AuditPage,
};
