/**
 * contract.md, "Who may do what", as data: a row for every operation of the OpenAPI document, written by hand and never
 * derived from the code that it judges. Whoever adds an operation adds its row here (test/isolation/who-may.spec.ts).
 *
 * ✓     yes, whosever it is
 * own   rows of the own organisation, another's are not found
 * self  own rows only: those of the staff record of the session, which an admin may have or not; of an API key the files and
 *       imports that it started
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

/** `read('skills')`: its list, its row, and all of the list as a file. */
const read = (...names: string[]): string[] =>
  names.flatMap((name) => [`${name}_list`, `${name}_one`, `${name}_export_download`]);
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
  {
    says: 'live: what is told is each reader’s own (test/isolation/live.spec.ts)',
    may: ['✓', 'own', 'self', '–', '–'],
    manager: 'line',
    operations: ['live_open'],
  },
  { says: 'health', may: ['✓', '✓', '✓', '✓', '✓'], operations: ['health_live', 'health_ready', 'health_version'] },
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
    says: 'notices: each reader’s own; who has no staff record is told nothing',
    may: ['–', 'own', 'self', '–', '–'],
    operations: ['page', 'unread', 'read', 'readAll', 'chosen', 'choose'].map((verb) => `notices_${verb}`),
  },
  {
    says: 'notices of the organisation: settings, preview, log of mails',
    may: ['–', 'own', '–', '–', '–'],
    operations: ['read', 'change', 'preview', 'mails'].map((verb) => `notice_settings_${verb}`),
  },
  {
    says: 'what the organisation’s certificates look like',
    may: ['–', 'own', '–', '–', '–'],
    operations: ['read', 'change', 'preview', 'image', 'putImage', 'removeImage'].map(
      (verb) => `certificate_settings_${verb}`,
    ),
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
    operations: [
      'quiz_questions_questions',
      'learning_videoUrl',
      'training_video_link',
      'training_document_open',
      'training_captions_list',
    ],
  },
  {
    says: 'SaveQuizandvideo; attempts and progress: create',
    may: ['–', 'self', 'self', '–', '–'],
    operations: [
      ...['quiz_play_details_save', 'attempts_start', 'attempts_answer', 'attempts_submit', 'video_progress_beat'],
      ...['training_document_see', 'training_document_acknowledge'],
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
    says: 'search: what the lists show',
    may: ['–', 'own', 'self', '–', '–'],
    manager: 'line',
    operations: ['search_search'],
  },
  {
    says: 'departments, job-roles, skills, categories, trainings: read (a learner what is published)',
    may: ['view', 'own', 'own', '–', 'own'],
    operations: [
      ...read(
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
    says: 'staff, assignments, targets: read (a learner own rows); skill-evidence, attempts, certificates: read',
    may: ['view', 'own', 'self', '–', 'own'],
    manager: 'line',
    operations: [
      ...read(
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
    says: 'quizzes; progress: read (a learner own rows); and what withdraws a skill or excuses from it',
    may: ['view', 'own', 'self', '–', 'own'],
    operations: [
      ...read('quizzes', 'exemptions', 'revocations'),
      'video_progress_list',
      'video_progress_export_download',
    ],
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
      ...write(
        'staff',
        'invite',
        'withdrawInvitation',
        'suspend',
        'reactivate',
        'leave',
        'stay',
        'comeBack',
        'resetSecondFactor',
        'setJobRole',
      ),
      'staff_reassign',
      ...write('departments', 'reassign'),
      ...write('job_roles', 'archive', 'unarchive', 'reassign'),
      ...write('skills', 'archive', 'unarchive', 'reassign'),
      ...write('training_categories', 'archive', 'unarchive', 'reassign'),
      ...write('training_locations', 'archive', 'unarchive'),
      ...write('training_sessions', 'cancel', 'bookPeople', 'cancelBookings', 'mark'),
      'training_revisions_publish',
      ...write('trainings', 'publish', 'archive', 'unarchive', 'reassign'),
      ...['training_skills_replace', 'training_video_upload', 'training_video_remove'],
      ...['training_video_renditions', 'training_video_askRenditions', 'training_video_progressSummary'],
      'training_assignments_pastVideoProgress',
      ...['training_document_write', 'training_document_remove'],
      ...['training_captions_put', 'training_captions_remove'],
      ...['list', 'begin', 'one', 'part', 'complete', 'discard'].map((command) => `training_uploads_${command}`),
      ...write('quizzes', 'archive', 'unarchive', 'restore', 'giveTime'),
      ...['training_assignments_assign', 'training_assignments_preview', 'training_assignments_remove'],
      ...['extend', 'waive', 'resume', 'giveExtraAttempt'].map((command) => `training_assignments_${command}`),
      ...['attempts_void', 'questions_regrade'],
      ...write('skill_targets', 'setGrid'),
      ...write('role_targets'),
      ...write('exemptions'),
    ],
  },
  {
    says: 'trainings: what of one was published when',
    may: ['view', 'own', '–', '–', 'own'],
    operations: ['training_revisions_list'],
  },
  {
    says: 'enrolments: the own one in a training',
    may: ['–', 'own', 'own', '–', '–'],
    operations: ['training_enrolment_enrol', 'training_enrolment_withdraw'],
  },
  {
    says: 'requests to take part: read (a learner own rows)',
    may: ['view', 'own', 'self', '–', 'own'],
    manager: 'line',
    operations: read('enrolment_requests'),
  },
  {
    says: 'requests to take part: decided by an admin or the line above, never one’s own',
    may: ['–', 'own', '–', '–', '–'],
    manager: 'line',
    operations: ['enrolment_requests_approve', 'enrolment_requests_decline'],
  },
  {
    says: 'sessions: the own place in one',
    may: ['–', 'own', 'own', '–', '–'],
    operations: ['training_sessions_book', 'training_sessions_leave'],
  },
  {
    says: 'assignment rules, and what they would change',
    may: ['–', 'own', '–', '–', '–'],
    operations: [
      ...read('assignment_rules'),
      ...write('assignment_rules', 'archive', 'unarchive', 'previewDraft', 'preview'),
    ],
  },
  {
    says: 'quizzes: extra time, of everybody for an admin, else the own',
    may: ['–', 'own', 'self', '–', '–'],
    operations: ['quizzes_extraTimes'],
  },
  {
    says: 'questions, into and out of files; and what shows them: a quiz’s slots, its preview, trying it out',
    may: ['–', 'own', '–', '–', '–'],
    operations: [
      ...read('questions'),
      ...['questions_import', 'questions_export'],
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
    says: 'jobs: own; platform staff see those of all organisations, users those that they asked for',
    may: ['✓', 'own', 'self', '–', '–'],
    operations: ['jobs_list', 'jobs_export_download'],
  },
  {
    says: 'jobs: one of them; API keys the imports that they started',
    may: ['✓', 'own', 'self', '–', 'self'],
    operations: ['jobs_one', 'jobs_rows'],
  },
  {
    says: 'jobs: an organisation stops its own, users and API keys theirs',
    may: ['–', 'own', 'self', '–', 'self'],
    operations: ['jobs_cancel'],
  },
  {
    says: 'jobs: an organisation undoes its own, an API key the imports that it started',
    may: ['–', 'own', '–', '–', 'self'],
    operations: ['jobs_undo'],
  },
  {
    says: 'the file of a job: whoever asked for it, and nobody else',
    may: ['–', 'self', 'self', '–', '–'],
    operations: ['jobs_file', 'jobs_fileLink'],
  },
  {
    says: 'jobs: platform staff try again what was given up',
    may: ['✓', '–', '–', '–', '–'],
    operations: ['jobs_retry'],
  },
  {
    says: 'imports: of what an admin may create by hand',
    may: ['–', 'own', '–', '–', 'own'],
    operations: ['imports_template', 'imports_receive'],
  },
  {
    says: 'imports: an uploaded file; API keys their own',
    may: ['–', 'own', '–', '–', 'self'],
    operations: ['one', 'check', 'rows', 'errors', 'start'].map((name) => `imports_${name}`),
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
    operations: ['audit_events_list', 'audit_events_one', 'audit_export_download'],
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
  {
    says: 'assessments at work: by an admin or a manager of the line, nobody’s own',
    may: ['–', 'own', '–', '–', '–'],
    manager: 'line',
    operations: ['start', 'fill', 'submit', 'confirmInPerson', 'withdraw'].map(
      (name) => `practical_assessments_${name}`,
    ),
  },
  {
    says: 'assessments at work: read',
    may: ['–', 'own', 'self', '–', '–'],
    manager: 'line',
    operations: ['practical_assessments_one', 'staff_assessments_list'],
  },
  {
    says: 'assessments at work: confirmed by whom they are about',
    may: ['–', 'self', 'self', '–', '–'],
    operations: ['practical_assessments_confirm'],
  },
  {
    says: 'what is looked for at work: everybody may read it',
    may: ['–', 'own', 'own', '–', '–'],
    operations: ['skill_checklists_list'],
  },
  {
    says: 'what is looked for at work: written',
    may: ['–', 'own', '–', '–', '–'],
    operations: ['skill_checklists_put', 'skill_checklists_remove'],
  },
  {
    says: 'skill-evidence: its files; changed by the person and by whoever signs it off while it waits',
    may: ['–', 'own', 'self', '–', '–'],
    manager: 'line',
    operations: ['evidence_proofs_list', 'evidence_proofs_add', 'evidence_proofs_remove'],
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
