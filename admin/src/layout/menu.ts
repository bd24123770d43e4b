import {
  AimOutlined,
  ApartmentOutlined,
  BarChartOutlined,
  CalendarOutlined,
  DashboardOutlined,
  FormOutlined,
  MinusSquareOutlined,
  PlusSquareOutlined,
  RadarChartOutlined,
  ReadOutlined,
  StarOutlined,
  TableOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import type { ComponentType } from 'react';

export interface MenuEntry {
  route: string;
  /** The label's key; English is spelt as the specification spells it. */
  labelKey: string;
  icon: ComponentType<{ 'aria-hidden'?: boolean }>;
  group?: 'report';
}

/** Exactly the specification's 13 entries, in its order (§2). The same for everyone. */
export const MENU: readonly MenuEntry[] = [
  { route: '/home', labelKey: 'menu.home', icon: DashboardOutlined },
  { route: '/category', labelKey: 'menu.category', icon: ApartmentOutlined },
  { route: '/training', labelKey: 'menu.training', icon: ReadOutlined },
  { route: '/add-staff', labelKey: 'menu.add_staff', icon: TeamOutlined },
  { route: '/skil-master', labelKey: 'menu.skil_master', icon: StarOutlined },
  { route: '/assign-training', labelKey: 'menu.assign_training', icon: PlusSquareOutlined },
  { route: '/remove-training', labelKey: 'menu.remove_training', icon: MinusSquareOutlined },
  { route: '/assign-target-skils', labelKey: 'menu.assign_target_skils', icon: AimOutlined },
  { route: '/quiz-report', labelKey: 'menu.quiz_report', icon: FormOutlined, group: 'report' },
  {
    route: '/skil-matrix-report',
    labelKey: 'menu.skil_matrix_report',
    icon: TableOutlined,
    group: 'report',
  },
  {
    route: '/skil-matrix-report-datewise',
    labelKey: 'menu.skil_matrix_report_datewise',
    icon: CalendarOutlined,
    group: 'report',
  },
  {
    route: '/targeted-matrix-report-datewise',
    labelKey: 'menu.targeted_matrix_report_datewise',
    icon: RadarChartOutlined,
    group: 'report',
  },
  {
    route: '/skil-wise-report',
    labelKey: 'menu.skil_wise_report',
    icon: BarChartOutlined,
    group: 'report',
  },
];

/**
 * Reached from the user menu. The last four are for platform staff; an organisation's admin may open its own row, and finds
 * its jobs in the drawer over whatever page. What users wrote is a tab beside them.
 */
export const USER_MENU = {
  settings: { route: '/settings', labelKey: 'menu.settings' },
  jobs: { key: 'jobs', labelKey: 'menu.jobs' },
  myTraining: { route: '/my-training', labelKey: 'menu.my_training' },
  platform: [
    { route: '/customer-list', labelKey: 'menu.customers' },
    { route: '/subscribers', labelKey: 'menu.subscribers' },
    { route: '/subscription-packages', labelKey: 'menu.subscription_packages' },
    { route: '/jobs', labelKey: 'menu.jobs' },
  ],
} as const;

/** True for the entry of the page in view, its sub-pages included. */
export const isCurrent = (entry: MenuEntry, pathname: string): boolean =>
  pathname === entry.route || pathname.startsWith(`${entry.route}/`);
