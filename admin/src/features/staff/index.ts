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
import { lazyComponent } from '@/components/lazy-component';
import type { ResourceModule, Row } from '@/crud/resource-module';
import { StaffCodeCell } from './staff-code.cell';
import { StaffStatusCell } from './staff-status.cell';

const DirectReports = lazyComponent(() => import('./direct-reports').then((m) => m.DirectReports));
const StaffPages = lazy(() => import('./staff-pages').then((m) => ({ default: m.StaffPages })));

const runForEach = (name: 'suspend' | 'reactivate') => async (ids: readonly string[]) => {
  // Sequential: the first error must stop the rest.
  for (const id of ids) await http.post(`/api/staff/${encodeURIComponent(id)}/${name}`, {});
};
const hasStatus =
  (...statuses: string[]) =>
  (row: Row) =>
    statuses.includes(String(row.status));

const isEmployed = hasStatus(...SEATED_STATUSES);

/** Staff Master. Minimal module: a definition, a route, and the deviations from the generated screens. */
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
      when: (row) => Boolean(row.email) && hasStatus('invited', 'active')(row),
      fields: { role: choice(['admin', 'user'], { required: true }) },
      initial: (row) => ({ role: row.account_role ?? 'user' }),
    },
    { name: 'withdraw-invitation', icon: StopOutlined, when: hasStatus('invited'), danger: true },
    {
      name: 'job-role',
      icon: IdcardOutlined,
      when: isEmployed,
      fields: { job_role_id: ref('job-roles'), from_date: day({ required: true }) },
      initial: (row, today) => ({ job_role_id: row.job_role_id, from_date: today }),
    },
    { name: 'suspend', icon: PauseCircleOutlined, when: hasStatus('invited', 'active'), danger: true },
    { name: 'reactivate', icon: PlayCircleOutlined, when: hasStatus('suspended') },
    {
      name: 'reset-second-factor',
      icon: SafetyOutlined,
      when: (row) => Boolean(row.account_role) && hasStatus('active', 'suspended')(row),
      danger: true,
    },
    {
      name: 'leave',
      icon: LogoutOutlined,
      when: isEmployed,
      danger: true,
      insteadOfDelete: true,
      shows: DirectReports,
      fields: { last_active_day: day({ required: true }) },
      initial: (row, today) => ({ last_active_day: row.last_active_day ?? today }),
    },
    { name: 'stay', icon: RollbackOutlined, when: (row) => Boolean(row.last_active_day) && isEmployed(row) },
    {
      name: 'return',
      icon: LoginOutlined,
      when: hasStatus('left'),
      fields: {
        first_day: day({ required: true }),
        job_role_id: ref('job-roles'),
        department_id: ref('departments'),
        manager_id: ref('staff'),
        role: choice(['admin', 'user']),
      },
      initial: ({ job_role_id, department_id, manager_id, account_role, email }, today) => ({
        first_day: today,
        // Prefilled from the last employment; an emptied field is saved as null.
        job_role_id,
        department_id,
        manager_id,
        // Leaving deleted the account; a person who had one is invited again as a user by default.
        role: account_role && email ? 'user' : null,
      }),
    },
  ],
  bulkActions: [
    { name: 'suspend', icon: PauseCircleOutlined, danger: true, run: runForEach('suspend') },
    { name: 'reactivate', icon: PlayCircleOutlined, run: runForEach('reactivate') },
  ],
};
