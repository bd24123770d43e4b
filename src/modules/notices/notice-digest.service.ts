import { Injectable } from '@nestjs/common';
import { NOTICE_KINDS, type NoticeKind } from '../../contract/notices';
import { dayAt } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { idFromBytes, newId } from '../../common/ids';
import { MailOutbox } from '../../infrastructure/mail/mail-outbox';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { NoticeMail } from './notice-mail.entity';
import { NoticeRecipientsQuery } from './notice-recipients.query';
import { Notice } from './notice.entity';

/** Mail kind in the outbox. */
export const NOTICE_MAIL = 'notices';
/** People per transaction, each with a mail, an outbox row and its notices. */
const BATCH_SIZE = 100;
/** Delay that gathers events close together into one mail. */
const GATHER_MS = 5 * 60_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** People with waiting notices and no mail of this day. */
const WAITING = `SELECT n.staff_id AS staff_id FROM notice n
  WHERE n.customer_id = :customer_id AND n.state = 'waiting' AND n.staff_id > :after_id AND n.created_at <= :until
    AND NOT EXISTS (SELECT 1 FROM notice_mail m WHERE m.customer_id = :customer_id AND m.staff_id = n.staff_id AND m.day = :today)
  GROUP BY n.staff_id ORDER BY n.staff_id LIMIT ${BATCH_SIZE}`;

/** Kinds of the waiting notices. */
const KINDS = `SELECT n.staff_id AS staff_id, n.kind FROM notice n
  WHERE n.customer_id = :customer_id AND n.state = 'waiting' AND n.staff_id IN (:staff_id)
  GROUP BY n.staff_id, n.kind`;

/**
 * Creates one mail per person and day from the waiting notices. The unique key of `notice_mail` prevents a second one,
 * in the transaction that adds the mail to the outbox. Later notices of the day wait for the next morning.
 */
@Injectable()
export class NoticeDigestService {
  constructor(
    @InjectTenantRepository(Notice) private readonly notices: TenantRepository<Notice>,
    @InjectTenantRepository(NoticeMail) private readonly mails: TenantRepository<NoticeMail>,
    private readonly recipients: NoticeRecipientsQuery,
    private readonly queries: TenantQueries,
    private readonly outbox: MailOutbox,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
  ) {}

  /** @param after last person of the previous batch @returns null if there are no more */
  async createBatch(tenant: Tenant, at: number, after: string | null): Promise<string | null> {
    const today = dayAt(at, tenant.time_zone);
    const parameters = { after_id: after ?? FIRST_ID, until: at - GATHER_MS, today };
    const rows = await this.queries.rows<{ staff_id: Uint8Array }>(tenant, WAITING, parameters);
    if (!rows.length) return null;
    const staff_id = rows.map((row) => idFromBytes(row.staff_id));
    await this.transactions.run(() => this.createMails(tenant, staff_id, today));
    return rows.length === BATCH_SIZE ? staff_id.at(-1)! : null;
  }

  private async createMails(tenant: Tenant, staff_id: readonly string[], day: string): Promise<void> {
    const recipients = await this.recipients.findByIds(tenant, staff_id);
    const kinds = await this.loadKinds(tenant, staff_id);
    const created_at = this.clock.now();
    // People without an address get a dropped mail, which the log shows.
    const newMails = staff_id.map((each) => {
      const email = recipients.get(each)?.email ?? null;
      return {
        notice_mail_id: newId(created_at),
        staff_id: each,
        day,
        created_at,
        address: email === null ? '' : maskAddress(email),
        kinds: (kinds.get(each) ?? []).join(','),
        ...(email === null
          ? { state: 'dropped' as const, settled_at: created_at }
          : { state: 'waiting' as const, settled_at: null }),
      };
    });
    await this.mails.insertMissing(tenant, newMails);
    // Skips mails that another process inserted concurrently.
    const insertedMails = await this.mails.find(tenant, {
      notice_mail_id: newMails.map(({ notice_mail_id }) => notice_mail_id),
    });
    if (!insertedMails.length) return;
    await this.notices.update(
      tenant,
      { staff_id: insertedMails.map((mail) => mail.staff_id), state: 'waiting' },
      { state: 'taken', mailed_on: day },
    );
    const mailsToSend = insertedMails.filter(({ state }) => state === 'waiting');
    await this.outbox.addAll(
      NOTICE_MAIL,
      mailsToSend.map(({ notice_mail_id, staff_id: recipient }) => ({
        customer_id: tenant.customer_id,
        recipient,
        facts: { notice_mail_id },
      })),
    );
  }

  private async loadKinds(tenant: Tenant, staff_id: readonly string[]): Promise<Map<string, NoticeKind[]>> {
    const rows = await this.queries.rows<{ staff_id: Uint8Array; kind: NoticeKind }>(tenant, KINDS, {
      staff_id: [...staff_id],
    });
    const kindsByStaff = new Map<string, NoticeKind[]>();
    for (const { staff_id: bytes, kind } of rows) {
      const id = idFromBytes(bytes);
      kindsByStaff.set(id, [...(kindsByStaff.get(id) ?? []), kind]);
    }
    for (const kinds of kindsByStaff.values()) kinds.sort((a, b) => NOTICE_KINDS.indexOf(a) - NOTICE_KINDS.indexOf(b));
    return kindsByStaff;
  }
}

/** Masked but recognizable: `m•••@plant.example`. */
function maskAddress(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email][0] ?? ''}•••${at === -1 ? '' : email.slice(at)}`;
}
