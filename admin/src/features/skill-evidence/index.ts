import { CheckCircleOutlined, CloseCircleOutlined, SafetyCertificateOutlined, StopOutlined } from '@ant-design/icons';
import { text } from '@contract/fields';
import { skillEvidence, type EvidenceCommand } from '@contract/skill-evidence.resource';
import { lazy } from 'react';
import { showProofs } from './evidence-tabs';
import type { ResourceModule, Row } from '@/crud/module';
import { KindInput } from './kind.input';

const EvidencePage = lazy(() => import('./evidence-page').then((m) => ({ default: m.EvidencePage })));

/** What the server says of the row: nothing is offered that it would refuse. */
const offered = (command: EvidenceCommand) => (row: Row) =>
  Array.isArray(row.commands) && row.commands.includes(command);
const reason = { reason: text({ max: 500, required: true }) };

/** The ledger behind the levels. Rows are added, never changed; what is decided about them is a command. */
export const skillEvidenceModule: ResourceModule = {
  definition: { ...skillEvidence, title: ['staff_id', 'skill_id'] },
  route: '/skill-evidence',
  labelKey: 'skill-evidence.title',
  icon: SafetyCertificateOutlined,
  inputs: { kind: KindInput },
  widths: { staff_id: 190, skill_id: 230, kind: 140 },
  rowActions: [
    {
      name: 'approve',
      icon: CheckCircleOutlined,
      when: offered('approve'),
      fields: { reason: text({ max: 500 }) },
    },
    { name: 'reject', icon: CloseCircleOutlined, when: offered('reject'), fields: reason, danger: true },
    { name: 'void', icon: StopOutlined, when: offered('void'), fields: reason, danger: true },
  ],
  tabs: [{ name: 'proofs', labelKey: 'skill-evidence.tabs.proofs', roles: ['admin', 'user'], render: showProofs }],
  page: EvidencePage,
};
