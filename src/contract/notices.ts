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
  'Of a result passed or failed; of the team overdue or expiring; of what is assigned anew because it lapses renewal; of a session booked, moved_up, changed, cancelled or tomorrow; of an enrolment asked, approved or declined; null otherwise.',
);
const about = {
  kind,
  detail,
  training_id: described(orNull(id), 'What is to be learnt; null: it is about a skill.'),
  training_title: orNull(text),
  skill_id: described(orNull(id), 'Whose level ends; null: it is about a training.'),
  skill_name: orNull(text),
};

/** One line behind the bell. */
const notice = fields({
  notice_id: described(id, 'Key of the notice.'),
  ...about,
  assignment_id: described(orNull(id), 'The assignment that it is about; null: none.'),
  attempt_id: described(orNull(id), 'The attempt that it is the result of; null: it is no result.'),
  session_id: described(orNull(id), 'The session that it is about; null: none.'),
  starts_at: described(orNull(instant), 'When that session begins; null: it is about none, or it is gone.'),
  about_id: described(orNull(id), 'Who of the team; null: the reader.'),
  about_name: described(orNull(text), 'What that person is called; null: the reader.'),
  day: described(
    orNull(day),
    'Due, overdue: the day on which it is due; expiring: the last day on which it is valid; null: no day is set.',
  ),
  read: described(flag, 'Whether its reader has read it.'),
  created_at: instant,
});
export type Notice = Of<typeof notice>;

/** `GET /api/notices` */
export const noticesAnswer = fields({
  notices: described(listOf(notice), 'At most 20, newest first.'),
  unread: like(described(whole, `Unread ones, counted up to ${NOTICES_COUNTED}.`), 3),
  next: described(orNull(id), 'Send it back as `before` for older ones; null: there are none.'),
});
export type Notices = Of<typeof noticesAnswer>;

/** `GET /api/notices/unread`, `POST /api/notices/read`, `POST /api/notices/read-all` */
export const noticesReadAnswer = fields({
  unread: like(described(whole, `Unread ones, counted up to ${NOTICES_COUNTED}.`), 3),
});
export type NoticesRead = Of<typeof noticesReadAnswer>;

const choice = fields({
  kind,
  app: described(flag, 'Whether it comes behind the bell.'),
  mail: described(flag, 'Whether it comes by mail.'),
  app_offered: described(flag, 'Whether the organisation lets it come behind the bell at all.'),
  mail_offered: described(
    oneOfWords(NOTICE_MAIL_RULES),
    'What the organisation says of the mail: off, on, or always, which nobody can switch off.',
  ),
});
export type NoticeChoice = Of<typeof choice>;

/** `GET` and `PUT /api/notices/choices` */
export const noticeChoicesAnswer = fields({
  choices: described(listOf(choice), 'One of each kind; empty: whoever asks has no staff record.'),
  email: described(orNull(text), 'Where the mails go; null: there is no address, and none come.'),
});
export type NoticeChoices = Of<typeof noticeChoicesAnswer>;

const rule = fields({
  kind,
  app: described(flag, 'Whether it comes behind the bell.'),
  mail: described(oneOfWords(NOTICE_MAIL_RULES), 'Whether it comes by mail; always: nobody can switch it off.'),
});
export type NoticeRule = Of<typeof rule>;

/** `GET` and `PATCH /api/settings/notices` */
export const noticeSettingsAnswer = fields({
  due_soon_days: like(described(whole, 'Days before the due day.'), 7),
  expiring_days: like(described(whole, 'Days before the last valid day.'), 30),
  rules: described(listOf(rule), 'One of each kind.'),
  row_version: whole,
});
export type NoticeSettingsAnswer = Of<typeof noticeSettingsAnswer>;

/** `GET /api/settings/notices/preview`: who gets what on a day to come. */
export const noticePreviewAnswer = fields({
  day: described(day, 'The day that is shown.'),
  first_day: described(day, 'The next day on which notices are made.'),
  notices: described(
    listOf(
      fields({
        ...about,
        staff_id: described(id, 'Who gets it.'),
        staff_name: text,
        about_name: described(orNull(text), 'Who of the team; null: whoever gets it.'),
        day: described(day, 'The day that it speaks of: due, or valid until.'),
        app: described(flag, 'Whether it comes behind the bell.'),
        mail: described(flag, 'Whether it comes by mail.'),
      }),
    ),
    'Who is told what.',
  ),
  next: described(orNull(text), 'Send it back as `after` for the rest of the day; null: that was all.'),
});
export type NoticePreview = Of<typeof noticePreviewAnswer>;

export const NOTICE_MAIL_STATES = ['waiting', 'sent', 'failed', 'dropped'] as const;
export type NoticeMailState = (typeof NOTICE_MAIL_STATES)[number];

const mail = fields({
  notice_mail_id: described(id, 'Key of the mail.'),
  staff_id: described(id, 'Whose mail it is.'),
  staff_name: text,
  address: described(text, 'Where it goes, masked.'),
  day: described(day, 'Its day: at most one mail a person and day.'),
  kinds: described(listOf(kind), 'What it tells of.'),
  state: described(
    oneOfWords(NOTICE_MAIL_STATES),
    'dropped: nothing of it was true any more, or the person cannot be written to, when its turn came.',
  ),
  created_at: instant,
  settled_at: described(orNull(instant), 'When it was sent or given up; null: it waits.'),
});

/** `GET /api/settings/notices/mails`: what was sent, newest first. */
export const noticeMailsAnswer = fields({
  mails: described(listOf(mail), 'At most 20, newest first.'),
  next: described(orNull(id), 'Send it back as `before` for older ones; null: there are none.'),
});
export type NoticeMails = Of<typeof noticeMailsAnswer>;
