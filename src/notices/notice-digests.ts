import { Injectable } from '@nestjs/common';
import { NOTICE_KINDS, type NoticeKind } from '../contract/notices';
import { dayAt } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { idFromBytes, newId } from '../platform/ids';
import { Outbox } from '../platform/mail/outbox';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { NoticeMail } from './notice-mail.entity';
import { NoticeReaders } from './notice-readers';
import { Notice } from './notice.entity';

/** The kind of its mails in the outbox. */
export const NOTICE_MAIL = 'notices';
/** People in one transaction: a mail, its place in the outbox, and what it takes along. */
const AT_A_TIME = 100;
/** What happens shortly after one another is told in one mail. */
const GATHER_MS = 5 * 60_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Who has something waiting, and no mail of this day yet. */
const WAITING = `SELECT n.staff_id AS staff_id FROM notice n
  WHERE n.customer_id = :customer_id AND n.state = 'waiting' AND n.staff_id > :after_id AND n.created_at <= :until
    AND NOT EXISTS (SELECT 1 FROM notice_mail m WHERE m.customer_id = :customer_id AND m.staff_id = n.staff_id AND m.day = :today)
  GROUP BY n.staff_id ORDER BY n.staff_id LIMIT ${AT_A_TIME}`;

/** Of which kinds it is. */
const KINDS = `SELECT n.staff_id AS staff_id, n.kind FROM notice n
  WHERE n.customer_id = :customer_id AND n.state = 'waiting' AND n.staff_id IN (:staff_id)
  GROUP BY n.staff_id, n.kind`;

/**
 * Makes one mail of whatever waits for a person, at most one a day: the unique key of `notice_mail` decides, in the
 * transaction that owes the mail to the outbox, which sends it once. What comes later on a day waits for the next morning.
 */
@Injectable()
export class NoticeDigests {
  constructor(
    @Records(Notice) private readonly notices: TenantRepository<Notice>,
    @Records(NoticeMail) private readonly mails: TenantRepository<NoticeMail>,
    private readonly readers: NoticeReaders,
    private readonly queries: TenantQueries,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** For some people. @param after the last person of the portion before; null: the first one @returns null: that was all */
  async make(tenant: Tenant, at: number, after: string | null): Promise<string | null> {
    const today = dayAt(at, tenant.time_zone);
    const asked = { after_id: after ?? FIRST_ID, until: at - GATHER_MS, today };
    const rows = await this.queries.rows<{ staff_id: Uint8Array }>(tenant, WAITING, asked);
    if (!rows.length) return null;
    const staff_id = rows.map((row) => idFromBytes(row.staff_id));
    await this.transactions.run(() => this.makeFor(tenant, staff_id, today));
    return rows.length === AT_A_TIME ? staff_id.at(-1)! : null;
  }

  private async makeFor(tenant: Tenant, staff_id: readonly string[], day: string): Promise<void> {
    const readers = await this.readers.among(tenant, staff_id);
    const kinds = await this.kindsOf(tenant, staff_id);
    const created_at = this.clock.now();
    // Whoever cannot be written to any more gets none, and it shows.
    const made = staff_id.map((each) => {
      const email = readers.get(each)?.email ?? null;
      return {
        ...{ notice_mail_id: newId(created_at), staff_id: each, day, created_at },
        ...{ address: email === null ? '' : maskedAddress(email), kinds: (kinds.get(each) ?? []).join(',') },
        ...(email === null
          ? { state: 'dropped' as const, settled_at: created_at }
          : { state: 'waiting' as const, settled_at: null }),
      };
    });
    await this.mails.insertMissing(tenant, made);
    // Another process may have made some of them at this moment: theirs are not ours to send.
    const ours = await this.mails.find(tenant, { notice_mail_id: made.map(({ notice_mail_id }) => notice_mail_id) });
    if (!ours.length) return;
    await this.notices.update(
      tenant,
      { staff_id: ours.map((mail) => mail.staff_id), state: 'waiting' },
      { state: 'taken', mailed_on: day },
    );
    const owed = ours.filter(({ state }) => state === 'waiting');
    await this.outbox.addAll(
      NOTICE_MAIL,
      owed.map(({ notice_mail_id, staff_id: recipient }) => ({
        ...{ customer_id: tenant.customer_id, recipient, facts: { notice_mail_id } },
      })),
    );
  }

  private async kindsOf(tenant: Tenant, staff_id: readonly string[]): Promise<Map<string, NoticeKind[]>> {
    const rows = await this.queries.rows<{ staff_id: Uint8Array; kind: NoticeKind }>(tenant, KINDS, {
      staff_id: [...staff_id],
    });
    const found = new Map<string, NoticeKind[]>();
    for (const { staff_id: bytes, kind } of rows) {
      const id = idFromBytes(bytes);
      found.set(id, [...(found.get(id) ?? []), kind]);
    }
    for (const kinds of found.values()) kinds.sort((a, b) => NOTICE_KINDS.indexOf(a) - NOTICE_KINDS.indexOf(b));
    return found;
  }
}

/** Enough to recognise one's own: `m•••@plant.example`. */
function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email][0] ?? ''}•••${at === -1 ? '' : email.slice(at)}`;
}
