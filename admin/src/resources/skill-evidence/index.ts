import { CheckCircleOutlined, CloseCircleOutlined, SafetyCertificateOutlined, StopOutlined } from '@ant-design/icons';
import { text } from '@contract/fields';
import { skillEvidence } from '@contract/skill-evidence.resource';
import { lazy } from 'react';
import { readUser } from '@/app/session/storage';
import { currentRole } from '@/app/session/who';
import type { ResourceModule, Row } from '@/kit/module';
import { KindInput } from './kind.input';
import { SKILL_LISTS } from './related';

const EvidencePage = lazy(() => import('./evidence-page').then((m) => ({ default: m.EvidencePage })));

/**
 * Admins decide, and managers about the rows of their line; nobody about their own (contract.md, Managers). A learner sees
 * no others, and whether the skill leaves it to a manager the server judges.
 */
const signedOffFrom =
  (...states: string[]) =>
  (row: Row) =>
    states.includes(String(row.state)) && row.staff_id !== readUser()?.staff_id;
const voidable = (row: Row) => currentRole() === 'admin' && ['approved', 'pending'].includes(String(row.state));
const reason = { reason: text({ max: 500, required: true }) };

/** The ledger behind the levels. Rows are added, never changed; what is decided about them is a command. */
export const skillEvidenceModule: ResourceModule = {
  definition: { ...skillEvidence, title: ['staff_id', 'skill_id'] },
  route: '/skill-evidence',
  labelKey: 'skill-evidence.title',
  icon: SafetyCertificateOutlined,
  related: SKILL_LISTS,
  inputs: { kind: KindInput },
  widths: { staff_id: 190, skill_id: 230, kind: 140 },
  rowActions: [
    {
      name: 'approve',
      icon: CheckCircleOutlined,
      when: signedOffFrom('pending', 'rejected'),
      fields: { reason: text({ max: 500 }) },
    },
    { name: 'reject', icon: CloseCircleOutlined, when: signedOffFrom('pending'), fields: reason, danger: true },
    { name: 'void', icon: StopOutlined, when: voidable, fields: reason, danger: true },
  ],
  page: EvidencePage,
};
