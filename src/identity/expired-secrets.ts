import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import type { Where } from '../platform/database/where';
import type { Round } from '../platform/jobs/sweep';
import { Sweeper } from '../platform/jobs/sweeper';
import { Directory, type DirectoryRepository } from '../tenancy/directory';
import { EmailChallenge } from './email-challenge.entity';
import { PasskeyChallenge } from './passkey.entity';
import { PasswordLink } from './password-link.entity';
import { RegistrationTicket } from './registration-ticket.entity';
import { SecondFactor } from './second-factor.entity';
import { SignInChange } from './sign-in-change.entity';

const HOUR = 3_600_000;
/** Long enough to answer "what happened yesterday?". */
const KEPT = 48 * HOUR;
const AT_A_TIME = 500;

/** Challenges, tickets and links that nobody can use any more are forgotten: anybody can make them. */
@Injectable()
export class ExpiredSecrets implements OnModuleInit {
  constructor(
    @Directory(EmailChallenge) private readonly challenges: DirectoryRepository<EmailChallenge>,
    @Directory(RegistrationTicket) private readonly tickets: DirectoryRepository<RegistrationTicket>,
    @Directory(PasswordLink) private readonly links: DirectoryRepository<PasswordLink>,
    @Directory(SignInChange) private readonly changes: DirectoryRepository<SignInChange>,
    @Directory(PasskeyChallenge) private readonly asked: DirectoryRepository<PasskeyChallenge>,
    @Directory(SecondFactor) private readonly factors: DirectoryRepository<SecondFactor>,
    private readonly sweeper: Sweeper,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.sweeper.register<number>({
      name: 'expired-secrets',
      every: HOUR,
      leased: true,
      batch: (from, round) => this.forget(from ?? 0, round),
    });
  }

  /** One table after the other, each in portions of a transaction each. */
  private async forget(at: number, round: Round): Promise<number | null> {
    const expired = { expires_at: { lt: this.clock.now() - KEPT } };
    const tables = [
      () => portion(this.challenges, 'challenge_id', expired),
      () => portion(this.tickets, 'ticket_id', expired),
      () => portion(this.links, 'link_id', expired),
      () => portion(this.asked, 'challenge_id', expired),
      () => portion(this.factors, 'second_factor_id', { ...expired, status: 'pending' }),
      () => portion(this.changes, 'change_id', expired),
    ];
    const forgotten = await this.transactions.run(tables[at]!);
    round.did(forgotten);
    if (forgotten > 0) return at;
    return at + 1 < tables.length ? at + 1 : null;
  }
}

/** The oldest of them. Named by their ids: many may have expired in one millisecond. @returns 0: none is left */
async function portion<E extends object>(
  records: DirectoryRepository<E>,
  id: keyof E,
  expired: Where<E>,
): Promise<number> {
  const found = await records.find(expired, { limit: AT_A_TIME, order: [['expires_at', 'asc']] });
  return found.length ? records.remove({ ...expired, [id]: found.map((row) => row[id]) }) : 0;
}
