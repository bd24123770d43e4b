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
import type { Role } from '@contract/resource';
import type { ComponentType } from 'react';

export interface MenuEntry {
  route: string;
  /** The label's key; English is spelt as the specification spells it. */
  labelKey: string;
  icon: ComponentType<{ 'aria-hidden'?: boolean }>;
  group?: 'report';
  /** Who may open the page where no resource definition says so (contract.md, Who may do what). */
  roles: readonly Role[];
}

const STAFFED: readonly Role[] = ['admin', 'platform'];
const EVERYONE: readonly Role[] = ['admin', 'platform', 'user'];

/** Exactly the specification's 13 entries, in its order (§2). The same for everyone. */
export const MENU: readonly MenuEntry[] = [
  { route: '/home', labelKey: 'menu.home', icon: DashboardOutlined, roles: EVERYONE },
  { route: '/category', labelKey: 'menu.category', icon: ApartmentOutlined, roles: EVERYONE },
  { route: '/training', labelKey: 'menu.training', icon: ReadOutlined, roles: EVERYONE },
  { route: '/add-staff', labelKey: 'menu.add_staff', icon: TeamOutlined, roles: EVERYONE },
  { route: '/skil-master', labelKey: 'menu.skil_master', icon: StarOutlined, roles: EVERYONE },
  { route: '/assign-training', labelKey: 'menu.assign_training', icon: PlusSquareOutlined, roles: ['admin'] },
  { route: '/remove-training', labelKey: 'menu.remove_training', icon: MinusSquareOutlined, roles: ['admin'] },
  { route: '/assign-target-skils', labelKey: 'menu.assign_target_skils', icon: AimOutlined, roles: STAFFED },
  { route: '/quiz-report', labelKey: 'menu.quiz_report', icon: FormOutlined, group: 'report', roles: EVERYONE },
  {
    route: '/skil-matrix-report',
    labelKey: 'menu.skil_matrix_report',
    icon: TableOutlined,
    group: 'report',
    roles: EVERYONE,
  },
  {
    route: '/skil-matrix-report-datewise',
    labelKey: 'menu.skil_matrix_report_datewise',
    icon: CalendarOutlined,
    group: 'report',
    roles: EVERYONE,
  },
  {
    route: '/targeted-matrix-report-datewise',
    labelKey: 'menu.targeted_matrix_report_datewise',
    icon: RadarChartOutlined,
    group: 'report',
    roles: EVERYONE,
  },
  {
    route: '/skil-wise-report',
    labelKey: 'menu.skil_wise_report',
    icon: BarChartOutlined,
    group: 'report',
    roles: EVERYONE,
  },
];

/** Reached from the user menu. The last three are for platform staff; an organisation's admin may open its own row. */
export const USER_MENU = {
  settings: { route: '/settings', labelKey: 'menu.settings', roles: EVERYONE },
  myTraining: { route: '/my-training', labelKey: 'menu.my_training', roles: EVERYONE },
  platform: [
    { route: '/customer-list', labelKey: 'menu.customers', roles: STAFFED },
    { route: '/subscribers', labelKey: 'menu.subscribers', roles: STAFFED },
    { route: '/subscription-packages', labelKey: 'menu.subscription_packages', roles: STAFFED },
  ],
} as const;
