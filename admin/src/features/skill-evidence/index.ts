import { CheckCircleOutlined, CloseCircleOutlined, SafetyCertificateOutlined, StopOutlined } from '@ant-design/icons';
import { text } from '@contract/fields';
import { skillEvidence, type EvidenceCommand } from '@contract/skill-evidence.resource';
import { lazy } from 'react';
import { renderProofs } from './proofs-tab';
import type { ResourceModule, Row } from '@/crud/resource-module';
import { KindInput } from './kind.input';

const EvidencePage = lazy(() => import('./evidence-page').then((m) => ({ default: m.EvidencePage })));

/** Shows a command only where the server lists it for the row. */
const allowsCommand = (command: EvidenceCommand) => (row: Row) =>
  Array.isArray(row.commands) && row.commands.includes(command);
const reason = { reason: text({ max: 500, required: true }) };

/** The evidence ledger. Rows are added but never edited; decisions about them are commands (docs/domain.md). */
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
      when: allowsCommand('approve'),
      fields: { reason: text({ max: 500 }) },
    },
    { name: 'reject', icon: CloseCircleOutlined, when: allowsCommand('reject'), fields: reason, danger: true },
    { name: 'void', icon: StopOutlined, when: allowsCommand('void'), fields: reason, danger: true },
  ],
  tabs: [{ name: 'proofs', labelKey: 'skill-evidence.tabs.proofs', roles: ['admin', 'user'], render: renderProofs }],
  page: EvidencePage,
};
