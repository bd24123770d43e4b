import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Customers } from '../customers/customers.service';
import { NOTICE_KINDS } from '../contract/notices';
import { Clock } from '../platform/clock';
import { Config } from '../platform/config/config';
import { MailKinds, type Mail, type MailToCompose } from '../platform/mail/mail-kinds';
import { filled, mailOf } from '../platform/mail/mail-words';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { Tenants } from '../tenancy/tenants';
import { NoticeLeave } from './notice-leave';
import { NOTICE_MAIL } from './notice-digests';
import { NoticeMail } from './notice-mail.entity';
import { NoticeReaders, type NoticeReader } from './notice-readers';
import { mailsOf } from './notice-rules';
import { NOTICE_TEXTS } from './notice-texts';
import { ToldNotices, type ToldNotice } from './told-notices.query';

/** Of one kind; what is beyond is told by "there is more". */
const SHOWN = 10;
/** Read for one mail. */
const READ = 200;
const OPEN: readonly (string | null)[] = ['assigned', 'in_progress'];
const BECAME = { sent: 'sent', dropped: 'dropped', dead: 'failed' } as const;

/** The mail of a person and day, made when its turn comes: only what is still true, by the choices of that moment. */
@Injectable()
export class NoticeLetters implements OnModuleInit {
  constructor(
    @Records(NoticeMail) private readonly mails: TenantRepository<NoticeMail>,
    private readonly kinds: MailKinds,
    private readonly told: ToldNotices,
    private readonly readers: NoticeReaders,
    private readonly tenants: Tenants,
    private readonly customers: Customers,
    private readonly leave: NoticeLeave,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.kinds.register(NOTICE_MAIL, (owed) => this.letter(owed), {
      settled: async (owed, became) => {
        const tenant = await this.tenants.forSystem(owed.customer_id!);
        const { notice_mail_id } = idsOf(owed);
        const settled = { state: BECAME[became], settled_at: this.clock.now() };
        await this.mails.update(tenant, { notice_mail_id }, settled);
      },
    });
  }

  private async letter(owed: MailToCompose): Promise<Mail | null> {
    const tenant = await this.tenants.forSystem(owed.customer_id!);
    const mail = await this.mails.one(tenant, idsOf(owed));
    const reader = mail && (await this.readers.one(tenant, mail.staff_id));
    if (!mail || !reader || reader.email === null) return null;
    const told = await this.told.ofMail(tenant, mail.staff_id, mail.day, READ);
    const shown = worthTelling(told, reader, this.clock.now());
    return shown.length ? this.written(tenant, reader, reader.email, shown) : null;
  }

  private async written(
    tenant: Tenant,
    reader: NoticeReader,
    email: string,
    shown: readonly ToldNotice[],
  ): Promise<Mail> {
    const locale = reader.language;
    const organisation = await this.customers.nameOf(tenant.customer_id);
    const sections = sectionsOf(shown, locale, reader.time_zone ?? tenant.time_zone);
    const [first] = shown;
    const texts = shown.length === 1 ? sectionName(first!) : 'digest';
    const { free } = mailsOf(reader.rules, reader.refused);
    const isFree = shown.some(({ kind }) => free.includes(kind));
    const leave = isFree ? this.leave.linkFor(tenant.customer_id, reader.staff_id) : null;
    return mailOf({ folder: __dirname, texts: NOTICE_TEXTS }, { email, locale }, 'notices', {
      texts,
      facts: {
        ...{ organisation, name: nameIn(first!), sections, leave },
        more: shown.length > sections.reduce((count, { lines }) => count + lines.length, 0),
      },
      link: `${this.config.publicUrl}/home`,
      ...(leave !== null && { unsubscribe: leave }),
    });
  }
}

const idsOf = ({ facts }: MailToCompose) => ({ notice_mail_id: String(facts['notice_mail_id']) });
const nameIn = ({ training_title, skill_name }: ToldNotice): string => training_title ?? skill_name ?? '';

/**
 * Still so, still wanted, and each assignment once: what is new and due soon is told as new, with its day. Of a session, too,
 * one line: all of them would say when it is now.
 */
function worthTelling(told: readonly ToldNotice[], reader: NoticeReader, now: number): ToldNotice[] {
  return onceASession(stillSo(told, reader, now));
}

