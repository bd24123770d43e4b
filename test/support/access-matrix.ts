/**
 * The access matrix: a row for every operation of the OpenAPI document, written by hand and never derived from the
 * code that it tests (test/isolation/permissions.spec.ts).
 * ✓: allowed for all rows
 * own: rows of the own organisation; others are not found
 * self: own rows only: those of the session's staff record; of an API key the files and imports that it started
 * line: a user who is a manager: also the rows of all staff below
 * view: platform staff view the customer named in `customer_id`; audited
 * T: allowed with the flow's secret, signed in or not
 * –: 403 or 404; anonymous on a closed call 401
 */
export type Right = '✓' | 'own' | 'self' | 'line' | 'view' | 'T' | '–';
export const ROLES = ['platform', 'admin', 'user', 'anonymous', 'api_key'] as const;
export type Caller = (typeof ROLES)[number];
/** `manager` is not a role: a user with reports. */
export type AccessRow = Readonly<Record<Caller | 'manager', Right>>;

interface Group {
  /** What the operations are about. */
  description: string;
  rights: readonly [platform: Right, admin: Right, user: Right, anonymous: Right, api_key: Right];
  /** Defaults to the right of `user`. */
  manager?: Right;
  operations: readonly string[];
}

/** List, record and export operations of a resource. */
const readOperations = (...names: string[]): string[] =>
  names.flatMap((name) => [`${name}_list`, `${name}_one`, `${name}_export_download`]);
const writeOperations = (name: string, ...more: string[]): string[] =>
  ['create', 'change', 'remove', ...more].map((verb) => `${name}_${verb}`);

