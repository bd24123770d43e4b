/**
 * contract.md, "Who may do what", as data: a row for every operation of the OpenAPI document, written by hand and never
 * derived from the code that it judges. Whoever adds an operation adds its row here (test/isolation/who-may.spec.ts).
 *
 * ✓     yes, whosever it is
 * own   rows of the own organisation, another's are not found
 * self  own rows only: those of the staff record of the session, which an admin may have or not
 * line  a user who is somebody's manager (contract.md, Managers): the rows of everybody below, too
 * view  platform staff look at the organisation they name in `customer_id`; audited
 * T     whoever holds the flow's secret, signed in or not
 * –     403 or 404; anonymous on a closed call 401
 */
export type Right = '✓' | 'own' | 'self' | 'line' | 'view' | 'T' | '–';
export const ROLES = ['platform', 'admin', 'user', 'anonymous', 'api_key'] as const;
export type Caller = (typeof ROLES)[number];
/** `manager` is no role: a user below whom somebody stands. */
export type Row = Readonly<Record<Caller | 'manager', Right>>;

interface Group {
  /** The row of contract.md. */
  says: string;
  may: readonly [platform: Right, admin: Right, user: Right, anonymous: Right, api_key: Right];
  /** Left out: as any user. */
  manager?: Right;
  operations: readonly string[];
}

/** `read('skills')`: its list and its row. */
const read = (...names: string[]): string[] => names.flatMap((name) => [`${name}_list`, `${name}_one`]);
const write = (name: string, ...more: string[]): string[] =>
  ['create', 'change', 'remove', ...more].map((verb) => `${name}_${verb}`);

