import { LogoutOutlined, MailOutlined, PauseCircleOutlined, PlayCircleOutlined, TeamOutlined } from '@ant-design/icons';
import { choice, day } from '@contract/fields';
import { staff } from '@contract/staff.resource';
import { http } from '@/app/providers/http';
import type { ResourceModule, Row } from '@/kit/module';
import { showStaffEvidence } from '../skill-evidence/staff-evidence';
import { STAFF_LISTS } from './related';
import { StaffCodeCell } from './staff-code.cell';

const command = (name: 'suspend' | 'reactivate') => async (ids: readonly string[]) => {
  // One after the other: each is a rule of its own, and the first refusal should stop the rest.
  for (const id of ids) await http.post(`/api/staff/${encodeURIComponent(id)}/${name}`, {});
};
const isOneOf =
  (...statuses: string[]) =>
  (row: Row) =>
    statuses.includes(String(row.status));

/** Staff Master. The specimen: a definition, a route, and only what differs from the generated. */
export const staffModule: ResourceModule = {
  definition: staff,
  route: '/add-staff',
  labelKey: 'menu.add_staff',
  icon: TeamOutlined,
  related: STAFF_LISTS,
  cells: { staff_code: StaffCodeCell },
  tabs: [{ name: 'evidence', labelKey: 'skill-evidence.tab', render: showStaffEvidence }],
  rowActions: [
    {
      name: 'invite',
      icon: MailOutlined,
      when: (row) => Boolean(row.email) && isOneOf('invited', 'active')(row),
      fields: { role: choice(['admin', 'user'], { required: true }) },
      initial: (row) => ({ role: row.account_role ?? 'user' }),
    },
    { name: 'suspend', icon: PauseCircleOutlined, when: isOneOf('invited', 'active'), danger: true },
    { name: 'reactivate', icon: PlayCircleOutlined, when: isOneOf('suspended') },
    {
      name: 'leave',
      icon: LogoutOutlined,
      when: isOneOf('invited', 'active', 'suspended'),
      danger: true,
      fields: { last_active_day: day({ required: true }) },
      initial: () => ({ last_active_day: new Date().toLocaleDateString('sv') }),
    },
  ],
  bulkActions: [
    { name: 'suspend', icon: PauseCircleOutlined, danger: true, run: command('suspend') },
    { name: 'reactivate', icon: PlayCircleOutlined, run: command('reactivate') },
  ],
};
