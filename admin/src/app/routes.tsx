import {
  AimOutlined,
  BarChartOutlined,
  CalendarOutlined,
  DashboardOutlined,
  FieldTimeOutlined,
  FormOutlined,
  ImportOutlined,
  KeyOutlined,
  PlayCircleOutlined,
  PlusSquareOutlined,
  RadarChartOutlined,
  ScheduleOutlined,
  SettingOutlined,
  StarOutlined,
  TableOutlined,
} from '@ant-design/icons';
import type { Role } from '@contract/resource';
import { lazyRoutePage } from '@/api/lazy-route-page';
import type { AppRoute } from '@/crud/app-routes';
import type { ResourceModule } from '@/crud/resource-module';
import { assignmentRulesModule } from '@/features/assignment-rules';
import { auditEventsModule } from '@/features/audit-events';
import { certificatesModule } from '@/features/certificates';
import { customersModule } from '@/features/customers';
import { departmentsModule } from '@/features/departments';
import { enrolmentRequestsModule } from '@/features/enrolment-requests';
import { jobRolesModule } from '@/features/job-roles';
import { questionsModule } from '@/features/questions';
import { quizzesModule } from '@/features/quizzes';
import { skillEvidenceModule } from '@/features/skill-evidence';
import { roleTargetsModule, skillTargetsModule } from '@/features/skill-targets';
import { skillsModule } from '@/features/skills';
import { staffModule } from '@/features/staff';
import { subscribersModule } from '@/features/subscribers';
import { subscriptionPackagesModule } from '@/features/subscription-packages';
import { supportMessagesModule } from '@/features/support-messages';
import { trainingAssignmentsModule } from '@/features/training-assignments';
import { trainingCategoriesModule } from '@/features/training-categories';
import { trainingLocationsModule } from '@/features/training-locations';
import { sessionBookingsModule, trainingSessionsModule } from '@/features/training-sessions';
import { trainingsModule } from '@/features/trainings';

const ALL_ROLES: readonly Role[] = ['admin', 'platform', 'user'];

/** The list route of a resource. If customer API keys may read it, platform staff must choose a customer. */
function listRoute(module: ResourceModule, rest: Pick<AppRoute, 'menu' | 'tab'> = {}): AppRoute {
  const { route, labelKey, icon, definition } = module;
  const requiresCustomer = definition.read.includes('platform') && definition.read.includes('api_key');
  return { path: route, labelKey, icon, roles: definition.read, requiresCustomer, module, ...rest };
}

function reportRoute(
  path: string,
  labelKey: string,
  icon: AppRoute['icon'],
  load: Parameters<typeof lazyRoutePage<object>>[0],
  menu?: 'report',
): AppRoute {
  return {
    path,
    labelKey,
    icon,
    roles: ALL_ROLES,
    requiresCustomer: true,
    page: lazyRoutePage(load),
    ...(menu && { menu }),
  };
}