const GROUPS: readonly Group[] = [
  {
    description: 'logins, GetFinancialYear, check_email, send_otp, send_forgot_email_link; and their twins',
    rights: ['✓', '✓', '✓', '✓', '–'],
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
    description: 'get_subscription_list; and its twin',
    rights: ['✓', '✓', '✓', '✓', '✓'],
    operations: ['common_subscriptionList', 'subscription_packages_offered'],
  },
  {
    description: 'live: each reader receives the own events (test/isolation/live.spec.ts)',
    rights: ['✓', 'own', 'self', '–', '–'],
    manager: 'line',
    operations: ['live_open'],
  },
  {
    description: 'health',
    rights: ['✓', '✓', '✓', '✓', '✓'],
    operations: ['health_live', 'health_ready', 'health_version'],
  },
  {
    description: 'verify_otp, decryption_code, SaveCustomer, SaveSubscriber, UpdateCustomerPassword; and their twins',
    rights: ['T', 'T', 'T', 'T', '–'],
    operations: [
      ...[
        'common_verifyOtp',
        'common_decryptionCode',
        'customer_master_saveCustomer',
        'subscriber_master_saveSubscriber',
      ],
      ...['customer_master_updateCustomerPassword', 'auth_verifyCode', 'auth_register', 'auth_checkLink'],
      ...['auth_checkNames', 'auth_confirmNames'],
      ...[
        'auth_resetPassword',
        'auth_acceptInvitation',
        'auth_enterByPasskey',
        'auth_refresh',
        'media_play',
        'media_stream',
        'proof_show',
      ],
    ],
  },
  {
    description: 'UpdateCustomerPassword of the own account; own profile',
    rights: ['self', 'self', 'self', '–', '–'],
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
    description: 'notices: each reader’s own; none without a staff record',
    rights: ['–', 'own', 'self', '–', '–'],
    operations: ['page', 'unread', 'read', 'readAll', 'chosen', 'choose'].map((verb) => `notices_${verb}`),
  },
  {
    description: 'notices of the organisation: settings, preview, log of mails',
    rights: ['–', 'own', '–', '–', '–'],
    operations: ['read', 'change', 'preview', 'mails'].map((verb) => `notice_settings_${verb}`),
  },
  {
    description: 'what the organisation’s certificates look like',
    rights: ['–', 'own', '–', '–', '–'],
    operations: ['read', 'change', 'preview', 'image', 'putImage', 'removeImage'].map(
      (verb) => `certificate_settings_${verb}`,
    ),
  },
  {
    description: 'get_available_count, get_subscription_details',
    rights: ['view', 'own', 'own', '–', 'own'],
    operations: ['common_availableCount', 'common_subscriptionDetails'],
  },
  {
    description: 'customer and subscriber lists, ListCustomer; customers, subscribers, packages: read',
    rights: ['✓', 'own', '–', '–', '–'],
    operations: [
      ...['common_registeredCustomers', 'common_subscribersList', 'customer_master_listCustomers'],
      ...['customer_master_listCustomer', ...readOperations('customers', 'subscribers', 'subscription_packages')],
    ],
  },
  {
    description: 'UpdateCustomer; customers: update',
    rights: ['✓', 'own', '–', '–', '–'],
    operations: ['customer_master_updateCustomer', 'customers_change'],
  },
  {
    description: 'customers: suspend, close',
    rights: ['✓', '–', '–', '–', '–'],
    operations: [
      'customers_suspend',
      'customers_reactivate',
      'customers_close',
      'login_reminders_resendLogin',
      'second_factor_resets_resetRegistrant',
    ],
  },
  {
    description: 'packages: CRUD (archive when used)',
    rights: ['✓', '–', '–', '–', '–'],
    operations: writeOperations('subscription_packages', 'archive', 'unarchive', 'restore'),
  },
  {
    description: 'subscribers: CRUD',
    rights: ['✓', '–', '–', '–', '–'],
    operations: ['subscribe', 'change', 'extend', 'changePlan'].map((verb) => `subscribers_${verb}`),
  },
  {
    description: 'get_quiz_questions, get_video_url_id: own, preview; assigned',
    rights: ['–', 'own', 'self', '–', '–'],
    operations: [
      'quiz_questions_questions',
      'learning_videoUrl',
      'training_video_link',
      'training_document_open',
      'training_captions_list',
    ],
  },
  {
    description: 'SaveQuizandvideo; attempts and progress: create',
    rights: ['–', 'self', 'self', '–', '–'],
    operations: [
      ...['quiz_play_details_save', 'attempts_start', 'attempts_answer', 'attempts_submit', 'video_progress_beat'],
      ...['training_document_see', 'training_document_acknowledge'],
    ],
  },
  {
    description: 'SaveTrainingListBy…',
    rights: ['–', 'own', '–', '–', '–'],
    operations: ['training_lists_byTraining', 'training_lists_byCategory'],
  },
  {
    description: 'totals of the organisation: only for those who see all of it',
    rights: ['view', 'own', '–', '–', 'own'],
    operations: ['reports_totals', 'reports_attention'],
  },
  {
    description: 'Result/* and reports',
    rights: ['view', 'own', 'self', '–', 'own'],
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
        ...['skillMatrix', 'datewise', 'targeted', 'skillWise', 'expiring', 'quiz'].map(
          (name) => `report_exports_${name}`,
        ),
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
    description: 'search: what the lists show',
    rights: ['–', 'own', 'self', '–', '–'],
    manager: 'line',
    operations: ['search_search'],
  },
  {
    description: 'departments, job-roles, skills, categories, trainings: read (a learner what is published)',
    rights: ['view', 'own', 'own', '–', 'own'],
    operations: [
      ...readOperations(
        'departments',
        'job_roles',
        'skills',
        'training_categories',
        'training_locations',
        'trainings',
        'training_sessions',
      ),
      'training_sessions_calendar',
      'training_skills_list',
    ],
  },
  {
    description: 'staff, assignments, targets: read (a learner own rows); skill-evidence, attempts, certificates: read',
    rights: ['view', 'own', 'self', '–', 'own'],
    manager: 'line',
    operations: [
      ...readOperations(
        'staff',
        'training_assignments',
        'skill_targets',
        'skill_evidence',
        'attempts',
        'certificates',
        'session_bookings',
      ),
      'certificates_file',
      'staff_jobRoles',
      'staff_employments',
    ],
  },
  {
    description: 'quizzes; progress: read (a learner own rows); and what withdraws a skill or excuses from it',
    rights: ['view', 'own', 'self', '–', 'own'],
    operations: [
      ...readOperations('quizzes', 'exemptions', 'revocations'),
      'video_progress_list',
      'video_progress_export_download',
    ],
  },
  {
    description: 'targets: read, but those of a job role are no learner’s own rows',
    rights: ['view', 'own', '–', '–', 'own'],
    operations: readOperations('role_targets'),
  },
  {
    description: 'skills: which trainings give one, drafts too; trainings: what publishing lacks',
    rights: ['view', 'own', '–', '–', 'own'],
    operations: ['skill_trainings_list', 'trainings_checklist'],
  },
  {
    description: 'staff … targets: CRUD, with the commands that belong to it',
    rights: ['–', 'own', '–', '–', '–'],
    operations: [
      ...writeOperations(
        'staff',
        'invite',
        'withdrawInvitation',
        'suspend',
        'reactivate',
        'leave',
        'stay',
        'rehire',
        'resetSecondFactor',
        'setJobRole',
      ),
      'staff_reassign',
      ...writeOperations('departments', 'reassign'),
      ...writeOperations('job_roles', 'archive', 'unarchive', 'reassign'),
      ...writeOperations('skills', 'archive', 'unarchive', 'reassign'),
      ...writeOperations('training_categories', 'archive', 'unarchive', 'reassign'),
      ...writeOperations('training_locations', 'archive', 'unarchive'),
      ...writeOperations('training_sessions', 'cancel', 'bookPeople', 'cancelBookings', 'mark'),
      'training_revisions_publish',
      ...writeOperations('trainings', 'publish', 'archive', 'unarchive', 'reassign'),
      ...['training_skills_replace', 'training_video_upload', 'training_video_remove'],
      ...['training_video_renditions', 'training_video_askRenditions', 'training_video_progressSummary'],
      'training_assignments_pastVideoProgress',
      ...['training_document_write', 'training_document_remove'],
      ...['training_captions_put', 'training_captions_remove'],
      ...['list', 'begin', 'one', 'part', 'complete', 'discard'].map((command) => `training_uploads_${command}`),
      ...writeOperations('quizzes', 'archive', 'unarchive', 'restore', 'giveTime'),
      ...['training_assignments_assign', 'training_assignments_preview', 'training_assignments_remove'],
      ...['extend', 'waive', 'resume', 'giveExtraAttempt'].map((command) => `training_assignments_${command}`),
      ...['attempts_void', 'questions_regrade'],
      ...writeOperations('skill_targets', 'setGrid'),
      ...writeOperations('role_targets'),
      ...writeOperations('exemptions'),
    ],
  },
  {
    description: 'trainings: what of one was published when',
    rights: ['view', 'own', '–', '–', 'own'],
    operations: ['training_revisions_list'],
  },
  {
    description: 'enrolments: the own one in a training',
    rights: ['–', 'own', 'own', '–', '–'],
    operations: ['training_enrolment_enrol', 'training_enrolment_withdraw'],
  },
  {
    description: 'requests to take part: read (a learner own rows)',
    rights: ['view', 'own', 'self', '–', 'own'],
    manager: 'line',
    operations: readOperations('enrolment_requests'),
  },
  {
    description: 'requests to take part: decided by an admin or the line above, never one’s own',
    rights: ['–', 'own', '–', '–', '–'],
    manager: 'line',
    operations: ['enrolment_requests_approve', 'enrolment_requests_decline'],
  },
  {
    description: 'sessions: the own place in one',
    rights: ['–', 'own', 'own', '–', '–'],
    operations: ['training_sessions_book', 'training_sessions_leave'],
  },
  {
    description: 'assignment rules, and what they would change',
    rights: ['–', 'own', '–', '–', '–'],
    operations: [
      ...readOperations('assignment_rules'),
      ...writeOperations('assignment_rules', 'archive', 'unarchive', 'previewDraft', 'preview'),
    ],
  },
  {
    description: 'quizzes: extra time; an admin reads all, others the own',
    rights: ['–', 'own', 'self', '–', '–'],
    operations: ['quizzes_extraTimes'],
  },
  {
    description: 'questions, into and out of files; and what shows them: a quiz’s slots, its preview, trying it out',
    rights: ['–', 'own', '–', '–', '–'],
    operations: [
      ...readOperations('questions'),
      ...['questions_import', 'questions_export'],
      ...writeOperations('questions', 'archive', 'unarchive', 'restore', 'reassign'),
      ...['quizzes_slotsOf', 'quizzes_replaceSlots', 'quizzes_preview', 'quizzes_tryOut'],
    ],
  },
  {
    description: 'skill-evidence: create (a learner `kind: self`)',
    rights: ['–', 'own', 'self', '–', '–'],
    operations: ['skill_evidence_record'],
  },
  {
    description: 'Contact us: every signed-in account may write',
    rights: ['✓', 'own', 'own', '–', '–'],
    operations: ['support_messages_create'],
  },
  {
    description: 'Contact us: platform staff read',
    rights: ['✓', '–', '–', '–', '–'],
    operations: [...readOperations('support_messages'), 'support_messages_answered', 'support_messages_reopen'],
  },
  {
    description: 'jobs: own; platform staff see those of all organisations, users those that they asked for',
    rights: ['✓', 'own', 'self', '–', '–'],
    operations: ['jobs_list', 'jobs_export_download'],
  },
  {
    description: 'jobs: one of them; API keys the imports that they started',
    rights: ['✓', 'own', 'self', '–', 'self'],
    operations: ['jobs_one', 'jobs_rows'],
  },
  {
    description: 'jobs: an organisation stops its own, users and API keys theirs',
    rights: ['–', 'own', 'self', '–', 'self'],
    operations: ['jobs_cancel'],
  },
  {
    description: 'jobs: an organisation undoes its own, an API key the imports that it started',
    rights: ['–', 'own', '–', '–', 'self'],
    operations: ['jobs_undo'],
  },
  {
    description: 'the file of a job: only the account that requested it',
    rights: ['–', 'self', 'self', '–', '–'],
    operations: ['jobs_file', 'jobs_fileLink'],
  },
  {
    description: 'jobs: platform staff retry failed ones',
    rights: ['✓', '–', '–', '–', '–'],
    operations: ['jobs_retry'],
  },
  {
    description: 'imports: of what an admin may create by hand',
    rights: ['–', 'own', '–', '–', 'own'],
    operations: ['imports_template', 'imports_receive'],
  },
  {
    description: 'imports: an uploaded file; API keys their own',
    rights: ['–', 'own', '–', '–', 'self'],
    operations: ['one', 'check', 'rows', 'errors', 'start'].map((name) => `imports_${name}`),
  },
  {
    description: 'settings',
    rights: ['–', 'own', '–', '–', '–'],
    operations: ['settings_read', 'settings_change', 'security_settings_read', 'security_settings_change'],
  },
  {
    description: 'api-keys',
    rights: ['–', 'own', '–', '–', '–'],
    operations: [...readOperations('api_keys'), 'api_keys_create', 'api_keys_remove'],
  },
  {
    description: 'audit: all, read; own, read',
    rights: ['✓', 'own', '–', '–', '–'],
    operations: ['audit_events_list', 'audit_events_one', 'audit_export_download'],
  },
  {
    description: 'skill-evidence: void; revoking',
    rights: ['–', 'own', '–', '–', '–'],
    operations: ['skill_evidence_void', 'revocations_start', 'revocations_end'],
  },
  {
    description: 'skill-evidence: approve; a manager where the skill says so',
    rights: ['–', 'own', '–', '–', '–'],
    manager: 'line',
    operations: ['skill_evidence_approve', 'skill_evidence_reject'],
  },
  {
    description: 'assessments at work: by an admin or a manager above, never the own',
    rights: ['–', 'own', '–', '–', '–'],
    manager: 'line',
    operations: ['start', 'fill', 'submit', 'confirmInPerson', 'withdraw'].map(
      (name) => `practical_assessments_${name}`,
    ),
  },
  {
    description: 'assessments at work: read',
    rights: ['–', 'own', 'self', '–', '–'],
    manager: 'line',
    operations: ['practical_assessments_one', 'staff_assessments_list'],
  },
  {
    description: 'assessments at work: confirmed by the assessed person',
    rights: ['–', 'self', 'self', '–', '–'],
    operations: ['practical_assessments_confirm'],
  },
  {
    description: 'checklists of assessments at work: read by all',
    rights: ['–', 'own', 'own', '–', '–'],
    operations: ['skill_checklists_list'],
  },
  {
    description: 'checklists of assessments at work: written',
    rights: ['–', 'own', '–', '–', '–'],
    operations: ['skill_checklists_put', 'skill_checklists_remove'],
  },
  {
    description: 'skill-evidence: its files; changed by the person and the approver while it is pending',
    rights: ['–', 'own', 'self', '–', '–'],
    manager: 'line',
    operations: ['evidence_proofs_list', 'evidence_proofs_add', 'evidence_proofs_remove'],
  },
];

/** Operations in two rows. The matrix must not contradict itself. */
export const DUPLICATE_OPERATIONS: readonly string[] = GROUPS.flatMap((group) => group.operations).filter(
  (name, at, all) => all.indexOf(name) !== at,
);

/** operationId → rights. */
export const ACCESS_MATRIX: ReadonlyMap<string, AccessRow> = new Map(
  GROUPS.flatMap(({ rights, manager = rights[ROLES.indexOf('user')]!, operations }) => {
    const row = { ...Object.fromEntries(ROLES.map((role, at) => [role, rights[at]!])), manager } as AccessRow;
    return operations.map((name) => [name, row] as const);
  }),
);
