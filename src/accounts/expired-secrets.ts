import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { Log } from '../platform/logging/log';
import { Throttle } from '../platform/throttle/throttle';
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

/** Challenges, tickets and links that nobody can use any more are forgotten: anybody can make them. */
@Injectable()
export class ExpiredSecrets implements OnModuleInit, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Directory(EmailChallenge) private readonly challenges: DirectoryRepository<EmailChallenge>,
    @Directory(RegistrationTicket) private readonly tickets: DirectoryRepository<RegistrationTicket>,
    @Directory(PasswordLink) private readonly links: DirectoryRepository<PasswordLink>,
    @Directory(SignInChange) private readonly changes: DirectoryRepository<SignInChange>,
    @Directory(PasskeyChallenge) private readonly asked: DirectoryRepository<PasskeyChallenge>,
    @Directory(SecondFactor) private readonly factors: DirectoryRepository<SecondFactor>,
    private readonly throttle: Throttle,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    const sweep = () => this.throttle.onceIn('sweep:secrets', HOUR, () => this.forget());
    this.timer = setInterval(() => void sweep().catch((error: unknown) => this.log.fault(error)), HOUR);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  async forget(): Promise<void> {
    const expired = { expires_at: { lt: this.clock.now() - KEPT } };
    await this.transactions.run(async () => {
      await this.challenges.remove(expired);
      await this.tickets.remove(expired);
      await this.links.remove(expired);
      await this.asked.remove(expired);
      await this.factors.remove({ ...expired, status: 'pending' });
      await this.changes.remove(expired);
    });
  }
}
