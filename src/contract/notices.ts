import {
  described,
  fields,
  flag,
  id,
  instant,
  day,
  like,
  listOf,
  oneOfWords,
  orNull,
  text,
  whole,
  type Of,
} from './answer';

/** What people are told of. A slice that has more to tell adds its word here, its defaults below and its texts. */
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

/** What became of a quiz, what of somebody in the team, that what is assigned was had before, what became of a session, or of a request to take part: within a kind. */
const NOTICE_DETAILS = [
  ...(['passed', 'failed', 'overdue', 'expiring', 'renewal'] as const),
  ...(['booked', 'moved_up', 'changed', 'cancelled', 'tomorrow'] as const),
  ...(['asked', 'approved', 'declined'] as const),
] as const;
export type NoticeDetail = (typeof NOTICE_DETAILS)[number];

/** `always`: nobody can switch it off for themselves. */
export const NOTICE_MAIL_RULES = ['off', 'on', 'always'] as const;
export type NoticeMailRule = (typeof NOTICE_MAIL_RULES)[number];

/** How many days before: what an organisation may set. */
export const NOTICE_DAYS_MAX = 60;
/** Notices in one answer. */
export const NOTICES_PAGE = 20;
/** Notices that are marked as read in one call. */
export const NOTICES_READ_MAX = 100;
/** How many days the preview looks ahead. */
export const NOTICE_PREVIEW_DAYS = 14;
/** Unread ones are counted up to here. */
export const NOTICES_COUNTED = 100;

const kind = oneOfWords(NOTICE_KINDS);
const detail = described(
  orNull(oneOfWords(NOTICE_DETAILS)),
  'Results: passed or failed; team: overdue or expiring; assignments: renewal; sessions: booked, moved_up, changed, cancelled or tomorrow; enrolments: asked, approved or declined; otherwise null.',
);
const about = {
  kind,
  detail,
  training_id: described(orNull(id), 'The training; null: it is about a skill.'),
  training_title: orNull(text),
  skill_id: described(orNull(id), 'The skill whose level expires; null: it is about a training.'),
  skill_name: orNull(text),
};

/** One line behind the bell. */
const notice = fields({
  notice_id: described(id, 'Key of the notice.'),
  ...about,
  assignment_id: described(orNull(id), 'The assignment; null: none.'),
  attempt_id: described(orNull(id), 'The attempt of a result; null: no result.'),
  session_id: described(orNull(id), 'The session; null: none.'),
  starts_at: described(orNull(instant), 'Start of that session; null: none, or it no longer exists.'),
  about_id: described(orNull(id), 'Team member; null: the user.'),
  about_name: described(orNull(text), 'Name of that person; null: the user.'),
  day: described(orNull(day), 'Due and overdue: the due date; expiring: the last valid day; null: none.'),
  read: described(flag, 'Whether the user has read it.'),
  created_at: instant,
});
export type Notice = Of<typeof notice>;

/** `GET /api/notices` */
export const noticesAnswer = fields({
  notices: described(listOf(notice), 'At most 20, newest first.'),
  unread: like(described(whole, `Unread ones, counted up to ${NOTICES_COUNTED}.`), 3),
  next: described(orNull(id), 'Send it as `before` to get older ones; null: none.'),
});
export type Notices = Of<typeof noticesAnswer>;

/** `GET /api/notices/unread`, `POST /api/notices/read`, `POST /api/notices/read-all` */
export const noticesReadAnswer = fields({
  unread: like(described(whole, `Unread ones, counted up to ${NOTICES_COUNTED}.`), 3),
});
export type NoticesRead = Of<typeof noticesReadAnswer>;

const choice = fields({
  kind,
  app: described(flag, 'Whether it is shown under the bell.'),
  mail: described(flag, 'Whether it is sent by email.'),
  app_offered: described(flag, 'Whether the organisation allows it under the bell.'),
  mail_offered: described(
    oneOfWords(NOTICE_MAIL_RULES),
    'Email setting of the organisation: off, on, or always (cannot be switched off).',
  ),
});
export type NoticeChoice = Of<typeof choice>;

/** `GET` and `PUT /api/notices/choices` */
export const noticeChoicesAnswer = fields({
  choices: described(listOf(choice), 'One per kind; empty if the user has no staff record.'),
  email: described(orNull(text), 'Email address; null: no address, no emails.'),
});
export type NoticeChoices = Of<typeof noticeChoicesAnswer>;

const rule = fields({
  kind,
  app: described(flag, 'Whether it is shown under the bell.'),
  mail: described(oneOfWords(NOTICE_MAIL_RULES), 'Whether it is sent by email; always: cannot be switched off.'),
});
export type NoticeRule = Of<typeof rule>;

/** `GET` and `PATCH /api/settings/notices` */
export const noticeSettingsAnswer = fields({
  due_soon_days: like(described(whole, 'Days before the due date.'), 7),
  expiring_days: like(described(whole, 'Days before the last valid day.'), 30),
  rules: described(listOf(rule), 'One per kind.'),
  row_version: whole,
});
export type NoticeSettingsAnswer = Of<typeof noticeSettingsAnswer>;

/** `GET /api/settings/notices/preview`: who gets what on a day to come. */
export const noticePreviewAnswer = fields({
  day: described(day, 'The day shown.'),
  first_day: described(day, 'The next day on which notices are created.'),
  notices: described(
    listOf(
      fields({
        ...about,
        staff_id: described(id, 'Recipient.'),
        staff_name: text,
        about_name: described(orNull(text), 'Team member; null: the recipient.'),
        day: described(day, 'Due date, or last valid day.'),
        app: described(flag, 'Whether it is shown under the bell.'),
        mail: described(flag, 'Whether it is sent by email.'),
      }),
    ),
    'Recipients and notices.',
  ),
  next: described(orNull(text), 'Send it as `after` to get the rest of the day; null: no more.'),
});
export type NoticePreview = Of<typeof noticePreviewAnswer>;

export const NOTICE_MAIL_STATES = ['waiting', 'sent', 'failed', 'dropped'] as const;
export type NoticeMailState = (typeof NOTICE_MAIL_STATES)[number];

const mail = fields({
  notice_mail_id: described(id, 'Key of the mail.'),
  staff_id: described(id, 'Recipient of the email.'),
  staff_name: text,
  address: described(text, 'Address, masked.'),
  day: described(day, 'Its day; at most one email per person and day.'),
  kinds: described(listOf(kind), 'Contents of the email.'),
  state: described(
    oneOfWords(NOTICE_MAIL_STATES),
    'dropped: when it was due, nothing in it was still true, or the person could not be reached.',
  ),
  created_at: instant,
  settled_at: described(orNull(instant), 'When it was sent or given up; null: waiting.'),
});

/** `GET /api/settings/notices/mails`: what was sent, newest first. */
export const noticeMailsAnswer = fields({
  mails: described(listOf(mail), 'At most 20, newest first.'),
  next: described(orNull(id), 'Send it as `before` to get older ones; null: none.'),
});
export type NoticeMails = Of<typeof noticeMailsAnswer>;
