import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { Database } from '../database/database';
import { RecordStatements } from '../database/record-statements';
import { TransactionManager } from '../database/transaction-manager';
import { requestContext } from '../../common/http/request-context';
import { newId } from '../../common/ids';
import { AuditEvent } from './audit-event.entity';

export interface AuditEntry {
  customer_id: number;
  account_id: string | null;
  /** Set if an API key acted. */
  api_key_id?: string;
  role: string;
  /** `<subject>.<what happened>` */
  action: string;
  subject_type?: string;
  subject_id?: string;
  was?: object | null;
  became?: object | null;
}

/** An event that was not recorded when it happened, rebuilt from a row. */
export interface HistoricalAuditEntry extends AuditEntry {
  audit_event_id: string;
  at: number;
  address: string | null;
}

/** A recorded and committed event. */
export interface RecordedAuditEntry extends AuditEntry {
  audit_event_id: string;
  at: number;
}

/** Names of secret fields: `c_password`, `pass`, `reset_token`, `otp`, `user_name_key`; not `pass_mark`. */
const SECRET_FIELD_PATTERN = /pass(word|wd|phrase)|^pass$|secret|token|(^|_)otp|hash|digest|handle|recovery|key$/i;

/** Writes audit events, never changes them. Joins the caller's transaction: a rollback removes them too. */
@Injectable()
export class AuditTrailService {
  private cachedStatements: RecordStatements<AuditEvent> | undefined;
  private readonly listeners: ((entries: readonly RecordedAuditEntry[]) => void)[] = [];

  constructor(
    private readonly database: Database,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
  ) {}

  /** Registers a listener that runs after COMMIT. Call in the module's onModuleInit. */
  onRecorded(listener: (entries: readonly RecordedAuditEntry[]) => void): void {
    this.listeners.push(listener);
  }

  async record(...entries: readonly AuditEntry[]): Promise<void> {
    if (!entries.length) return;
    const now = this.clock.now();
    const context = requestContext();
    const metadata = { at: now, request_id: context?.requestId ?? null, address: context?.address ?? null };
    const recorded = entries.map((entry) => ({ ...entry, ...metadata, audit_event_id: newId(now) }));
    const sql = this.sql.insert(recorded.map(toRow));
    await this.transactions.run(async () => {
      await this.database.write(sql.text, sql.values);
      this.transactions.afterCommit(() => this.listeners.forEach((listener) => listener(recorded)));
    });
  }

  /** Records earlier events with their own time and address. Events already recorded are not changed. */
  async recordHistorical(...entries: readonly HistoricalAuditEntry[]): Promise<void> {
    if (!entries.length) return;
    const sql = this.sql.insertMissing(entries.map(toRow));
    await this.transactions.run(() => this.database.write(sql.text, sql.values));
  }

  private get sql(): RecordStatements<AuditEvent> {
    return (this.cachedStatements ??= new RecordStatements<AuditEvent>(this.database.metadata(AuditEvent)));
  }
}

const toRow = (entry: HistoricalAuditEntry & { request_id?: string | null }): object => ({
  api_key_id: null,
  subject_type: null,
  subject_id: null,
  request_id: null,
  ...entry,
  was: toJson(entry.was),
  became: toJson(entry.became),
});

const toJson = (payload: object | null | undefined): string | null => {
  const maskedFacts = maskSecrets(payload);
  return maskedFacts && JSON.stringify(maskedFacts);
};

/** Masks secrets by field name, at any depth. */
export function maskSecrets(payload: object | null | undefined): Record<string, unknown> | null {
  return payload ? (maskValue(payload) as Record<string, unknown>) : null;
}

function maskValue(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Uint8Array) return '•••';
  if (Array.isArray(value)) return value.map(maskValue);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      SECRET_FIELD_PATTERN.test(name) && each ? '•••' : maskValue(each),
    ]),
  );
}
