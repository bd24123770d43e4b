import { AuditOutlined } from '@ant-design/icons';
import { lazyRoutePage } from '@/api/lazy-route-page';
import type { ResourceModule } from '@/crud/resource-module';
import { customerAuditDefinition } from './audit-module';

const AuditPage = lazyRoutePage(() => import('./audit-page').then((m) => m.AuditPage));

/** The audit log, read-only, linked from the settings. */
export const auditEventsModule: ResourceModule = {
  definition: customerAuditDefinition,
  route: '/settings/audit',
  labelKey: 'audit-events.title',
  icon: AuditOutlined,
  page: AuditPage,
};
