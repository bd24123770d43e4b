import {
  IdcardOutlined,
  LoginOutlined,
  LogoutOutlined,
  MailOutlined,
  PauseCircleOutlined,
  PlayCircleOutlined,
  RollbackOutlined,
  SafetyOutlined,
  StopOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import { choice, day, ref } from '@contract/fields';
import { SEATED_STATUSES, staff } from '@contract/staff.resource';
import { lazy } from 'react';
import { http } from '@/api/http';
import { later } from '@/components/later';
import type { ResourceModule, Row } from '@/crud/module';
import { StaffCodeCell } from './staff-code.cell';
import { StaffStatusCell } from './staff-status.cell';

const Team = later(() => import('./team').then((m) => m.Team));
const StaffPages = lazy(() => import('./staff-pages').then((m) => ({ default: m.StaffPages })));

const command = (name: 'suspend' | 'reactivate') => async (ids: readonly string[]) => {
  // One after the other: each is a rule of its own, and the first refusal should stop the rest.
  for (const id of ids) await http.post(`/api/staff/${encodeURIComponent(id)}/${name}`, {});
};
const isOneOf =
  (...statuses: string[]) =>
  (row: Row) =>
    statuses.includes(String(row.status));

const isSeated = isOneOf(...SEATED_STATUSES);

/** Staff Master. The specimen: a definition, a route, and only what differs from the generated. */
export const staffModule: ResourceModule = {
  definition: staff,
  route: '/add-staff',
  labelKey: 'menu.add_staff',
  icon: TeamOutlined,
  cells: { staff_code: StaffCodeCell, status: StaffStatusCell },
  widths: { first_name: 120, last_name: 130, department_id: 190 },
  page: StaffPages,
  showPage: (id) => `/add-staff/${encodeURIComponent(id)}`,
  rowActions: [
    {
      name: 'invite',
      icon: MailOutlined,
      when: (row) => Boolean(row.email) && isOneOf('invited', 'active')(row),
      fields: { role: choice(['admin', 'user'], { required: true }) },
      initial: (row) => ({ role: row.account_role ?? 'user' }),
    },
    { name: 'withdraw-invitation', icon: StopOutlined, when: isOneOf('invited'), danger: true },
    {
      name: 'job-role',
      icon: IdcardOutlined,
      when: isSeated,
      fields: { job_role_id: ref('job-roles'), from_date: day({ required: true }) },
      initial: (row, today) => ({ job_role_id: row.job_role_id, from_date: today }),
    },
    { name: 'suspend', icon: PauseCircleOutlined, when: isOneOf('invited', 'active'), danger: true },
    { name: 'reactivate', icon: PlayCircleOutlined, when: isOneOf('suspended') },
    {
      name: 'reset-second-factor',
      icon: SafetyOutlined,
      when: (row) => Boolean(row.account_role) && isOneOf('active', 'suspended')(row),
      danger: true,
    },
    {
      name: 'leave',
      icon: LogoutOutlined,
      when: isSeated,
      danger: true,
      insteadOfDelete: true,
      shows: Team,
      fields: { last_active_day: day({ required: true }) },
      initial: (row, today) => ({ last_active_day: row.last_active_day ?? today }),
    },
    { name: 'stay', icon: RollbackOutlined, when: (row) => Boolean(row.last_active_day) && isSeated(row) },
    {
      name: 'return',
      icon: LoginOutlined,
      when: isOneOf('left'),
      fields: {
        first_day: day({ required: true }),
        job_role_id: ref('job-roles'),
        department_id: ref('departments'),
        manager_id: ref('staff'),
        role: choice(['admin', 'user']),
      },
      initial: ({ job_role_id, department_id, manager_id, account_role, email }, today) => ({
        first_day: today,
        // Where they worked when they left; what is emptied here is none.
        ...{ job_role_id, department_id, manager_id },
        // Their account is gone for good: whoever signed in before is proposed to be invited again, as a user.
        role: account_role && email ? 'user' : null,
      }),
    },
  ],
  bulkActions: [
    { name: 'suspend', icon: PauseCircleOutlined, danger: true, run: command('suspend') },
    { name: 'reactivate', icon: PlayCircleOutlined, run: command('reactivate') },
  ],
};
