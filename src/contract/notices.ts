import {
  withDescription,
  objectOf,
  flag,
  id,
  instant,
  day,
  withExample,
  listOf,
  stringEnum,
  nullable,
  text,
  integer,
  type Infer,
} from './response-schema';

/** A new kind needs an entry here, its defaults and its texts. */
export const NOTICE_KINDS = [
  'assigned',
  'due_soon',
  'overdue',
  'expiring',
  'result',
  'certificate',
  'session',
  'enrolment',
  'team',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const NOTICE_CHANNELS = ['app', 'mail'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

/** Detail within a kind: results, team, assignments, sessions, enrolment requests. */
const NOTICE_DETAILS = [
  ...(['passed', 'failed', 'overdue', 'expiring', 'renewal'] as const),
  ...(['booked', 'moved_up', 'changed', 'cancelled', 'tomorrow'] as const),
  ...(['asked', 'approved', 'declined'] as const),
] as const;
export type NoticeDetail = (typeof NOTICE_DETAILS)[number];

/** `always`: users cannot switch it off. */
export const NOTICE_MAIL_RULES = ['off', 'on', 'always'] as const;
export type NoticeMailRule = (typeof NOTICE_MAIL_RULES)[number];

/** Maximum days of advance notice a customer can set. */
export const NOTICE_DAYS_MAX = 60;
/** Notices per page. */
export const NOTICES_PAGE = 20;
/** Maximum notices marked as read in one call. */
export const NOTICES_READ_MAX = 100;
/** Days the preview looks ahead. */
export const NOTICE_PREVIEW_DAYS = 14;
/** Unread notices are counted up to this number. */
export const UNREAD_NOTICES_COUNT_MAX = 100;

const kind = stringEnum(NOTICE_KINDS);
const detail = withDescription(
  nullable(stringEnum(NOTICE_DETAILS)),
  'Results: passed or failed; team: overdue or expiring; assignments: renewal; sessions: booked, moved_up, changed, cancelled or tomorrow; enrolments: asked, approved or declined; otherwise null.',
);
const noticeSubjectFields = {
  kind,
  detail,
  training_id: withDescription(nullable(id), 'The training; null: it is about a skill.'),
  training_title: nullable(text),
  skill_id: withDescription(nullable(id), 'The skill whose level expires; null: it is about a training.'),
  skill_name: nullable(text),
};

const noticeSchema = objectOf({
  notice_id: withDescription(id, 'Key of the notice.'),
  ...noticeSubjectFields,
  assignment_id: withDescription(nullable(id), 'The assignment; null: none.'),
  attempt_id: withDescription(nullable(id), 'The attempt of a result; null: no result.'),
  session_id: withDescription(nullable(id), 'The session; null: none.'),
  starts_at: withDescription(nullable(instant), 'Start of that session; null: none, or it no longer exists.'),
  about_id: withDescription(nullable(id), 'Team member; null: the user.'),
  about_name: withDescription(nullable(text), 'Name of that person; null: the user.'),
  day: withDescription(nullable(day), 'Due and overdue: the due date; expiring: the last valid day; null: none.'),
  read: withDescription(flag, 'Whether the user has read it.'),
  created_at: instant,
});
export type NoticeResponse = Infer<typeof noticeSchema>;

/** `GET /api/notices` */
export const noticesSchema = objectOf({
  notices: withDescription(listOf(noticeSchema), 'At most 20, newest first.'),
  unread: withExample(withDescription(integer, `Unread ones, counted up to ${UNREAD_NOTICES_COUNT_MAX}.`), 3),
  next: withDescription(nullable(id), 'Send it as `before` to get older ones; null: none.'),
});
export type NoticesResponse = Infer<typeof noticesSchema>;

/** `GET /api/notices/unread`, `POST /api/notices/read`, `POST /api/notices/read-all` */
export const unreadNoticesSchema = objectOf({
  unread: withExample(withDescription(integer, `Unread ones, counted up to ${UNREAD_NOTICES_COUNT_MAX}.`), 3),
});
export type UnreadNoticesResponse = Infer<typeof unreadNoticesSchema>;

const noticeChoiceSchema = objectOf({
  kind,
  app: withDescription(flag, 'Whether it is shown under the bell.'),
  mail: withDescription(flag, 'Whether it is sent by email.'),
  app_offered: withDescription(flag, 'Whether the organisation allows it under the bell.'),
  mail_offered: withDescription(
    stringEnum(NOTICE_MAIL_RULES),
    'Email setting of the organisation: off, on, or always (cannot be switched off).',
  ),
});
export type NoticeChoice = Infer<typeof noticeChoiceSchema>;

/** `GET` and `PUT /api/notices/choices` */
export const noticeChoicesSchema = objectOf({
  choices: withDescription(listOf(noticeChoiceSchema), 'One per kind; empty if the user has no staff record.'),
  email: withDescription(nullable(text), 'Email address; null: no address, no emails.'),
});
export type NoticeChoicesResponse = Infer<typeof noticeChoicesSchema>;

const noticeRuleSchema = objectOf({
  kind,
  app: withDescription(flag, 'Whether it is shown under the bell.'),
  mail: withDescription(stringEnum(NOTICE_MAIL_RULES), 'Whether it is sent by email; always: cannot be switched off.'),
});
export type NoticeRule = Infer<typeof noticeRuleSchema>;

/** `GET` and `PATCH /api/settings/notices` */
export const noticeSettingsSchema = objectOf({
  due_soon_days: withExample(withDescription(integer, 'Days before the due date.'), 7),
  expiring_days: withExample(withDescription(integer, 'Days before the last valid day.'), 30),
  rules: withDescription(listOf(noticeRuleSchema), 'One per kind.'),
  row_version: integer,
});
export type NoticeSettingsResponse = Infer<typeof noticeSettingsSchema>;

/** `GET /api/settings/notices/preview`: recipients and notices on a future day. */
export const noticePreviewSchema = objectOf({
  day: withDescription(day, 'The day shown.'),
  first_day: withDescription(day, 'The next day on which notices are created.'),
  notices: withDescription(
    listOf(
      objectOf({
        ...noticeSubjectFields,
        staff_id: withDescription(id, 'Recipient.'),
        staff_name: text,
        about_name: withDescription(nullable(text), 'Team member; null: the recipient.'),
        day: withDescription(day, 'Due date, or last valid day.'),
        app: withDescription(flag, 'Whether it is shown under the bell.'),
        mail: withDescription(flag, 'Whether it is sent by email.'),
      }),
    ),
    'Recipients and notices.',
  ),
  next: withDescription(nullable(text), 'Send it as `after` to get the rest of the day; null: no more.'),
});
export type NoticePreviewResponse = Infer<typeof noticePreviewSchema>;

export const NOTICE_MAIL_STATES = ['waiting', 'sent', 'failed', 'dropped'] as const;
export type NoticeMailState = (typeof NOTICE_MAIL_STATES)[number];

const mail = objectOf({
  notice_mail_id: withDescription(id, 'Key of the mail.'),
  staff_id: withDescription(id, 'Recipient of the email.'),
  staff_name: text,
  address: withDescription(text, 'Address, masked.'),
  day: withDescription(day, 'Its day; at most one email per person and day.'),
  kinds: withDescription(listOf(kind), 'Contents of the email.'),
  state: withDescription(
    stringEnum(NOTICE_MAIL_STATES),
    'dropped: when it was due, nothing in it was still true, or the person could not be reached.',
  ),
  created_at: instant,
  settled_at: withDescription(nullable(instant), 'When it was sent or given up; null: waiting.'),
});

/** `GET /api/settings/notices/mails`: sent mails, newest first. */
export const noticeMailsSchema = objectOf({
  mails: withDescription(listOf(mail), 'At most 20, newest first.'),
  next: withDescription(nullable(id), 'Send it as `before` to get older ones; null: none.'),
});
export type NoticeMailsResponse = Infer<typeof noticeMailsSchema>;
