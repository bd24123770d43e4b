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
import { laterPage } from '@/api/later-page';
import type { AppRoute } from '@/crud/app-routes';
import type { ResourceModule } from '@/crud/module';
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

const SIGNED_IN: readonly Role[] = ['admin', 'platform', 'user'];

/** The list of a resource. What an organisation's API key may read is that organisation's; the server goes by the same rule. */
function list(module: ResourceModule, rest: Pick<AppRoute, 'menu' | 'tab'> = {}): AppRoute {
  const { route, labelKey, icon, definition } = module;
  const ofOneCustomer = definition.read.includes('platform') && definition.read.includes('api_key');
  return { path: route, labelKey, icon, roles: definition.read, ofOneCustomer, module, ...rest };
}

function report(
  path: string,
  labelKey: string,
  icon: AppRoute['icon'],
  load: Parameters<typeof laterPage<object>>[0],
  menu?: 'report',
): AppRoute {
  return { path, labelKey, icon, roles: SIGNED_IN, ofOneCustomer: true, page: laterPage(load), ...(menu && { menu }) };
}

/** Every screen behind the sign-in, once: in the order of the menus, the palette and the tabs. */
export const ROUTES: readonly AppRoute[] = [
  {
    path: '/home',
    labelKey: 'menu.home',
    icon: DashboardOutlined,
    roles: SIGNED_IN,
    menu: 'main',
    page: laterPage(() => import('@/features/home/home').then((m) => m.HomePage)),
  },
  list(trainingCategoriesModule, { menu: 'main' }),
  list(trainingsModule, { menu: 'main', tab: { group: 'trainings', labelKey: 'trainings.tab' } }),
  list(staffModule, { menu: 'main', tab: { group: 'staff', labelKey: 'staff.tab' } }),
  list(skillsModule, { menu: 'main', tab: { group: 'skills', labelKey: 'skills.title' } }),
  {
    path: '/assign-training',
    labelKey: 'menu.assign_training',
    icon: PlusSquareOutlined,
    roles: ['admin'],
    menu: 'main',
    tab: { group: 'assigning', labelKey: 'assignment-rules.tab' },
    page: laterPage(() =>
      import('@/features/training-assignments/assign/assign-training').then((m) => m.AssignTrainingPage),
    ),
    learnerPage: laterPage(() => import('@/features/learner/catalogue/catalogue').then((m) => m.CataloguePage)),
  },
  list(trainingAssignmentsModule, { menu: 'main' }),
  {
    path: '/assign-target-skils',
    labelKey: 'menu.assign_target_skils',
    icon: AimOutlined,
    roles: ['admin', 'platform'],
    ofOneCustomer: true,
    menu: 'main',
    tab: { group: 'targets', labelKey: 'skill-targets.grid_tab' },
    page: laterPage(() => import('@/features/skill-targets/grid/assign-targets').then((m) => m.AssignTargetsPage)),
    learnerPage: laterPage(() => import('@/features/learner/skills/own-targets').then((m) => m.OwnTargetsPage)),
  },
  report(
    '/quiz-report',
    'menu.quiz_report',
    FormOutlined,
    () => import('@/features/reports/tables/quiz').then((m) => m.QuizPage),
    'report',
  ),
  report(
    '/skil-matrix-report',
    'menu.skil_matrix_report',
    TableOutlined,
    () => import('@/features/reports/matrix/all-skills').then((m) => m.AllSkillsPage),
    'report',
  ),
  report(
    '/skil-matrix-report-datewise',
    'menu.skil_matrix_report_datewise',
    CalendarOutlined,
    () => import('@/features/reports/matrix/datewise').then((m) => m.DatewisePage),
    'report',
  ),
  report(
    '/targeted-matrix-report-datewise',
    'menu.targeted_matrix_report_datewise',
    RadarChartOutlined,
    () => import('@/features/reports/matrix/targeted').then((m) => m.TargetedPage),
    'report',
  ),
  report(
    '/skil-wise-report',
    'menu.skil_wise_report',
    BarChartOutlined,
    () => import('@/features/reports/tables/skill-wise').then((m) => m.SkillWisePage),
    'report',
  ),
  {
    path: '/my-training',
    labelKey: 'menu.my_training',
    icon: PlayCircleOutlined,
    roles: SIGNED_IN,
    menu: 'own',
    tab: { group: 'learner', labelKey: 'learner.title' },
    page: laterPage(() => import('@/features/learner/my-training').then((m) => m.MyTraining)),
  },
  {
    path: '/my-skills',
    labelKey: 'learner.skills.title',
    icon: StarOutlined,
    roles: SIGNED_IN,
    tab: { group: 'learner' },
    page: laterPage(() => import('@/features/learner/skills/my-skills').then((m) => m.MySkillsPage)),
  },
  report('/expiring-skills', 'reports.expiring-skills.title', FieldTimeOutlined, () =>
    import('@/features/reports/expiring-skills').then((m) => m.ExpiringSkillsPage),
  ),
  {
    path: '/update-password',
    labelKey: 'menu.reset_password',
    icon: KeyOutlined,
    roles: SIGNED_IN,
    menu: 'account',
    page: laterPage(() => import('@/features/auth/update-password').then((m) => m.UpdatePasswordPage)),
  },
  {
    path: '/settings',
    labelKey: 'menu.settings',
    icon: SettingOutlined,
    roles: SIGNED_IN,
    menu: 'account',
    page: laterPage(() => import('@/features/account/settings').then((m) => m.SettingsPage)),
  },
  {
    path: '/import',
    labelKey: 'kit.import',
    icon: ImportOutlined,
    roles: ['admin'],
    page: laterPage(() => import('@/features/import/import-page').then((m) => m.ImportPage)),
  },
  list(departmentsModule, { tab: { group: 'staff' } }),
  list(jobRolesModule, { tab: { group: 'staff' } }),
  list(quizzesModule, { tab: { group: 'trainings' } }),
  list(trainingSessionsModule, { tab: { group: 'trainings' } }),
  list(sessionBookingsModule, { tab: { group: 'trainings', roles: ['admin'] } }),
  list(enrolmentRequestsModule, { tab: { group: 'trainings' } }),
  list(trainingLocationsModule, { tab: { group: 'trainings' } }),
  list(questionsModule, { tab: { group: 'trainings' } }),
  list(assignmentRulesModule, { tab: { group: 'assigning' } }),
  list(skillTargetsModule, { tab: { group: 'targets' } }),
  list(roleTargetsModule, { tab: { group: 'targets' } }),
  list(skillEvidenceModule, { tab: { group: 'skills' } }),
  list(certificatesModule, { tab: { group: 'skills' } }),
  list(auditEventsModule),
  list(customersModule, { menu: 'platform', tab: { group: 'platform' } }),
  list(subscribersModule, { menu: 'platform', tab: { group: 'platform' } }),
  list(subscriptionPackagesModule, { menu: 'platform', tab: { group: 'platform' } }),
  list(supportMessagesModule, { tab: { group: 'platform', labelKey: 'menu.support_messages' } }),
  {
    path: '/jobs',
    labelKey: 'menu.jobs',
    icon: ScheduleOutlined,
    roles: ['platform'],
    menu: 'platform',
    tab: { group: 'platform' },
    page: laterPage(() => import('@/features/jobs/jobs-page').then((m) => m.JobsPage)),
  },
];

export const MODULES: readonly ResourceModule[] = ROUTES.flatMap(({ module }) => module ?? []);