function stillSo(told: readonly ToldNotice[], reader: NoticeReader, now: number): ToldNotice[] {
  const fresh = new Set(told.filter(({ kind }) => kind === 'assigned').map(({ assignment_id }) => assignment_id));
  return told.filter((each) => {
    if (!reader.by(each.kind).includes('mail') || nameIn(each) === '') return false;
    if (each.kind === 'session') return isStillSo(each, now);
    if (each.detail === 'asked') return each.request_state === 'waiting';
    if (each.detail === 'declined') return true;
    if (each.kind === 'result' || each.kind === 'certificate' || each.skill_id !== null) return true;
    return OPEN.includes(each.assignment_state) && !(each.kind === 'due_soon' && fresh.has(each.assignment_id));
  });
}

/** Of which the weightiest news is told, the last one of that kind. */
function onceASession(told: readonly ToldNotice[]): ToldNotice[] {
  const kept = new Map<string, ToldNotice>();
  for (const each of told) {
    const before = each.session_id === null ? undefined : kept.get(each.session_id);
    if (each.session_id !== null && (!before || weightOf(each) >= weightOf(before))) kept.set(each.session_id, each);
  }
  return told.filter((each) => each.session_id === null || kept.get(each.session_id) === each);
}

const weightOf = ({ detail }: ToldNotice): number => -SESSION_WEIGHTS.indexOf(detail ?? '');
const SESSION_WEIGHTS: readonly string[] = ['cancelled', 'moved_up', 'booked', 'changed', 'tomorrow'];

/** A session that is to come, and their place in it; that it does not come is told in any case. */
function isStillSo({ detail, starts_at, session_status, own_state }: ToldNotice, now: number): boolean {
  if (starts_at === null || starts_at <= now) return false;
  if (detail === 'cancelled') return session_status === 'cancelled';
  const holds = detail === 'changed' ? ['booked', 'waiting'] : ['booked'];
  return session_status === 'planned' && holds.includes(own_state ?? '');
}

/** What its texts begin with. */
const sectionName = ({ kind, detail }: ToldNotice): string => (detail === null ? kind : `${kind}_${detail}`);

const SESSION_NEWS = ['cancelled', 'changed', 'tomorrow', 'moved_up', 'booked'] as const;
const SECTIONS = NOTICE_KINDS.flatMap((kind) => {
  if (kind === 'assigned') return ['assigned', 'assigned_renewal'];
  if (kind === 'result') return ['result_failed', 'result_passed'];
  if (kind === 'enrolment') return ['enrolment_asked', 'enrolment_approved', 'enrolment_declined'];
  if (kind === 'session') return SESSION_NEWS.map((detail) => `session_${detail}`);
  return kind === 'team' ? ['team_overdue', 'team_expiring'] : [kind];
});

/** Latin digits in every language, as the screens have them. */
const WRITTEN = { calendar: 'gregory', numberingSystem: 'latn', dateStyle: 'long' } as const;

/** By kind, in their order, each line in the reader's language. */
function sectionsOf(told: readonly ToldNotice[], locale: string, zone: string): { heading: string; lines: string[] }[] {
  const days = new Intl.DateTimeFormat(locale, { ...WRITTEN, timeZone: 'UTC' });
  const hours = new Intl.DateTimeFormat(locale, {
    ...WRITTEN,
    timeStyle: 'short',
    timeZone: zone,
  });
  const dayOf = ({ day, starts_at }: ToldNotice): string | null =>
    starts_at === null ? day && days.format(Date.parse(day)) : hours.format(starts_at);
  const line = (each: ToldNotice): string => {
    const day = dayOf(each) ?? '';
    const key = `${sectionName(each)}_${day === '' ? 'line' : 'line_day'}`;
    return filled(NOTICE_TEXTS, locale, key, { name: nameIn(each), person: each.about_name ?? '', day });
  };
  return SECTIONS.flatMap((name) => {
    const own = told.filter((each) => sectionName(each) === name);
    if (!own.length) return [];
    return [{ heading: filled(NOTICE_TEXTS, locale, `${name}_section`, {}), lines: own.slice(0, SHOWN).map(line) }];
  });
}