/** All screens of the workspace, in the order of the menus, the palette and the tabs. */
export const ROUTES: readonly AppRoute[] = [
  {
    path: '/home',
    labelKey: 'menu.home',
    icon: DashboardOutlined,
    roles: ALL_ROLES,
    menu: 'main',
    page: lazyRoutePage(() => import('@/features/home/home').then((m) => m.HomePage)),
  },
  listRoute(trainingCategoriesModule, { menu: 'main' }),
  listRoute(trainingsModule, { menu: 'main', tab: { group: 'trainings', labelKey: 'trainings.tab' } }),
  listRoute(staffModule, { menu: 'main', tab: { group: 'staff', labelKey: 'staff.tab' } }),
  listRoute(skillsModule, { menu: 'main', tab: { group: 'skills', labelKey: 'skills.title' } }),
  {
    path: '/assign-training',
    labelKey: 'menu.assign_training',
    icon: PlusSquareOutlined,
    roles: ['admin'],
    menu: 'main',
    tab: { group: 'assigning', labelKey: 'assignment-rules.tab' },
    page: lazyRoutePage(() =>
      import('@/features/training-assignments/assign/assign-training').then((m) => m.AssignTrainingPage),
    ),
    learnerPage: lazyRoutePage(() => import('@/features/learner/catalogue/catalogue').then((m) => m.CataloguePage)),
  },
  listRoute(trainingAssignmentsModule, { menu: 'main' }),
  {
    path: '/assign-target-skils',
    labelKey: 'menu.assign_target_skils',
    icon: AimOutlined,
    roles: ['admin', 'platform'],
    requiresCustomer: true,
    menu: 'main',
    tab: { group: 'targets', labelKey: 'skill-targets.grid_tab' },
    page: lazyRoutePage(() => import('@/features/skill-targets/grid/assign-targets').then((m) => m.AssignTargetsPage)),
    learnerPage: lazyRoutePage(() => import('@/features/learner/skills/own-targets').then((m) => m.OwnTargetsPage)),
  },
  reportRoute(
    '/quiz-report',
    'menu.quiz_report',
    FormOutlined,
    () => import('@/features/reports/tables/quiz-report-page').then((m) => m.QuizReportPage),
    'report',
  ),
  reportRoute(
    '/skil-matrix-report',
    'menu.skil_matrix_report',
    TableOutlined,
    () => import('@/features/reports/matrix/all-skills-page').then((m) => m.AllSkillsPage),
    'report',
  ),
  reportRoute(
    '/skil-matrix-report-datewise',
    'menu.skil_matrix_report_datewise',
    CalendarOutlined,
    () => import('@/features/reports/matrix/datewise-page').then((m) => m.DatewisePage),
    'report',
  ),
  reportRoute(
    '/targeted-matrix-report-datewise',
    'menu.targeted_matrix_report_datewise',
    RadarChartOutlined,
    () => import('@/features/reports/matrix/targeted-skills-page').then((m) => m.TargetedSkillsPage),
    'report',
  ),
  reportRoute(
    '/skil-wise-report',
    'menu.skil_wise_report',
    BarChartOutlined,
    () => import('@/features/reports/tables/skill-wise-page').then((m) => m.SkillWisePage),
    'report',
  ),
  {
    path: '/my-training',
    labelKey: 'menu.my_training',
    icon: PlayCircleOutlined,
    roles: ALL_ROLES,
    menu: 'own',
    tab: { group: 'learner', labelKey: 'learner.title' },
    page: lazyRoutePage(() => import('@/features/learner/my-training').then((m) => m.MyTraining)),
  },
  {
    path: '/my-skills',
    labelKey: 'learner.skills.title',
    icon: StarOutlined,
    roles: ALL_ROLES,
    tab: { group: 'learner' },
    page: lazyRoutePage(() => import('@/features/learner/skills/my-skills').then((m) => m.MySkillsPage)),
  },
  reportRoute('/expiring-skills', 'reports.expiring-skills.title', FieldTimeOutlined, () =>
    import('@/features/reports/expiring-skills-page').then((m) => m.ExpiringSkillsPage),
  ),
  {
    path: '/update-password',
    labelKey: 'menu.reset_password',
    icon: KeyOutlined,
    roles: ALL_ROLES,
    menu: 'account',
    page: lazyRoutePage(() => import('@/features/auth/update-password').then((m) => m.UpdatePasswordPage)),
  },
  {
    path: '/settings',
    labelKey: 'menu.settings',
    icon: SettingOutlined,
    roles: ALL_ROLES,
    menu: 'account',
    page: lazyRoutePage(() => import('@/features/account/settings').then((m) => m.SettingsPage)),
  },
  {
    path: '/import',
    labelKey: 'kit.import',
    icon: ImportOutlined,
    roles: ['admin'],
    page: lazyRoutePage(() => import('@/features/import/import-page').then((m) => m.ImportPage)),
  },
  listRoute(departmentsModule, { tab: { group: 'staff' } }),
  listRoute(jobRolesModule, { tab: { group: 'staff' } }),
  listRoute(quizzesModule, { tab: { group: 'trainings' } }),
  listRoute(trainingSessionsModule, { tab: { group: 'trainings' } }),
  listRoute(sessionBookingsModule, { tab: { group: 'trainings', roles: ['admin'] } }),
  listRoute(enrolmentRequestsModule, { tab: { group: 'trainings' } }),
  listRoute(trainingLocationsModule, { tab: { group: 'trainings' } }),
  listRoute(questionsModule, { tab: { group: 'trainings' } }),
  listRoute(assignmentRulesModule, { tab: { group: 'assigning' } }),
  listRoute(skillTargetsModule, { tab: { group: 'targets' } }),
  listRoute(roleTargetsModule, { tab: { group: 'targets' } }),
  listRoute(skillEvidenceModule, { tab: { group: 'skills' } }),
  listRoute(certificatesModule, { tab: { group: 'skills' } }),
  listRoute(auditEventsModule),
  listRoute(customersModule, { menu: 'platform', tab: { group: 'platform' } }),
  listRoute(subscribersModule, { menu: 'platform', tab: { group: 'platform' } }),
  listRoute(subscriptionPackagesModule, { menu: 'platform', tab: { group: 'platform' } }),
  listRoute(supportMessagesModule, { tab: { group: 'platform', labelKey: 'menu.support_messages' } }),
  {
    path: '/jobs',
    labelKey: 'menu.jobs',
    icon: ScheduleOutlined,
    roles: ['platform'],
    menu: 'platform',
    tab: { group: 'platform' },
    page: lazyRoutePage(() => import('@/features/jobs/jobs-page').then((m) => m.JobsPage)),
  },
];

export const MODULES: readonly ResourceModule[] = ROUTES.flatMap(({ module }) => module ?? []);
