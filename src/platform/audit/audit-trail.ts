import { Injectable } from '@nestjs/common';
import { Clock } from '../clock';
import { Database } from '../database/database';
import { RecordStatements } from '../database/record-statements';
import { Transactions } from '../database/transactions';
import { requestContext } from '../http/request-context';
import { newId } from '../ids';
import { AuditEvent } from './audit-event.entity';

export interface AuditEntry {
  customer_id: number;
  account_id: string | null;
  /** Only where an API key acted. */
  api_key_id?: string;
  role: string;
  /** `<subject>.<what happened>` */
  action: string;
  subject_type?: string;
  subject_id?: string;
  was?: object | null;
  became?: object | null;
}

/** What a row knows of an event that nobody told when it happened. */
export interface PastEntry extends AuditEntry {
  audit_event_id: string;
  at: number;
  address: string | null;
}

/** What was told just now, and committed. */
export interface ToldEntry extends AuditEntry {
  audit_event_id: string;
  at: number;
}

/** By name: `c_password`, `pass`, `reset_token`, `otp`, `user_name_key`; a quiz's `pass_mark` is none. */
const SECRET = /pass(word|wd|phrase)|^pass$|secret|token|(^|_)otp|hash|digest|handle|recovery|key$/i;

/** Append-only: nothing here updates or deletes. Joins the caller's transaction, so what did not happen is not told. */
@Injectable()
export class AuditTrail {
  private built: RecordStatements<AuditEvent> | undefined;
  private readonly listeners: ((entries: readonly ToldEntry[]) => void)[] = [];

  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Hears what has happened, once it has: after COMMIT. In the module's onModuleInit. */
  onTold(listener: (entries: readonly ToldEntry[]) => void): void {
    this.listeners.push(listener);
  }

  async record(...entries: readonly AuditEntry[]): Promise<void> {
    if (!entries.length) return;
    const now = this.clock.now();
    const context = requestContext();
    const here = { at: now, request_id: context?.requestId ?? null, address: context?.address ?? null };
    const told = entries.map((entry) => ({ ...entry, ...here, audit_event_id: newId(now) }));
    const sql = this.sql.insert(told.map(rowOf));
    await this.transactions.run(async () => {
      await this.database.write(sql.text, sql.values);
      this.transactions.afterCommit(() => this.listeners.forEach((listen) => listen(told)));
    });
  }

  /** What happened before, told now with its instant and address. What was told already stays as it is. */
  async recordPast(...entries: readonly PastEntry[]): Promise<void> {
    if (!entries.length) return;
    const sql = this.sql.insertMissing(entries.map(rowOf));
    await this.transactions.run(() => this.database.write(sql.text, sql.values));
  }

  private get sql(): RecordStatements<AuditEvent> {
    return (this.built ??= new RecordStatements<AuditEvent>(this.database.metadata(AuditEvent)));
  }
}

const rowOf = (entry: PastEntry & { request_id?: string | null }): object => ({
  api_key_id: null,
  subject_type: null,
  subject_id: null,
  request_id: null,
  ...entry,
  was: textOf(entry.was),
  became: textOf(entry.became),
});

const textOf = (facts: object | null | undefined): string | null => {
  const kept = masked(facts);
  return kept && JSON.stringify(kept);
};

/** Secrets by their name, however deep they stand. */
export function masked(facts: object | null | undefined): Record<string, unknown> | null {
  return facts ? (covered(facts) as Record<string, unknown>) : null;
}

function covered(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Uint8Array) return '•••';
  if (Array.isArray(value)) return value.map(covered);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, SECRET.test(name) && each ? '•••' : covered(each)]),
  );
}
