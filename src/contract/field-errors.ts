/**
 * Why a field is refused: code → the facts that come with it. REST answers both beside the English message (`details`);
 * the admin words them in the reader's language as `field_errors.<code>`, or as `errors.<code>` where the whole refusal is
 * about that field (contract.md: "REST answers `code` and facts and the admin words them").
 */
export const FIELD_ERRORS = {
  // What any value of a field may be.
  required: [],
  text: [],
  too_long: ['count'],
  too_long_spelt_out: [],
  too_short: ['count'],
  one_line: [],
  control_characters: [],
  pattern: [],
  digits: ['count'],
  email: [],
  url: [],
  https: [],
  phone: [],
  color: [],
  whole: [],
  number: [],
  decimals: ['count'],
  min: ['min'],
  max: ['max'],
  between: ['min', 'max'],
  day: [],
  instant: [],
  time_zone: [],
  choice: ['choices'],
  flag: [],
  reference: [],
  list: [],
  object: [],
  ranges: [],
  too_few: ['min'],
  too_many: ['count'],
  twice: [],
  version: [],
  unknown_key: ['name'],
  query: [],
  // What it may be among what is there already.
  taken: ['value'],
  unavailable: ['count', 'ids'],
  archived: [],
  itself: [],
  below_itself: [],
  not_published: [],
  has_quiz: [],
  target_from: ['from'],
  // Days and what they stand beside.
  before_first_day: ['from'],
  before_joining: ['joined'],
  after_leaving: [],
  employed_until: ['to_date'],
  day_to_come: [],
  instant_passed: [],
  day_passed: ['today'],
  plan_begins_later: ['today'],
  plan_begins_earlier: ['from'],
  plan_day_passed: ['today'],
  too_far_ahead: ['until'],
  plan_fixes: ['name', 'limit'],
  // People, accounts, passwords.
  own_manager: [],
  manager_circle: ['names'],
  in_own_team: ['name'],
  not_working_here: [],
  email_first: [],
  self_rating: [],
  names_needed: [],
  user_name_email: [],
  user_name_stays: [],
  password_common: [],
  password_own_name: [],
  link_incomplete: [],
  begin_again: [],
  // Trainings, quizzes, targets.
  checklist_category: [],
  checklist_skills: [],
  checklist_video: [],
  checklist_source: [],
  checklist_quiz: [],
  no_published_training: [],
  score_twice: [],
  two_options: [],
  one_right_option: [],
  right_option_missing: [],
  fractions: [],
  same_options: [],
  foreign_option: [],
  played_nothing: [],
  which_training: [],
  which_attempt: [],
  person_or_role: [],
  role_level: [],
  // The whole refusal is about one field.
  email_taken: [],
  user_name_taken: [],
  package_name_taken: ['name'],
  package_not_offered: [],
  current_password_needed: [],
  current_password_wrong: [],
  code_needed: [],
  code_wrong: [],
  otp_wrong: [],
  customer_needed: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type FieldErrorCode = keyof typeof FIELD_ERRORS;
type Fact = string | number | readonly (string | number)[];
export type FieldErrorFacts<C extends FieldErrorCode> = Readonly<Record<(typeof FIELD_ERRORS)[C][number], Fact>>;

/** What only a program can send, never a form: one text stands for all of them. */
export const PROGRAM_ERRORS: ReadonlySet<FieldErrorCode> = new Set<FieldErrorCode>([
  ...(['flag', 'list', 'object', 'ranges', 'version', 'unknown_key', 'query', 'foreign_option'] as const),
  ...(['played_nothing', 'which_training', 'which_attempt', 'person_or_role', 'customer_needed'] as const),
]);

/** One reason, as REST answers it beside its message. */
export interface FieldErrorDetail {
  readonly code: FieldErrorCode;
  readonly facts: Readonly<Record<string, Fact>>;
}