const GROUPS: readonly Group[] = [
  {
    says: 'logins, GetFinancialYear, check_email, send_otp, send_forgot_email_link; and their twins',
    may: ['✓', '✓', '✓', '✓', '–'],
    operations: [
      ...['customer_login', 'users_authenticate', 'employees_financialYear', 'common_checkEmail', 'common_sendOtp'],
      ...[
        'common_sendForgotEmailLink',
        'auth_login',
        'auth_askPasskey',
        'auth_logout',
        'auth_emailAvailability',
        'auth_sendCode',
      ],
      'auth_forgotPassword',
    ],
  },
  {
    says: 'get_subscription_list; and its twin',
    may: ['✓', '✓', '✓', '✓', '✓'],
    operations: ['common_subscriptionList', 'subscription_packages_offered'],
  },
  { says: 'health', may: ['✓', '✓', '✓', '✓', '✓'], operations: ['health_live', 'health_ready'] },
  {
    says: 'verify_otp, decryption_code, SaveCustomer, SaveSubscriber, UpdateCustomerPassword; and their twins',
    may: ['T', 'T', 'T', 'T', '–'],
    operations: [
      ...[
        'common_verifyOtp',
        'common_decryptionCode',
        'customer_master_saveCustomer',
        'subscriber_master_saveSubscriber',
      ],
      ...['customer_master_updateCustomerPassword', 'auth_verifyCode', 'auth_register', 'auth_checkLink'],
      ...['auth_checkNames', 'auth_confirmNames'],
      ...['auth_resetPassword', 'auth_enterByPasskey', 'auth_refresh', 'media_play'],
    ],
  },
  {
    says: 'UpdateCustomerPassword of the own account; own profile',
    may: ['self', 'self', 'self', '–', '–'],
    operations: [
      'auth_changePassword',
      'me_read',
      'me_prefer',
      ...['list', 'ask', 'create', 'rename', 'remove'].map((command) => `passkeys_${command}`),
      ...['state', 'start', 'confirm', 'renewCodes', 'remove'].map((command) => `second_factor_${command}`),
      ...['me_askNames', 'me_resendNames', 'me_cancelNames'],
      'my_sessions_list',
      'my_sessions_end',
      'my_sessions_endOthers',
    ],
  },
  {
    says: 'get_available_count, get_subscription_details',
    may: ['view', 'own', 'own', '–', 'own'],
    operations: ['common_availableCount', 'common_subscriptionDetails'],
  },
  {
    says: 'customer and subscriber lists, ListCustomer; customers, subscribers, packages: read',
    may: ['✓', 'own', '–', '–', '–'],
    operations: [
      ...['common_registeredCustomers', 'common_subscribersList', 'customer_master_listCustomers'],
      ...['customer_master_listCustomer', ...read('customers', 'subscribers', 'subscription_packages')],
    ],
  },
  {
    says: 'UpdateCustomer; customers: update',
    may: ['✓', 'own', '–', '–', '–'],
    operations: ['customer_master_updateCustomer', 'customers_change'],
  },
  {
    says: 'customers: suspend, close',
    may: ['✓', '–', '–', '–', '–'],
    operations: [
      'customers_suspend',
      'customers_reactivate',
      'customers_close',
      'login_reminders_resendLogin',
      'second_factor_resets_resetRegistrant',
    ],
  },
  {
    says: 'packages: CRUD (archive when used)',
    may: ['✓', '–', '–', '–', '–'],
    operations: write('subscription_packages', 'archive', 'unarchive', 'restore'),
  },
  {
    says: 'subscribers: CRUD',
    may: ['✓', '–', '–', '–', '–'],
    operations: ['subscribe', 'change', 'extend', 'changePlan'].map((verb) => `subscribers_${verb}`),
  },
  {
    says: 'get_quiz_questions, get_video_url_id: own, preview; assigned',
    may: ['–', 'own', 'self', '–', '–'],
    operations: ['quiz_questions_questions', 'learning_videoUrl', 'training_video_link'],
  },
  {
    says: 'SaveQuizandvideo; attempts and progress: create',
    may: ['–', 'self', 'self', '–', '–'],
    operations: [
      ...['quiz_play_details_save', 'attempts_start', 'attempts_answer', 'attempts_submit', 'video_progress_beat'],
    ],
  },
  {
    says: 'SaveTrainingListBy…',
    may: ['–', 'own', '–', '–', '–'],
    operations: ['training_lists_byTraining', 'training_lists_byCategory'],
  },
  {
    says: 'totals of the organisation: nobody’s who sees a part of it',
    may: ['view', 'own', '–', '–', 'own'],
    operations: ['reports_totals', 'reports_attention'],
  },
  {
    says: 'Result/* and reports',
    may: ['view', 'own', 'self', '–', 'own'],
    manager: 'line',
    operations: [
      ...['result_matrixReport', 'result_datewise', 'result_targeted', 'result_skillWise', 'reports_skillMatrix'],
      ...[
        'reports_summary',
        'reports_datewise',
        'reports_targeted',
        'reports_skillWise',
        'quiz_report_rows',
        'quiz_report_summary',
        'quiz_report_download',
        'reports_explain',
        'reports_targetsOfPerson',
        'reports_holders',
        'reports_skillsOfPerson',
        'reports_trail',
        'reports_history',
        'reports_expiring',
      ],
    ],
  },
  {
    says: 'search: what the lists show',
    may: ['–', 'own', 'self', '–', '–'],
    manager: 'line',
    operations: ['search_search'],
  },
  {
    says: 'departments, job-roles, skills, categories, trainings: read (a learner what is published)',
    may: ['view', 'own', 'own', '–', 'own'],
    operations: [
      ...read('departments', 'job_roles', 'skills', 'training_categories', 'training_locations', 'trainings'),
      'training_skills_list',
    ],
  },
  {
    says: 'staff, assignments, targets: read (a learner own rows); skill-evidence, attempts: read',
    may: ['view', 'own', 'self', '–', 'own'],
    manager: 'line',
    operations: [
      ...read('staff', 'training_assignments', 'skill_targets', 'skill_evidence', 'attempts'),
      'staff_jobRoles',
      'staff_employments',
    ],
  },
  {
    says: 'quizzes; progress: read (a learner own rows); and what withdraws a skill or excuses from it',
    may: ['view', 'own', 'self', '–', 'own'],
    operations: [...read('quizzes', 'exemptions', 'revocations'), 'video_progress_list'],
  },
  {
    says: 'targets: read, but those of a job role are no learner’s own rows',
    may: ['view', 'own', '–', '–', 'own'],
    operations: read('role_targets'),
  },
  {
    says: 'skills: which trainings give one, drafts too; trainings: what publishing lacks',
    may: ['view', 'own', '–', '–', 'own'],
    operations: ['skill_trainings_list', 'trainings_checklist'],
  },
  {
    says: 'staff … targets: CRUD, with the commands that belong to it',
    may: ['–', 'own', '–', '–', '–'],
    operations: [
      ...write('staff', 'invite', 'suspend', 'reactivate', 'leave', 'comeBack', 'resetSecondFactor', 'setJobRole'),
      'staff_reassign',
      ...write('departments', 'reassign'),
      ...write('job_roles', 'archive', 'unarchive', 'reassign'),
      ...write('skills', 'archive', 'unarchive', 'reassign'),
      ...write('training_categories', 'archive', 'unarchive', 'reassign'),
      ...write('training_locations', 'archive', 'unarchive'),
      ...write('trainings', 'publish', 'archive', 'unarchive', 'reassign'),
      ...['training_skills_replace', 'training_video_upload', 'training_video_remove'],
      ...write('quizzes', 'archive', 'unarchive', 'restore'),
      ...['training_assignments_assign', 'training_assignments_preview', 'training_assignments_remove'],
      ...write('skill_targets', 'setGrid'),
      ...write('role_targets'),
      ...write('exemptions'),
    ],
  },
  {
    says: 'questions; and what shows them: a quiz’s slots, its preview, trying it out',
    may: ['–', 'own', '–', '–', '–'],
    operations: [
      ...read('questions'),
      ...write('questions', 'archive', 'unarchive', 'restore', 'reassign'),
      ...['quizzes_slotsOf', 'quizzes_replaceSlots', 'quizzes_preview', 'quizzes_tryOut'],
    ],
  },
  {
    says: 'skill-evidence: create (a learner `kind: self`)',
    may: ['–', 'own', 'self', '–', '–'],
    operations: ['skill_evidence_record'],
  },
  {
    says: 'Contact us: whoever is signed in writes',
    may: ['✓', 'own', 'own', '–', '–'],
    operations: ['support_messages_create'],
  },
  {
    says: 'Contact us: platform staff read',
    may: ['✓', '–', '–', '–', '–'],
    operations: [...read('support_messages'), 'support_messages_answered', 'support_messages_reopen'],
  },
  {
    says: 'settings',
    may: ['–', 'own', '–', '–', '–'],
    operations: ['settings_read', 'settings_change', 'security_settings_read', 'security_settings_change'],
  },
  {
    says: 'api-keys',
    may: ['–', 'own', '–', '–', '–'],
    operations: [...read('api_keys'), 'api_keys_create', 'api_keys_remove'],
  },
  {
    says: 'audit: all, read; own, read',
    may: ['✓', 'own', '–', '–', '–'],
    operations: [...read('audit_events'), 'audit_export_download'],
  },
  {
    says: 'skill-evidence: void; revoking',
    may: ['–', 'own', '–', '–', '–'],
    operations: ['skill_evidence_void', 'revocations_start', 'revocations_end'],
  },
  {
    says: 'skill-evidence: approve; a manager where the skill says so',
    may: ['–', 'own', '–', '–', '–'],
    manager: 'line',
    operations: ['skill_evidence_approve', 'skill_evidence_reject'],
  },
];

/** Operations that stand in two rows. The matrix may not contradict itself. */
export const TWICE: readonly string[] = GROUPS.flatMap((group) => group.operations).filter(
  (name, at, all) => all.indexOf(name) !== at,
);

/** operationId → who may. */
export const WHO_MAY: ReadonlyMap<string, Row> = new Map(
  GROUPS.flatMap(({ may, manager = may[ROLES.indexOf('user')]!, operations }) => {
    const row = { ...Object.fromEntries(ROLES.map((role, at) => [role, may[at]!])), manager } as Row;
    return operations.map((name) => [name, row] as const);
  }),
);
