import { Injectable } from '@nestjs/common';
import {
  NOTICE_PREVIEW_DAYS,
  NOTICES_PAGE,
  type NoticeKind,
  type NoticeMailsResponse,
  type NoticeMailState,
  type NoticePreviewResponse,
} from '../../contract/notices';
import { fullName } from '../../contract/person-name';
import { addDays, dayAt, startOfDay, type Day } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { toIso } from '../../common/rest/row';
import { InvalidFieldsError } from '../../common/errors/app-error';
import { fieldError } from '../../common/errors/field-error';
import { idFromBytes } from '../../common/ids';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { DueNoticesQuery, type DueCursor } from './due-notices.query';
import { NoticeDay } from './notice-day.entity';
import { NoticeNamesQuery } from './notice-names.query';
import { NoticeRecipientsQuery } from './notice-recipients.query';
import { MORNING_HOUR } from './daily-notices.job';
import { NoticeSettingsService } from './notice-settings.service';

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const HOUR_MS = 3_600_000;
/** Pages searched per response, one for each kind: a page may have no notices to show. */
const PAGES_PER_RESPONSE = 4;

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
const mailsSql = (condition: string): string =>
  `SELECT m.notice_mail_id AS notice_mail_id, m.staff_id AS staff_id, s.first_name, s.last_name, m.address, m.day, m.kinds, m.state, m.created_at, m.settled_at
   FROM notice_mail m LEFT JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = m.staff_id
   WHERE m.customer_id = :customer_id AND m.notice_mail_id < :before_id${condition} ORDER BY m.notice_mail_id DESC LIMIT ${NOTICES_PAGE + 1}`;

/** Notices for admins: the log of mails, and a preview of the next days. */
@Injectable()
export class NoticeLogService {
  constructor(
    @InjectTenantRepository(NoticeDay) private readonly days: TenantRepository<NoticeDay>,
    private readonly dueNotices: DueNoticesQuery,
    private readonly settings: NoticeSettingsService,
    private readonly recipients: NoticeRecipientsQuery,
    private readonly names: NoticeNamesQuery,
    private readonly queries: TenantQueries,
    private readonly clock: Clock,
  ) {}

  /** Newest first. @param state undefined: all */
  async mails(
    tenant: Tenant,
    before: string | undefined,
    state: NoticeMailState | undefined,
  ): Promise<NoticeMailsResponse> {
    const condition = state === undefined ? '' : ' AND m.state = :state';
    const values = { before_id: before ?? LAST_ID, ...(state !== undefined && { state }) };
    const rows = await this.queries.rows<MailRow>(tenant, mailsSql(condition), values);
    const mails = rows.slice(0, NOTICES_PAGE).map((row) => ({
      notice_mail_id: idFromBytes(row.notice_mail_id),
      staff_id: idFromBytes(row.staff_id),
      staff_name: fullName(row.first_name, row.last_name),
      address: row.address,
      day: row.day,
      state: row.state,
      kinds: row.kinds === '' ? [] : (row.kinds.split(',') as NoticeKind[]),
      created_at: toIso(Number(row.created_at)),
      settled_at: row.settled_at === null ? null : toIso(Number(row.settled_at)),
    }));
    return { mails, next: rows.length > NOTICES_PAGE ? mails.at(-1)!.notice_mail_id : null };
  }

  /**
   * Notices of a day, by the query of the daily job (due-notices.query.ts). The next run writes all that are pending;
   * later days show only new ones. Future assignments are unknown.
   * @param day undefined: the day of the next run @throws InvalidFieldsError
   */
  async preview(
    tenant: Tenant,
    requestedDay: Day | undefined,
    after: string | undefined,
  ): Promise<NoticePreviewResponse> {
    const first_day = await this.findNextRunDay(tenant);
    const day = requestedDay ?? first_day;
    const last = addDays(first_day, NOTICE_PREVIEW_DAYS - 1);
    if (day < first_day || day > last)
      throw new InvalidFieldsError({
        day: [fieldError('between', `Choose a day from ${first_day} to ${last}.`, { min: first_day, max: last })],
      });
    const { due_soon_days, expiring_days } = await this.settings.read(tenant);
    const at = startOfDay(day, tenant.time_zone) + MORNING_HOUR * HOUR_MS;
    const options = { at, due_soon_days, expiring_days, only_new: day !== first_day };
    let cursor = after === undefined ? null : parseCursor(after);
    const dueNotices = [];
    for (let pageCount = 0; pageCount < PAGES_PER_RESPONSE && dueNotices.length < NOTICES_PAGE; pageCount++) {
      const page = await this.dueNotices.findPage(tenant, options, cursor);
      dueNotices.push(...page.notices);
      cursor = page.next;
      if (!cursor) break;
    }
    const staffIds = dueNotices.flatMap(({ staff_id, about_id }) => [staff_id, ...(about_id ? [about_id] : [])]);
    const recipients = await this.recipients.findByIds(tenant, staffIds);
    const names = await this.names.findNames(tenant, dueNotices);
    const notices = dueNotices.flatMap((each) => {
      const recipient = recipients.get(each.staff_id);
      const channels = recipient?.channelsFor(each.kind) ?? [];
      if (!recipient || !channels.length) return [];
      const { staff_id, kind, detail = null, training_id = null, skill_id = null, about_id } = each;
      return {
        staff_id,
        kind,
        detail,
        training_id,
        skill_id,
        day: each.day,
        staff_name: recipient.name,
        training_title: training_id && (names.get(training_id) ?? null),
        skill_name: skill_id && (names.get(skill_id) ?? null),
        about_name: about_id ? (recipients.get(about_id)?.name ?? null) : null,
        app: channels.includes('app'),
        mail: channels.includes('mail'),
      };
    });
    return { day, first_day, notices, next: cursor && formatCursor(cursor) };
  }

  private async findNextRunDay(tenant: Tenant): Promise<Day> {
    const today = dayAt(this.clock.now(), tenant.time_zone);
    const made_on = (await this.days.findOne(tenant, {}))?.made_on ?? null;
    return made_on !== null && made_on >= today ? addDays(today, 1) : today;
  }
}

const formatCursor = ({ kind, day, after, afterSkill }: DueCursor): string => [kind, day, after, afterSkill].join('.');
const CURSOR = /^(due_soon|overdue|expiring|session)\.(|\d{4}-\d{2}-\d{2})\.([0-9a-f-]{36})\.([0-9a-f-]{36})$/;

/** @throws InvalidFieldsError */
function parseCursor(text: string): DueCursor {
  const [, kind, day, after, afterSkill] = CURSOR.exec(text) ?? [];
  if (!kind)
    throw new InvalidFieldsError({ after: [fieldError('query', 'Send the `next` value of the previous response.')] });
  return { kind: kind as DueCursor['kind'], day: day!, after: after!, afterSkill: afterSkill! };
}
