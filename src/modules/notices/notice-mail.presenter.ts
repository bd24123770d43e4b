import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CustomersService } from '../customers/customers.service';
import { NOTICE_KINDS } from '../../contract/notices';
import { Clock } from '../../common/clock';
import { Config } from '../../infrastructure/config/config';
import { MailKindRegistry, type Mail, type QueuedMail } from '../../infrastructure/mail/mail-kind-registry';
import { interpolateMailText, buildMail } from '../../infrastructure/mail/mail-texts';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { TenantFactory } from '../../tenancy/tenant.factory';
import { UnsubscribeLinksService } from './unsubscribe-links.service';
import { NOTICE_MAIL } from './notice-digest.service';
import { NoticeMail } from './notice-mail.entity';
import { NoticeRecipientsQuery, type NoticeRecipient } from './notice-recipients.query';
import { mailKindsOf } from './notice-rules';
import { NOTICE_TEXTS } from './notice-texts';
import { NoticeViewsQuery, type NoticeView } from './notice-views.query';

/** Lines per section; a note says that there are more. */
const LINES_PER_SECTION = 10;
/** Notices read per mail. */
const NOTICES_PER_MAIL = 200;
const OPEN_STATES: readonly (string | null)[] = ['assigned', 'in_progress'];
const STATE_AFTER_SENDING = { sent: 'sent', dropped: 'dropped', dead: 'failed' } as const;

/** Composes the daily mail when it is sent: notices that are still true, by the current preferences. */
@Injectable()
export class NoticeMailPresenter implements OnModuleInit {
  constructor(
    @InjectTenantRepository(NoticeMail) private readonly mails: TenantRepository<NoticeMail>,
    private readonly kinds: MailKindRegistry,
    private readonly noticeViews: NoticeViewsQuery,
    private readonly recipients: NoticeRecipientsQuery,
    private readonly tenantFactory: TenantFactory,
    private readonly customersService: CustomersService,
    private readonly unsubscribeLinks: UnsubscribeLinksService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.kinds.register(NOTICE_MAIL, (queuedMail) => this.compose(queuedMail), {
      handleSettled: async (queuedMail, outcome) => {
        const tenant = await this.tenantFactory.forSystem(queuedMail.customer_id!);
        const { notice_mail_id } = mailIdOf(queuedMail);
        const settled = { state: STATE_AFTER_SENDING[outcome], settled_at: this.clock.now() };
        await this.mails.update(tenant, { notice_mail_id }, settled);
      },
    });
  }

  private async compose(queuedMail: QueuedMail): Promise<Mail | null> {
    const tenant = await this.tenantFactory.forSystem(queuedMail.customer_id!);
    const mail = await this.mails.findOne(tenant, mailIdOf(queuedMail));
    const recipient = mail && (await this.recipients.findOne(tenant, mail.staff_id));
    if (!mail || !recipient || recipient.email === null) return null;
    const notices = await this.noticeViews.findForMail(tenant, mail.staff_id, mail.day, NOTICES_PER_MAIL);
    const relevant = selectRelevant(notices, recipient, this.clock.now());
    return relevant.length ? this.render(tenant, recipient, recipient.email, relevant) : null;
  }

  private async render(
    tenant: Tenant,
    recipient: NoticeRecipient,
    email: string,
    relevant: readonly NoticeView[],
  ): Promise<Mail> {
    const locale = recipient.language;
    const organisation = await this.customersService.nameOf(tenant.customer_id);
    const sections = toSections(relevant, locale, recipient.time_zone ?? tenant.time_zone);
    const [first] = relevant;
    const texts = relevant.length === 1 ? sectionName(first!) : 'digest';
    const { optional: optionalKinds } = mailKindsOf(recipient.rules, recipient.refused);
    const canUnsubscribe = relevant.some(({ kind }) => optionalKinds.includes(kind));
    const leave = canUnsubscribe ? this.unsubscribeLinks.linkFor(tenant.customer_id, recipient.staff_id) : null;
    return buildMail({ folder: __dirname, texts: NOTICE_TEXTS }, { email, locale }, 'notices', {
      texts,
      facts: {
        organisation,
        name: subjectName(first!),
        sections,
        leave,
        more: relevant.length > sections.reduce((count, { lines }) => count + lines.length, 0),
      },
      link: `${this.config.publicUrl}/home`,
      ...(leave !== null && { unsubscribe: leave }),
    });
  }
}

const mailIdOf = ({ facts }: QueuedMail) => ({ notice_mail_id: String(facts['notice_mail_id']) });
const subjectName = ({ training_title, skill_name }: NoticeView): string => training_title ?? skill_name ?? '';

/**
 * Notices that are still true and wanted, one per assignment: a new one that is due soon appears as new, with its due
 * day. Sessions also appear once, since each line shows the current time.
 */
