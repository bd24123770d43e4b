import { AuditOutlined } from '@ant-design/icons';
import { auditEvents } from '@contract/audit-events.resource';
import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from '@contract/audit-vocabulary';
import type { Field } from '@contract/fields';
import type { ResourceDefinition } from '@contract/resource';
import type { ResourceModule } from '@/crud/resource-module';
import { SubjectCell } from './subject.cell';
import { WhoCell } from './who.cell';
import { changesTab } from './changes-tab';

const { customer_id, who_name: _whoName, subject_name: _subjectName, ...ownFields } = auditEvents.fields;

/** Text columns with known values are displayed as choices. */
const fields: Readonly<Record<string, Field>> = {
  ...ownFields,
  // `who` already shows the role for system events.
  role: { ...ownFields.role, list: 'hidden' },
  action: { ...ownFields.action, kind: 'choice', choices: AUDIT_ACTIONS },
  subject_type: { ...ownFields.subject_type, kind: 'choice', choices: AUDIT_SUBJECTS },
};

/** A customer reads only its own events, so the customer column is not needed. */
export const customerAuditDefinition = { ...auditEvents, fields } as ResourceDefinition;

/** Platform staff read the events of all customers, with a filter in `AllCustomersAudit`. */
export const platformAuditDefinition = {
  ...auditEvents,
  fields: {
    ...fields,
    address: { ...fields.address, list: 'hidden' } as Field,
    customer_id: { ...customer_id, kind: 'ref', resource: 'customers', list: 'shown', filter: false, sort: false },
  },
} as ResourceDefinition;

export const createAuditModule = (definition: ResourceDefinition): ResourceModule => ({
  definition,
  route: '/settings/audit',
  labelKey: 'audit-events.title',
  icon: AuditOutlined,
  widths: { at: 198, who: 170, action: 180, subject_type: 200, address: 136 },
  cells: { who: WhoCell, subject_type: SubjectCell },
  tabs: [changesTab],
  fixedExport: true,
});
