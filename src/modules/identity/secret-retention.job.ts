import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import type { Where } from '../../infrastructure/database/where';
import type { JobRun } from '../../infrastructure/jobs/scheduled-job';
import { JobScheduler } from '../../infrastructure/jobs/job-scheduler';
import { InjectDirectoryRepository, type DirectoryRepository } from '../../tenancy/directory-repository';
import { EmailChallenge } from './email-challenge.entity';
import { PasskeyChallenge } from './passkey.entity';
import { PasswordLink } from './password-link.entity';
import { RegistrationTicket } from './registration-ticket.entity';
import { SecondFactor } from './second-factor.entity';
import { SignInChange } from './sign-in-change.entity';

const HOUR = 3_600_000;
/** Kept for support requests. */
const RETENTION_MS = 48 * HOUR;
const BATCH_SIZE = 500;

/**
 * Deletes expired challenges, tickets and links. Visitors without an account can create them, so the tables would grow.
 */
@Injectable()
export class SecretRetentionJob implements OnModuleInit {
  constructor(
    @InjectDirectoryRepository(EmailChallenge) private readonly challenges: DirectoryRepository<EmailChallenge>,
    @InjectDirectoryRepository(RegistrationTicket) private readonly tickets: DirectoryRepository<RegistrationTicket>,
    @InjectDirectoryRepository(PasswordLink) private readonly links: DirectoryRepository<PasswordLink>,
    @InjectDirectoryRepository(SignInChange) private readonly changes: DirectoryRepository<SignInChange>,
    @InjectDirectoryRepository(PasskeyChallenge)
    private readonly passkeyChallenges: DirectoryRepository<PasskeyChallenge>,
    @InjectDirectoryRepository(SecondFactor) private readonly factors: DirectoryRepository<SecondFactor>,
    private readonly scheduler: JobScheduler,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.scheduler.register<number>({
      name: 'expired-secrets',
      intervalMs: HOUR,
      isLeased: true,
      runBatch: (from, run) => this.deleteExpired(from ?? 0, run),
    });
  }

  /** Table by table, one batch per transaction. @param tableIndex index of the table */
  private async deleteExpired(tableIndex: number, run: JobRun): Promise<number | null> {
    const expired = { expires_at: { lt: this.clock.now() - RETENTION_MS } };
    const tables = [
      () => deleteBatch(this.challenges, 'challenge_id', expired),
      () => deleteBatch(this.tickets, 'ticket_id', expired),
      () => deleteBatch(this.links, 'link_id', expired),
      () => deleteBatch(this.passkeyChallenges, 'challenge_id', expired),
      () => deleteBatch(this.factors, 'second_factor_id', { ...expired, status: 'pending' }),
      () => deleteBatch(this.changes, 'change_id', expired),
    ];
    const deletedCount = await this.transactions.run(tables[tableIndex]!);
    run.countProcessed(deletedCount);
    if (deletedCount > 0) return tableIndex;
    return tableIndex + 1 < tables.length ? tableIndex + 1 : null;
  }
}

/** Deletes the oldest rows by id, because many may expire in the same millisecond. @returns 0: none left */
async function deleteBatch<E extends object>(
  records: DirectoryRepository<E>,
  id: keyof E,
  expired: Where<E>,
): Promise<number> {
  const rows = await records.find(expired, { limit: BATCH_SIZE, order: [['expires_at', 'asc']] });
  return rows.length ? records.remove({ ...expired, [id]: rows.map((row) => row[id]) }) : 0;
}