function selectRelevant(notices: readonly NoticeView[], recipient: NoticeRecipient, now: number): NoticeView[] {
  return dedupeSessions(filterCurrent(notices, recipient, now));
}

function filterCurrent(notices: readonly NoticeView[], recipient: NoticeRecipient, now: number): NoticeView[] {
  const newAssignments = new Set(
    notices.filter(({ kind }) => kind === 'assigned').map(({ assignment_id }) => assignment_id),
  );
  return notices.filter((each) => {
    if (!recipient.channelsFor(each.kind).includes('mail') || subjectName(each) === '') return false;
    if (each.kind === 'session') return isSessionCurrent(each, now);
    if (each.detail === 'asked') return each.request_state === 'waiting';
    if (each.detail === 'declined') return true;
    if (each.kind === 'result' || each.kind === 'certificate' || each.skill_id !== null) return true;
    return (
      OPEN_STATES.includes(each.assignment_state) &&
      !(each.kind === 'due_soon' && newAssignments.has(each.assignment_id))
    );
  });
}

/** Keeps the most important notice per session, the latest of equal ones. */
function dedupeSessions(notices: readonly NoticeView[]): NoticeView[] {
  const noticeBySession = new Map<string, NoticeView>();
  for (const each of notices) {
    const before = each.session_id === null ? undefined : noticeBySession.get(each.session_id);
    if (each.session_id !== null && (!before || weightOf(each) >= weightOf(before)))
      noticeBySession.set(each.session_id, each);
  }
  return notices.filter((each) => each.session_id === null || noticeBySession.get(each.session_id) === each);
}

const weightOf = ({ detail }: NoticeView): number => -SESSION_WEIGHTS.indexOf(detail ?? '');
const SESSION_WEIGHTS: readonly string[] = ['cancelled', 'moved_up', 'booked', 'changed', 'tomorrow'];

/** Whether the session is still ahead and the person has a place; a cancellation needs no place. */
function isSessionCurrent({ detail, starts_at, session_status, own_state }: NoticeView, now: number): boolean {
  if (starts_at === null || starts_at <= now) return false;
  if (detail === 'cancelled') return session_status === 'cancelled';
  const currentStates = detail === 'changed' ? ['booked', 'waiting'] : ['booked'];
  return session_status === 'planned' && currentStates.includes(own_state ?? '');
}

/** Prefix of its text keys. */
const sectionName = ({ kind, detail }: NoticeView): string => (detail === null ? kind : `${kind}_${detail}`);

const SESSION_NEWS = ['cancelled', 'changed', 'tomorrow', 'moved_up', 'booked'] as const;
const SECTIONS = NOTICE_KINDS.flatMap((kind) => {
  if (kind === 'assigned') return ['assigned', 'assigned_renewal'];
  if (kind === 'result') return ['result_failed', 'result_passed'];
  if (kind === 'enrolment') return ['enrolment_asked', 'enrolment_approved', 'enrolment_declined'];
  if (kind === 'session') return SESSION_NEWS.map((detail) => `session_${detail}`);
  return kind === 'team' ? ['team_overdue', 'team_expiring'] : [kind];
});

/** Latin digits in all languages, as in the admin. */
const DATE_FORMAT = { calendar: 'gregory', numberingSystem: 'latn', dateStyle: 'long' } as const;

/** Sections by kind, with lines in the language of the reader. */
function toSections(
  notices: readonly NoticeView[],
  locale: string,
  zone: string,
): { heading: string; lines: string[] }[] {
  const days = new Intl.DateTimeFormat(locale, { ...DATE_FORMAT, timeZone: 'UTC' });
  const hours = new Intl.DateTimeFormat(locale, {
    ...DATE_FORMAT,
    timeStyle: 'short',
    timeZone: zone,
  });
  const dayOf = ({ day, starts_at }: NoticeView): string | null =>
    starts_at === null ? day && days.format(Date.parse(day)) : hours.format(starts_at);
  const line = (each: NoticeView): string => {
    const day = dayOf(each) ?? '';
    const key = `${sectionName(each)}_${day === '' ? 'line' : 'line_day'}`;
    return interpolateMailText(NOTICE_TEXTS, locale, key, {
      name: subjectName(each),
      person: each.about_name ?? '',
      day,
    });
  };
  return SECTIONS.flatMap((name) => {
    const sectionNotices = notices.filter((each) => sectionName(each) === name);
    if (!sectionNotices.length) return [];
    return [
      {
        heading: interpolateMailText(NOTICE_TEXTS, locale, `${name}_section`, {}),
        lines: sectionNotices.slice(0, LINES_PER_SECTION).map(line),
      },
    ];
  });
}
