import { AuditOutlined } from '@ant-design/icons';
import { auditEvents } from '@contract/audit-events.resource';
import type { ResourceModule } from '@/kit/module';
import { changesTab } from './changes-tab';

/** The audit log: reached from the settings; nobody writes here. */
export const auditEventsModule: ResourceModule = {
  definition: auditEvents,
  route: '/settings/audit',
  labelKey: 'audit-events.title',
  icon: AuditOutlined,
  widths: { at: 220, who: 200, action: 220 },
  tabs: [changesTab],
};
