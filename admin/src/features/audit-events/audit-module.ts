import { AuditOutlined } from '@ant-design/icons';
import { auditEvents } from '@contract/audit-events.resource';
import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from '@contract/audit-vocabulary';
import type { Field } from '@contract/fields';
import type { ResourceDefinition } from '@contract/resource';
import type { ResourceModule } from '@/crud/module';
import { SubjectCell } from './subject.cell';
import { WhoCell } from './who.cell';
import { changesTab } from './changes-tab';

const { customer_id, who_name: _besideWho, subject_name: _besideSubject, ...own } = auditEvents.fields;

/** As a person reads it: what the server keeps as text is a choice among what there is, said in words. */
const fields: Readonly<Record<string, Field>> = {
  ...own,
  // Who says it already where nobody signed in.
  role: { ...own.role, list: 'hidden' },
  action: { ...own.action, kind: 'choice', choices: AUDIT_ACTIONS },
  subject_type: { ...own.subject_type, kind: 'choice', choices: AUDIT_SUBJECTS },
};

/** An organisation reads its own events only: whose they are need not be said. */
export const ofOrganisation = { ...auditEvents, fields } as ResourceDefinition;

/** Platform staff read everybody's; the page narrows them to one organisation. */
export const ofPlatform = {
  ...auditEvents,
  fields: {
    ...fields,
    address: { ...fields.address, list: 'hidden' } as Field,
    customer_id: { ...customer_id, kind: 'ref', resource: 'customers', list: 'shown', filter: false, sort: false },
  },
} as ResourceDefinition;

export const auditModule = (definition: ResourceDefinition): ResourceModule => ({
  definition,
  route: '/settings/audit',
  labelKey: 'audit-events.title',
  icon: AuditOutlined,
  widths: { at: 198, who: 170, action: 180, subject_type: 200, address: 136 },
  cells: { who: WhoCell, subject_type: SubjectCell },
  tabs: [changesTab],
  fixedExport: true,
});
