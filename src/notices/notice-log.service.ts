import { Injectable } from '@nestjs/common';
import {
  NOTICE_PREVIEW_DAYS,
  NOTICES_PAGE,
  type NoticeKind,
  type NoticeMails,
  type NoticeMailState,
  type NoticePreview,
} from '../contract/notices';
import { fullName } from '../contract/person-name';
import { addDays, dayAt, startOfDay, type Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { toIso } from '../platform/definitions/row';
import { InvalidFields } from '../platform/errors/app-error';
import { fieldError } from '../platform/errors/field-error';
import { idFromBytes } from '../platform/ids';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { DueNotices, type DueMark } from './due-notices.query';
import { NoticeDay } from './notice-day.entity';
import { NoticeNames } from './notice-names.query';
import { NoticeReaders } from './notice-readers';
import { MORNING } from './notice-round';
import { NoticeRules } from './notice-settings.service';

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const HOUR_MS = 3_600_000;
/** So many looks in one answer, one for each of what a day brings: what one finds may be nothing that is told then. */
const LOOKS = 4;

interface MailRow {
  notice_mail_id: Uint8Array;
  staff_id: Uint8Array;
  first_name: string | null;
  last_name: string | null;
  address: string;
  day: Day;
  kinds: string;
  state: NoticeMailState;
  created_at: number | string;
  settled_at: number | string | null;
}
const mailsSql = (narrow: string): string =>
  `SELECT m.notice_mail_id AS notice_mail_id, m.staff_id AS staff_id, s.first_name, s.last_name, m.address, m.day, m.kinds, m.state, m.created_at, m.settled_at
   FROM notice_mail m LEFT JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = m.staff_id
   WHERE m.customer_id = :customer_id AND m.notice_mail_id < :before_id${narrow} ORDER BY m.notice_mail_id DESC LIMIT ${NOTICES_PAGE + 1}`;

/** What an admin sees of notices: which mails went to whom, and what the next days will bring. */
@Injectable()
export class NoticeLog {
  constructor(
    @Records(NoticeDay) private readonly days: TenantRepository<NoticeDay>,
    private readonly due: DueNotices,
    private readonly rules: NoticeRules,
    private readonly readers: NoticeReaders,
    private readonly names: NoticeNames,
    private readonly queries: TenantQueries,
    private readonly clock: Clock,
  ) {}

  /** Newest first. @param state only those; undefined: all */
  async mails(tenant: Tenant, before: string | undefined, state: NoticeMailState | undefined): Promise<NoticeMails> {
    const narrow = state === undefined ? '' : ' AND m.state = :state';
    const values = { before_id: before ?? LAST_ID, ...(state !== undefined && { state }) };
    const rows = await this.queries.rows<MailRow>(tenant, mailsSql(narrow), values);
    const mails = rows.slice(0, NOTICES_PAGE).map((row) => ({
      ...{ notice_mail_id: idFromBytes(row.notice_mail_id), staff_id: idFromBytes(row.staff_id) },
      staff_name: fullName(row.first_name, row.last_name),
      ...{ address: row.address, day: row.day, state: row.state },
      kinds: row.kinds === '' ? [] : (row.kinds.split(',') as NoticeKind[]),
      ...{
        created_at: toIso(Number(row.created_at)),
        settled_at: row.settled_at === null ? null : toIso(Number(row.settled_at)),
      },
    }));
    return { mails, next: rows.length > NOTICES_PAGE ? mails.at(-1)!.notice_mail_id : null };
  }

  /**
   * Who gets what on that day, found by the same look that tells them when it has come (due-notices.query.ts). The next
   * round takes whatever is not told yet, each day behind it only what is new then. What is assigned meanwhile nobody knows.
   * @param day undefined: the next round's @throws InvalidFields
   */
  async preview(tenant: Tenant, asked: Day | undefined, after: string | undefined): Promise<NoticePreview> {
    const first_day = await this.nextRound(tenant);
    const day = asked ?? first_day;
    const last = addDays(first_day, NOTICE_PREVIEW_DAYS - 1);
    if (day < first_day || day > last)
      throw new InvalidFields({
        day: [fieldError('between', `Choose a day from ${first_day} to ${last}.`, { min: first_day, max: last })],
      });
    const { due_soon_days, expiring_days } = await this.rules.read(tenant);
    const at = startOfDay(day, tenant.time_zone) + MORNING * HOUR_MS;
    const round = { at, due_soon_days, expiring_days, only_new: day !== first_day };
    let next = after === undefined ? null : markOf(after);
    const owed = [];
    for (let looks = 0; looks < LOOKS && owed.length < NOTICES_PAGE; looks++) {
      const found = await this.due.look(tenant, round, next);
      owed.push(...found.owed);
      next = found.next;
      if (!next) break;
    }
    const people = owed.flatMap(({ staff_id, about_id }) => [staff_id, ...(about_id ? [about_id] : [])]);
    const readers = await this.readers.among(tenant, people);
    const names = await this.names.of(tenant, owed);
    const notices = owed.flatMap((each) => {
      const reader = readers.get(each.staff_id);
      const channels = reader?.by(each.kind) ?? [];
      if (!reader || !channels.length) return [];
      const { staff_id, kind, detail = null, training_id = null, skill_id = null, about_id } = each;
      return {
        ...{ staff_id, kind, detail, training_id, skill_id, day: each.day, staff_name: reader.name },
        training_title: training_id && (names.get(training_id) ?? null),
        skill_name: skill_id && (names.get(skill_id) ?? null),
        about_name: about_id ? (readers.get(about_id)?.name ?? null) : null,
        ...{ app: channels.includes('app'), mail: channels.includes('mail') },
      };
    });
    return { day, first_day, notices, next: next && textOf(next) };
  }

  private async nextRound(tenant: Tenant): Promise<Day> {
    const today = dayAt(this.clock.now(), tenant.time_zone);
    const made_on = (await this.days.one(tenant, {}))?.made_on ?? null;
    return made_on !== null && made_on >= today ? addDays(today, 1) : today;
  }
}

const textOf = ({ kind, day, after, and }: DueMark): string => [kind, day, after, and].join('.');
const MARK = /^(due_soon|overdue|expiring|session)\.(|\d{4}-\d{2}-\d{2})\.([0-9a-f-]{36})\.([0-9a-f-]{36})$/;

/** @throws InvalidFields */
function markOf(text: string): DueMark {
  const [, kind, day, after, and] = MARK.exec(text) ?? [];
  if (!kind)
    throw new InvalidFields({ after: [fieldError('query', 'Send the `next` value of the previous response.')] });
  return { kind: kind as DueMark['kind'], day: day!, after: after!, and: and! };
}
